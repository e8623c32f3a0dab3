// Creates objects at a point of the board, selects them and starts editing their text.

import type { BoardObject, KindName } from '@tessera/client'
import { kinds } from '@tessera/contract'
import { type Box, bounds, computeTextSize, type Point } from '@tessera/drawing'
import type { BoardView } from '../../../canvas/board-view.ts'
import { currentLanguage } from '../../../messages/language.ts'
import { isNarrow } from '../../../ui/is-narrow.ts'
import { kindPastedFromAddress, workspaceKindOf, workspaceKinds } from '../../kinds/index.ts'
import { type BoardObjects, freeCorner } from '../../objects/free-corner.ts'
import type { OpenBoard } from '../../state/board.ts'
import { lastStyleOf } from '../../state/last-style.ts'
import { select } from '../../state/selection.ts'
import { createObject } from '../changes/object-changes.ts'
import { findRoom, keepInView, middleOfView } from '../room/find-room.ts'

export function placeObject(board: OpenBoard, kind: KindName, at: Point, more: Record<string, unknown> = {}): void {
  placeAt(board, kind, boxOfNewObject(kind, at, board.live.objects), more)
}

/** Near the point, in free space: for objects without a position chosen by the user. */
export function placeInFreeSpace(
  board: OpenBoard,
  kind: KindName,
  at: Point,
  more: Record<string, unknown> = {},
): void {
  placeAt(board, kind, findRoom(board, boxOfNewObject(kind, at, board.live.objects)), more)
}

function placeAt(board: OpenBoard, kind: KindName, { x, y }: Point, more: Record<string, unknown>): void {
  open(board, createObject(board, kind, { ...initialDataOf(kind), ...more, x, y }))
}

/** The box of an object placed at a point, as long as it has no text. */
export function boxOfNewObject(kind: KindName, at: Point, objects: BoardObjects): Box {
  const data = initialDataOf(kind)
  const { x, y, width, height } = frameAround(kind, at, data)
  const isSized = width > 0 && height > 0
  const size = isSized ? { width, height } : computeTextSize({ ...kinds[kind].defaults, ...data } as never)
  return { ...freeCorner({ x, y }, objects), ...size }
}

/** Opens the dialog that asks for a web address and places the object at the point. */
export function askForAddress({ placementPoint, dialog }: OpenBoard, at?: Point): void {
  placementPoint.set(at ?? null)
  dialog.set('address')
}

/**
 * Where the open dialog will place its object: where the user pointed, or in free space near the middle of the view.
 */
export function pendingPlacementPoint(board: OpenBoard, view: BoardView): Point {
  const pointed = board.placementPoint.get()
  if (pointed) return pointed
  const box = boxOfNewObject(kindPastedFromAddress, middleOfView(view), board.live.objects)
  const { x, y } = findRoom(board, box)
  return { x: x + box.width / 2, y: y + box.height / 2 }
}

/** The initial fields of a new object of the kind: the style that was chosen last, over the kind's own defaults. */
export const initialDataOf = (kind: KindName): Record<string, unknown> => ({
  ...workspaceKinds[kind].initialData?.(currentLanguage()),
  ...lastStyleOf(kind),
})

/** Centered on the point. A kind without a default size starts at the point. */
function frameAround(kind: KindName, at: Point, data: Record<string, unknown>): Box {
  const width = Number(data.width ?? kinds[kind].defaults.width ?? 0)
  const height = Number(data.height ?? kinds[kind].defaults.height ?? 0)
  return { x: Math.round(at.x - width / 2), y: Math.round(at.y - height / 2), width, height }
}

/** With the size of a dragged rectangle. */
export function placeInBox(board: OpenBoard, kind: KindName, { x, y, width, height }: Box): void {
  const box = { x: Math.round(x), y: Math.round(y), width: Math.round(width), height: Math.round(height) }
  open(board, createObject(board, kind, { ...initialDataOf(kind), ...box }))
}

function open(board: OpenBoard, id: string | null): void {
  const object = id === null ? null : board.live.get(id)
  if (!object) return
  board.tool.set('select')
  select(board, [object.id])
  const isEdited = workspaceKindOf(object).textBox !== undefined
  // A phone shows little beside its keyboard, so the whole text has to be in view there.
  if (isEdited && isNarrow()) showWhole(board, object)
  else keepInView(board.view.get(), bounds(object))
  if (isEdited) board.editedId.set(object.id)
}

/** Its text is about to be edited, so it has to be in view. */
export function showWhole(board: OpenBoard, object: BoardObject): void {
  const view = board.view.get()
  if (!view) return
  const box = bounds(object)
  const { x, y, width, height } = view.viewBox
  const isSeen = box.x >= x && box.y >= y && box.x + box.width <= x + width && box.y + box.height <= y + height
  if (!isSeen) view.reveal(box, { animate: true })
}
