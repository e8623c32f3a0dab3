// Making a new object where somebody pointed: in its middle, with what the person is most likely to want, ready to be
// written on.

import type { KindName } from '@tessera/client'
import { kinds } from '@tessera/contract'
import { type Box, bounds, computeTextSize, type Point } from '@tessera/drawing'
import type { BoardView } from '../../../canvas/board-view.ts'
import { type BoardObjects, freeCorner } from '../../objects/free-corner.ts'
import { hasTextPlace } from '../../objects/text-places.ts'
import type { OpenBoard } from '../../state/board.ts'
import { select } from '../../state/selection.ts'
import { useWorkspaceWords } from '../../workspace-words.ts'
import { createObject } from '../changes/object-changes.ts'

/** What the web workspace gives an object where the contract's own defaults would do worse. */
const given: { readonly [K in KindName]?: () => Record<string, unknown> } = {
  note: () => ({ text: '', backgroundColor: 'Yellow' }),
  text: () => ({ text: '', fontColor: '#17324d', backgroundColor: '#ffffff', fontSize: 48 }),
  canvas: () => ({ name: useWorkspaceWords.now().newCanvas }),
}

export function placeObject(board: OpenBoard, kind: KindName, at: Point, more: Record<string, unknown> = {}): void {
  const { x, y } = boxOfNewObject(kind, at, board.live.objects)
  open(board, createObject(board, kind, { ...given[kind]?.(), ...more, x, y }))
}

/** What an object that is placed at a point will take up, as long as nothing is written on it. */
export function boxOfNewObject(kind: KindName, at: Point, objects: BoardObjects): Box {
  const data = given[kind]?.() ?? {}
  const { x, y, width, height } = frameAround(kind, at, data)
  const isSized = width > 0 && height > 0
  const size = isSized ? { width, height } : computeTextSize({ ...kinds[kind].defaults, ...data } as never)
  return { ...freeCorner({ x, y }, objects), ...size }
}

/** Where something comes that is asked for first: where somebody pointed, or in the middle of what is in view. */
export const pendingPlacementPoint = ({ placementPoint: pointed }: OpenBoard, view: BoardView): Point =>
  pointed.get() ?? view.screenToBoard({ x: view.size.width / 2, y: view.size.height / 2 })

/** What has no size of its own begins at the point. */
function frameAround(kind: KindName, at: Point, data: Record<string, unknown>): Box {
  const width = Number(data.width ?? kinds[kind].defaults.width ?? 0)
  const height = Number(data.height ?? kinds[kind].defaults.height ?? 0)
  return { x: Math.round(at.x - width / 2), y: Math.round(at.y - height / 2), width, height }
}

/** As large as a rectangle that was pulled open. */
export function placeInBox(board: OpenBoard, kind: KindName, { x, y, width, height }: Box): void {
  const box = { x: Math.round(x), y: Math.round(y), width: Math.round(width), height: Math.round(height) }
  open(board, createObject(board, kind, { ...given[kind]?.(), ...box }))
}

function open(board: OpenBoard, id: string | null): void {
  const object = id === null ? null : board.live.get(id)
  if (!object) return
  board.tool.set('select')
  select(board, [object.id])
  showWhole(board, bounds(object))
  if (hasTextPlace(object)) board.editedId.set(object.id)
}

/** Its name or first word is about to be written: that must not happen where nobody sees it. */
function showWhole(board: OpenBoard, box: Box): void {
  const view = board.view.get()
  if (!view) return
  const { x, y, width, height } = view.viewBox
  const isSeen = box.x >= x && box.y >= y && box.x + box.width <= x + width && box.y + box.height <= y + height
  if (!isSeen) view.reveal(box, { animate: true })
}
