// The settings of an export: which part of the board, the format, and the options of the format.

import type { BoardObject } from '@tessera/client'
import {
  canEmbed,
  contentExportFormats,
  formats,
  hasPixels,
  isPictureFormat,
  pictureFormats,
} from '@tessera/contract/formats'
import type { Box } from '@tessera/drawing'
import { useId } from 'react'
import { currentLanguage } from '../../../messages/language.ts'
import { SegmentedChoice } from '../../../ui/segmented-choice.tsx'
import { SwitchField } from '../../../ui/switch-field.tsx'
import { Choice } from '../../../ui/text-field.tsx'
import { largestScale } from '../../actions/exporting/picture-request.ts'
import { plainTextOf } from '../../objects/abilities.ts'
import {
  backgrounds,
  type ExportChoice,
  type ExportRegion,
  paddings,
  pageSorts,
  papers,
  scales,
  themes,
} from '../../state/export-choice.ts'
import { useExportMessages } from './export-messages.ts'

interface RegionFieldsProps {
  readonly region: ExportRegion
  readonly selection: (ExportRegion & { what: 'selection' }) | null
  readonly selectedCount: number
  readonly canvases: readonly BoardObject[]
  readonly onChange: (region: ExportRegion) => void
}

/** Hidden if the whole board is the only choice. */
export function RegionFields({ region, selection, selectedCount, canvases, onChange }: RegionFieldsProps) {
  const messages = useExportMessages()
  const [first] = canvases
  const regions: { what: ExportRegion['what']; label: string; region: ExportRegion }[] = [
    ...(selection ? [{ what: selection.what, label: messages.selection(selectedCount), region: selection }] : []),
    ...(first
      ? [{ what: 'canvas' as const, label: messages.canvas, region: { what: 'canvas', id: first.id } as const }]
      : []),
    { what: 'everything', label: messages.everything, region: { what: 'everything' } },
  ]
  if (regions.length === 1) return null
  return (
    <>
      <SegmentedChoice
        label={messages.what}
        segments={regions.map(({ what, label }) => ({ value: what, label }))}
        value={region.what}
        onChange={what => onChange(regions.find(one => one.what === what)?.region ?? region)}
      />
      {region.what === 'canvas' && canvases.length > 1 && (
        <Choice
          label={<span className="visually-hidden">{messages.whichCanvas}</span>}
          value={region.id}
          onChange={event => onChange({ what: 'canvas', id: event.target.value })}
        >
          {canvases.map(canvas => (
            <option key={canvas.id} value={canvas.id}>
              {plainTextOf(canvas) || messages.unnamedCanvas}
            </option>
          ))}
        </Choice>
      )}
    </>
  )
}

interface FormatFieldsProps {
  readonly choice: ExportChoice
  readonly onChange: (choice: ExportChoice) => void
}

export function FormatFields({ choice, onChange }: FormatFieldsProps) {
  const messages = useExportMessages()
  const name = useId()
  const rows = [
    { label: messages.pictures, names: pictureFormats },
    { label: messages.files, names: contentExportFormats },
  ]
  return rows.map(({ label, names }) => (
    <SegmentedChoice
      key={label}
      name={name}
      label={label}
      segments={names.map(format => ({ value: format, label: formats[format].title }))}
      value={choice.format}
      onChange={format => onChange({ ...choice, format })}
    />
  ))
}

interface PictureFieldsProps extends FormatFieldsProps {
  readonly box: Box | null
  readonly hasCanvases: boolean
}

export function PictureFields({ choice, onChange, box, hasCanvases }: PictureFieldsProps) {
  const messages = useExportMessages()
  const { format } = choice
  if (!isPictureFormat(format)) return null
  const segmentsOf = <Value extends string>(values: readonly Value[], labels: Readonly<Record<Value, string>>) =>
    values.map(value => ({ value, label: labels[value] }))
  return (
    <>
      {hasPixels(format) && <ScaleField {...{ choice, onChange, box }} />}
      {format === 'pdf' && <PageFields {...{ choice, onChange, hasCanvases }} />}
      <div className="export-pair">
        <SegmentedChoice
          label={messages.background}
          segments={segmentsOf(backgrounds, messages.backgrounds)}
          value={choice.background}
          onChange={background => onChange({ ...choice, background })}
        />
        <SegmentedChoice
          label={messages.theme}
          segments={segmentsOf(themes, messages.themes)}
          value={choice.theme}
          onChange={theme => onChange({ ...choice, theme })}
        />
      </div>
      <SegmentedChoice
        label={messages.padding}
        segments={paddings.map((value, index) => ({ value, label: Object.values(messages.paddings)[index] }))}
        value={choice.padding}
        onChange={padding => onChange({ ...choice, padding })}
      />
      {canEmbed(format) && (
        <SwitchField
          label={messages.embed}
          hint={messages.embedHint}
          isOn={choice.isEmbedded}
          onChange={isEmbedded => onChange({ ...choice, isEmbedded })}
        />
      )}
    </>
  )
}

/** Scales that would make the picture too large are not offered; the largest that fits is. */
function ScaleField({ choice, onChange, box }: FormatFieldsProps & { box: Box | null }) {
  const messages = useExportMessages()
  const largest = box ? largestScale(box, choice) : Infinity
  const fitting = scales.filter(scale => scale <= largest)
  const isLimited = fitting.length < scales.length
  const offered: readonly number[] = isLimited ? [...fitting, largest] : fitting
  const format = new Intl.NumberFormat(currentLanguage(), { maximumFractionDigits: 2 })
  return (
    <SegmentedChoice
      label={messages.scale}
      segments={offered.map(value => ({ value, label: messages.times(format.format(value)) }))}
      value={Math.min(choice.scale, largest)}
      onChange={scale => onChange({ ...choice, scale })}
      hint={isLimited ? messages.largest(format.format(largest)) : undefined}
    />
  )
}

function PageFields({ choice, onChange, hasCanvases }: FormatFieldsProps & { hasCanvases: boolean }) {
  const messages = useExportMessages()
  const sheets = choice.pages === 'tiles' ? papers.filter(paper => paper !== 'fit') : papers
  return (
    <>
      <SegmentedChoice
        label={messages.pages}
        segments={pageSorts.map(value => ({
          value,
          label: messages.pageSorts[value],
          disabled: value === 'canvases' && !hasCanvases,
        }))}
        value={choice.pages}
        onChange={pages =>
          onChange({ ...choice, pages, paper: pages === 'tiles' && choice.paper === 'fit' ? 'a4' : choice.paper })
        }
        hint={messages.pagesHint[choice.pages]}
      />
      <SegmentedChoice
        label={messages.paper}
        segments={sheets.map(value => ({ value, label: messages.papers[value] }))}
        value={choice.paper}
        onChange={paper => onChange({ ...choice, paper })}
      />
    </>
  )
}
