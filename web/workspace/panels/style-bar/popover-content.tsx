// What a popover of the toolbar contains, by the type of its control. Loaded when the page is idle.

import type { BoardObject } from '@tessera/client'
import type { ShapeForm } from '@tessera/drawing'
import { type ReactNode, useRef } from 'react'
import { FormList } from '../../buttons/form-list.tsx'
import { ValueIcon } from '../../icons/value-icon.tsx'
import type { StyleControl } from '../../kinds/kind-definition.ts'
import type { ShownControl } from '../../objects/style-controls.ts'
import { useWorkspaceMessages } from '../../workspace-messages.ts'
import { ArrangeMenu } from './arrange-menu.tsx'
import { ColorChoice } from './color-choice.tsx'
import { Details } from './details.tsx'
import { useRovingFocus } from './roving-focus.ts'
import { SizeChoice } from './size-choice.tsx'
import { fieldName, valueName } from './style-messages.ts'
import './popover-content.css'

export interface PopoverContentProps {
  /** A field, `details` or `arrange`. */
  readonly name: string
  /** The control of the field. */
  readonly shown: ShownControl | null
  readonly selected: readonly BoardObject[]
  /** Changes with the same gesture are one step of undo. */
  readonly onChange: (data: Record<string, unknown>, gesture?: string) => void
  readonly onClose: (how: { isByKey: boolean }) => void
}

export function PopoverContent({ name, shown, selected, onChange, onClose }: PopoverContentProps): ReactNode {
  if (name === 'arrange') return <ArrangeMenu onClose={onClose} />
  if (!shown) return <Details selected={selected} />
  const { control } = shown
  const set = (value: unknown, gesture?: string) => onChange({ [control.field]: value }, gesture)
  const contents: Readonly<Record<StyleControl['type'], () => ReactNode>> = {
    'named-color': () => null,
    toggle: () => null,
    color: () => <ColorChoice shown={shown as ShownControl<StyleControl & { type: 'color' }>} onChoose={set} />,
    form: () => (
      <FormList
        value={shown.value as ShapeForm | null}
        isFocused
        onChoose={form => {
          set(form)
          onClose({ isByKey: true })
        }}
      />
    ),
    choice: () => (
      <ValueChoice
        field={control.field}
        values={shown.limits.enum ?? []}
        value={shown.value}
        onChoose={value => {
          set(value)
          onClose({ isByKey: true })
        }}
      />
    ),
    line: () => <LineChoice shown={shown} onChange={onChange} />,
    'font-size': () => <SizeChoice shown={shown} sizes={fontSizes} onChoose={set} />,
    'line-width': () => <SizeChoice shown={shown} sizes={brushSizes} onChoose={set} />,
  }
  return contents[control.type]()
}

const fontSizes = [12, 16, 20, 24, 32, 48, 64, 96]
const brushSizes = [3, 8, 16, 32]
const lineWidths = [1, 2, 4, 8]

interface ValueChoiceProps {
  readonly field: string
  readonly values: readonly string[]
  readonly value: unknown
  readonly onChoose: (value: string) => void
}

function ValueChoice({ field, values, value, onChoose }: ValueChoiceProps) {
  const messages = useWorkspaceMessages()
  const group = useRef<HTMLDivElement>(null)
  const roving = useRovingFocus(group)
  const columns = values.length > 6 ? 4 : values.length
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset needs a visible legend
    <div
      ref={group}
      role="group"
      aria-label={fieldName(field, messages)}
      className="value-choice"
      style={{ gridTemplateColumns: `repeat(${columns}, auto)` }}
      {...roving}
    >
      {values.map(one => (
        <button
          key={one}
          type="button"
          className="icon-button"
          aria-label={valueName(one, messages)}
          title={valueName(one, messages)}
          aria-pressed={one === value}
          onClick={() => onChoose(one)}
        >
          <ValueIcon field={field} value={one} />
        </button>
      ))}
    </div>
  )
}

function LineChoice({ shown, onChange }: { shown: ShownControl; onChange: PopoverContentProps['onChange'] }) {
  const messages = useWorkspaceMessages()
  const { control } = shown
  if (control.type !== 'line') return null
  return (
    <>
      <ValueChoice
        field={control.field}
        values={shown.limits.enum ?? []}
        value={shown.value}
        onChoose={value => onChange({ [control.field]: value })}
      />
      <WidthChoice
        label={messages.fields.lineWidth}
        value={shown.width}
        onChoose={width => onChange({ [control.width]: width })}
      />
    </>
  )
}

interface WidthChoiceProps {
  readonly label: string
  readonly value: number | null
  readonly onChoose: (width: number) => void
}

function WidthChoice({ label, value, onChoose }: WidthChoiceProps) {
  const group = useRef<HTMLDivElement>(null)
  const roving = useRovingFocus(group)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset needs a visible legend
    <div ref={group} role="group" aria-label={label} className="width-choice" {...roving}>
      {lineWidths.map(width => (
        <button
          key={width}
          type="button"
          className="icon-button"
          aria-label={`${label}: ${width}`}
          title={String(width)}
          aria-pressed={width === value}
          onClick={() => onChoose(width)}
        >
          <span style={{ height: `${Math.max(1, width)}px` }} />
        </button>
      ))}
    </div>
  )
}
