// Copy, cut and paste: objects with their positions, and images and text from other programs. Text fields keep their
// own clipboard handling.

import type { Point } from '@tessera/drawing'
import { kindPastedFromAddress, kindPastedFromText } from '../../kinds/index.ts'
import { freeCorner } from '../../objects/free-corner.ts'
import { announce, type OpenBoard } from '../../state/board.ts'
import { canEdit } from '../../state/rights.ts'
import { selectedObjects } from '../../state/selection.ts'
import { useWorkspaceWords } from '../../workspace-words.ts'
import { deleteObjects } from '../changes/object-changes.ts'
import { placeObject } from '../placing/place-object.ts'
import { uploadFiles } from '../uploads/upload-files.ts'
import {
  type Clip,
  clipInMarkup,
  clipMarkup,
  clipOf,
  clipText,
  clipType,
  copiedWith,
  positionedData,
  readClip,
} from './clip.ts'
import { pasteClip } from './paste.ts'

export function listenToClipboard(board: OpenBoard): () => void {
  const closing = new AbortController()
  const on = (name: 'copy' | 'cut' | 'paste', handle: (data: DataTransfer) => boolean) =>
    document.addEventListener(
      name,
      event => {
        if (!event.clipboardData || isField(event.target)) return
        if (handle(event.clipboardData)) event.preventDefault()
      },
      { signal: closing.signal },
    )
  on('copy', data => copy(board, data))
  on('cut', data => canEdit(board) && copy(board, data) && cut(board))
  on('paste', data => paste(board, data))
  // When a menu copies, some browsers require selected text unless these events are canceled.
  for (const name of ['beforecopy', 'beforecut'])
    document.addEventListener(
      name,
      event => {
        if (board.selection.get().length > 0 && !isField(event.target)) event.preventDefault()
      },
      { signal: closing.signal },
    )
  return () => closing.abort()
}

const isField = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.closest('input, textarea, select, dialog') !== null

function copy(board: OpenBoard, data: DataTransfer): boolean {
  const objects = selectedObjects(board)
  const clip = clipOf(objects, board.live.objects.values())
  if (!clip) return false
  const words = clipText(objects)
  data.setData(clipType, JSON.stringify(clip))
  data.setData('text/plain', words)
  data.setData('text/html', clipMarkup(clip, words))
  announce(board, useWorkspaceWords.now().clipboard.copied(objects.length))
  return true
}

function cut(board: OpenBoard): boolean {
  // What lies on a canvas was copied with it, so it is taken away with it, too.
  deleteObjects(board, copiedWith(selectedObjects(board), board.live.objects.values()))
  return true
}

function paste(board: OpenBoard, data: DataTransfer): boolean {
  const view = board.view.get()
  if (!view || !canEdit(board)) return false
  const middle = { x: view.size.width / 2, y: view.size.height / 2 }
  return pasteData(board, data, view.screenToBoard(view.hovering ?? middle))
}

/** Places the content of a clipboard or a drag around a point of the board. */
export function pasteData(board: OpenBoard, data: DataTransfer, at: Point): boolean {
  const clip = readClip(data.getData(clipType) || clipInMarkup(data.getData('text/html')))
  if (clip) {
    const corner = { x: at.x - clip.width / 2, y: at.y - clip.height / 2 }
    void pasteClip(board, clip, besideEarlierCopies(board, clip, corner))
    return true
  }
  const files = [...data.files]
  if (files.length > 0) {
    uploadFiles(board, files, at)
    return true
  }
  return pasteText(board, data.getData('text/plain').trim(), at)
}

/** Objects pasted again at the same point are offset from the ones pasted before. */
function besideEarlierCopies(board: OpenBoard, { items }: Clip, at: Point): Point {
  const first = items.find(({ on }) => on === undefined)
  const { x, y } = (first ? positionedData(first, at) : {}) as Partial<Point>
  if (x === undefined || y === undefined) return at
  const free = freeCorner({ x, y }, board.live.objects)
  return { x: at.x + free.x - x, y: at.y + free.y - y }
}

/** A web address becomes a web page, other text a note. */
function pasteText(board: OpenBoard, words: string, at: Point): boolean {
  if (words === '') return false
  if (isWebAddress(words)) placeObject(board, kindPastedFromAddress, at, { url: words })
  else placeObject(board, kindPastedFromText, at, { text: words.slice(0, 65_536) })
  board.editedId.set(null)
  return true
}

export const isWebAddress = (words: string) => /^https?:\/\/\S+$/i.test(words) && URL.canParse(words)
