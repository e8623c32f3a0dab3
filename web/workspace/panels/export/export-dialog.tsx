// Exports the selection, a canvas or the whole board as a picture or a file, with a preview of the result. It starts
// with the selection and the last chosen format.

import { canEmbed, isPictureFormat } from '@tessera/contract/formats'
import type { Box } from '@tessera/drawing'
import { type FormEvent, useEffect, useMemo, useRef, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { ErrorMessage } from '../../../ui/error-message.tsx'
import { useAction } from '../../../ui/use-action.ts'
import { copyPicture } from '../../actions/exporting/copy-picture.ts'
import { exportInBackground } from '../../actions/exporting/export-board.ts'
import { canvasesOf, contentsOf, selectedRegion } from '../../actions/exporting/export-region.ts'
import { fetchPicture } from '../../actions/exporting/fetch-picture.ts'
import {
  fileNameFor,
  largestScale,
  needsJob,
  pictureQuery,
  previewQuery,
  sizeOf,
} from '../../actions/exporting/picture-request.ts'
import { saveFile } from '../../actions/exporting/save-file.ts'
import { isCanvas } from '../../objects/fit-canvas.ts'
import { notify, type OpenBoard, useBoard } from '../../state/board.ts'
import { type ExportChoice, type ExportRegion, keepLastChoice, readLastChoice } from '../../state/export-choice.ts'
import { selectedObjects } from '../../state/selection.ts'
import { useWorkspaceName } from '../../state/workspace-name.tsx'
import { useExportMessages } from './export-messages.ts'
import { ExportPreview } from './export-preview.tsx'
import { FormatFields, PictureFields, RegionFields } from './export-settings.tsx'
import { useFetchedPicture } from './use-fetched-picture.ts'
import './export-dialog.css'

const previewSide = 1_200

export default function ExportDialog() {
  const board = useBoard()
  const messages = useExportMessages()
  const { name } = useWorkspaceName()
  const [region, setRegion] = useState(() => firstRegion(board))
  const [chosen, setChosen] = useState(readLastChoice)
  const selection = useMemo(() => selectedRegion(board), [board])
  const canvases = useMemo(() => canvasesOf(board), [board])
  const { box, count } = useMemo(() => contentsOf(board, region), [board, region])
  const choice = fittedChoice(chosen, box, region, canvases.length > 0)
  const isInBackground = box !== null && needsJob(choice, box, count, region)
  const preview = usePreview(choice, region, box, isInBackground)
  const fileName = fileNameFor(name, choice.format)
  const close = () => board.dialog.set(null)
  const run = useAction(async () => {
    if (!box) return
    keepLastChoice(chosen)
    if (isInBackground) void exportInBackground(board, { choice, region, box, name: fileName })
    else {
      saveFile(preview.file ?? (await fetchPicture(board, pictureQuery(choice, region, box))), fileName)
      notify(board, messages.downloaded(fileName))
    }
    close()
  })
  const form = useRef<HTMLFormElement>(null)
  // The browser focuses the first radio button, even if another one is chosen.
  useEffect(() => form.current?.querySelector<HTMLElement>('input:checked')?.focus(), [])
  function submit(event: FormEvent) {
    event.preventDefault()
    void run.run()
  }
  return (
    <Dialog title={messages.title} width="widest" onClose={close}>
      <form ref={form} className="export-dialog" onSubmit={submit}>
        <ExportPreview
          {...{ choice, fileName, count }}
          {...preview}
          size={box && sizeOf(box, choice)}
          error={box ? preview.error : messages.empty}
        />
        <div className="export-settings">
          <RegionFields
            {...{ region, selection, canvases }}
            selectedCount={selectedObjects(board).length}
            onChange={setRegion}
          />
          <FormatFields choice={choice} onChange={setChosen} />
          <p className="export-purpose">
            {messages.purposes[choice.format]}{' '}
            {isInBackground && isPictureFormat(choice.format) && messages.inBackground}
          </p>
          <PictureFields
            choice={choice}
            onChange={setChosen}
            box={box}
            hasCanvases={canvases.length > 0 && region.what === 'everything'}
          />
        </div>
        <div className="export-end">
          <ErrorMessage text={run.error ?? Object.values(run.fieldErrors)[0] ?? null} />
          <div className="dialog-actions">
            <Button onClick={close}>{messages.cancel}</Button>
            {canEmbed(choice.format) && box && !isInBackground && (
              <Button
                onClick={() =>
                  void copyPicture(board, choice.format as 'png' | 'svg', pictureQuery(choice, region, box))
                }
              >
                {messages.copy}
              </Button>
            )}
            <Button type="submit" variant="primary" disabled={!box || run.isBusy}>
              {run.isBusy ? messages.exporting : messages.export}
            </Button>
          </div>
        </div>
      </form>
    </Dialog>
  )
}

/** The selection if there is one; if a canvas is the only selected object, it is exported with the objects on it. */
function firstRegion(board: OpenBoard): ExportRegion {
  const [object, another] = selectedObjects(board)
  if (object && !another && isCanvas(object)) return { what: 'canvas', id: object.id }
  return selectedRegion(board) ?? { what: 'everything' }
}

/** The choices that this part of the board allows. */
function fittedChoice(choice: ExportChoice, box: Box | null, region: ExportRegion, hasCanvases: boolean): ExportChoice {
  const isWhole = region.what === 'everything' && hasCanvases
  const pages = choice.pages === 'canvases' && !isWhole ? 'one' : choice.pages
  return { ...choice, pages, scale: box ? Math.min(choice.scale, largestScale(box, choice)) : choice.scale }
}

/** The file itself if it can be made at once; a PDF or a large picture has a smaller picture as its preview. */
function usePreview(choice: ExportChoice, region: ExportRegion, box: Box | null, isInBackground: boolean) {
  const isPicture = isPictureFormat(choice.format)
  const isShownAsItIs = isPicture && !isInBackground && choice.format !== 'pdf'
  const whole = useFetchedPicture(isPicture && box && !isInBackground ? pictureQuery(choice, region, box) : null)
  const small = useFetchedPicture(
    isPicture && box && !isShownAsItIs ? previewQuery(choice, region, box, previewSide) : null,
  )
  const shown = isShownAsItIs ? whole : small
  const isCurrent = !whole.isLoading && whole.query?.format === choice.format
  return {
    picture: shown.picture,
    file: isCurrent ? whole.picture : null,
    isLoading: shown.isLoading,
    error: shown.error ?? whole.error,
  }
}
