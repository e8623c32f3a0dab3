// Copy, cut and paste: objects with their positions, and images and text from other programs. Text fields keep their
// own clipboard handling.

import { kinds } from '@tessera/contract'
import type { Box, Point } from '@tessera/drawing'
import { kindPastedFromAddress, kindPastedFromText } from '../../kinds/index.ts'
import { freeCorner } from '../../objects/free-corner.ts'
import { announce, type OpenBoard } from '../../state/board.ts'
import { canEdit } from '../../state/rights.ts'
import { selectedObjects } from '../../state/selection.ts'
import { useWorkspaceMessages } from '../../workspace-messages.ts'
import { deleteObjects } from '../changes/object-changes.ts'
import { formatOfText } from '../importing/diagram-text.ts'
import { placeInFreeSpace } from '../placing/place-object.ts'
import { findRoom, keepInView, middleOfView } from '../room/find-room.ts'
import { uploadFiles } from '../uploads/upload-files.ts'
import { type Clip, clipInMarkup, clipMarkup, clipOf, clipText, clipType, listCopiedObjects, readClip } from './clip.ts'
import { pasteClip } from './paste.ts'
import { offerCells } from './paste-cells.ts'

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
  announce(board, useWorkspaceMessages.now().clipboard.copied(objects.length))
  return true
}

function cut(board: OpenBoard): boolean {
  // What lies on a canvas was copied with it, so it is cut with it, too.
  deleteObjects(board, listCopiedObjects(selectedObjects(board), board.live.objects.values()))
  return true
}

function paste(board: OpenBoard, data: DataTransfer): boolean {
  const view = board.view.get()
  if (!view || !canEdit(board)) return false
  return pasteData(board, data, view.hovering ? view.screenToBoard(view.hovering) : middleOfView(view))
}

/** Places the content of a clipboard or a drag near a point of the board; objects exactly there if `isExact`. */
export function pasteData(board: OpenBoard, data: DataTransfer, at: Point, isExact = false): boolean {
  const clip = readClip(data.getData(clipType) || clipInMarkup(data.getData('text/html')))
  if (clip) {
    const box = placeOf(board, clip, at, isExact)
    keepInView(board.view.get(), box)
    void pasteClip(board, clip, box)
    return true
  }
  const files = [...data.files]
  if (files.length > 0) {
    const taken = import('../importing/take-files.ts')
    void taken.then(
      ({ takeFiles }) => takeFiles(board, files, at),
      () => uploadFiles(board, files, at),
    )
    return true
  }
  return pasteText(board, data, at)
}

function placeOf(board: OpenBoard, { items, width, height }: Clip, at: Point, isExact: boolean): Box {
  const wanted = { x: Math.round(at.x - width / 2), y: Math.round(at.y - height / 2), width, height }
  if (isExact) return { ...wanted, ...freeCorner(wanted, board.live.objects) }
  const isCanvas = items.some(({ kind }) => kinds[kind].isGround)
  return { ...wanted, ...findRoom(board, wanted, [], isCanvas) }
}

/** A web address becomes a web page, other text a note. */
function pasteText(board: OpenBoard, data: DataTransfer, at: Point): boolean {
  const words = data.getData('text/plain').trim()
  if (words === '') return false
  const diagram = formatOfText(words)
  if (diagram) {
    const taken = import('../importing/take-files.ts')
    void taken.then(
      ({ takeText }) => takeText(board, words, diagram, at),
      () => placeText(board, data, words, at),
    )
    return true
  }
  placeText(board, data, words, at)
  return true
}

function placeText(board: OpenBoard, data: DataTransfer, words: string, at: Point): void {
  if (isWebAddress(words)) placeInFreeSpace(board, kindPastedFromAddress, at, { url: words })
  else placeInFreeSpace(board, kindPastedFromText, at, { text: words.slice(0, 65_536) })
  board.editedId.set(null)
  const [id] = board.selection.get()
  if (id !== undefined && !isWebAddress(words)) offerCells(board, id, data)
}

export const isWebAddress = (words: string) => /^https?:\/\/\S+$/i.test(words) && URL.canParse(words)
