// The grips of the selected connector: its ends, its bends, the line between them, and its label.

import type { Box, ConnectorObject, Point } from '@tessera/drawing'
import { connectorLabelBox, isConnector } from '@tessera/drawing/connector-geometry'
import type { BoardView } from '../../canvas/board-view.ts'
import type { ToolPointer } from '../../canvas/tool.ts'
import { isPinned } from '../objects/abilities.ts'
import { distance, isFree } from '../objects/connecting/connector-anchors.ts'
import { bendIndexAt, middlesOf, positionAlong } from '../objects/connecting/path-position.ts'
import type { OpenBoard } from '../state/board.ts'
import { canEdit } from '../state/rights.ts'
import { bendGesture, endGesture, labelGesture, removeBend } from './connector-gestures.ts'
import type { FindGrip, Grip } from './grip.ts'

export interface ConnectorGrip {
  readonly type: 'from' | 'to' | 'bend' | 'segment'
  /** The index of the bend, or of a new one. */
  readonly index: number
  readonly at: Point
}

/** The only selected object as it is shown, if it is a connector that the user may change. */
export function selectedConnector(board: OpenBoard, view: BoardView): ConnectorObject | null {
  const [id, another] = board.selection.get()
  if (id === undefined || another !== undefined || !canEdit(board) || board.editedId.get() !== null) return null
  const stored = board.live.get(id)
  const shown = view.find(id)
  return stored && shown && isConnector(shown) && !isPinned(stored) ? shown : null
}

/** In the order in which they are painted: ends lie above bends. */
export function gripsShown(board: OpenBoard, view: BoardView): ConnectorGrip[] {
  const connector = selectedConnector(board, view)
  if (!connector) return []
  const points = pointsOf(connector)
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last) return []
  const via = connector.via as readonly [number, number][]
  const room = 40 / view.camera.zoom
  const middles = middlesOf(points, via).map((at, index): ConnectorGrip => ({ type: 'segment', index, at }))
  const stops = [first, ...via.map(([x, y]) => ({ x, y })), last]
  const label = connectorLabelBox(connector)
  const hasRoom = ({ at }: ConnectorGrip) =>
    stops.every(stop => distance(stop, at) > room / 2) && !(label && isWithin(label, at))
  return [
    ...(via.length < maxBends ? middles.filter(hasRoom) : []),
    ...via.map(([x, y], index): ConnectorGrip => ({ type: 'bend', index, at: { x, y } })),
    { type: 'from', index: 0, at: first },
    { type: 'to', index: 0, at: last },
  ]
}

const maxBends = 32

const isWithin = (box: Box, { x, y }: Point) =>
  x >= box.x && y >= box.y && x <= box.x + box.width && y <= box.y + box.height

const pointsOf = ({ points }: ConnectorObject): Point[] => points.map(([x = 0, y = 0]) => ({ x, y }))

export const connectorGrip: FindGrip = (board, view, pointer) => {
  const connector = selectedConnector(board, view)
  if (!connector) return null
  const reach = (pointer.pointerType === 'mouse' ? 9 : 22) / view.camera.zoom
  const near = gripsShown(board, view).findLast(({ at }) => distance(at, pointer.point) <= reach)
  if (near) return gripFor(board, view, pointer, connector, near)
  return labelGrip(board, pointer, connector) ?? lineGrip(board, view, pointer, connector)
}

function gripFor(
  board: OpenBoard,
  view: BoardView,
  pointer: ToolPointer,
  connector: ConnectorObject,
  { type, index }: ConnectorGrip,
): Grip | null {
  if (type === 'from' || type === 'to')
    return { cursor: 'crosshair', begin: () => endGesture(board, view, pointer, connector.id, type) }
  if (type === 'bend' && pointer.clicks === 2)
    return { cursor: 'move', begin: () => removeBend(board, connector.id, index) }
  if (pointer.clicks === 2) return null
  const isNew = type === 'segment'
  return { cursor: 'move', begin: () => bendGesture(board, view, pointer, connector.id, { index, isNew }) }
}

function labelGrip(board: OpenBoard, pointer: ToolPointer, connector: ConnectorObject): Grip | null {
  const box = connectorLabelBox(connector)
  if (!box || !isWithin(box, pointer.point) || pointer.clicks === 2) return null
  return { cursor: 'move', begin: () => labelGesture(board, pointer, connector.id, pointsOf(connector)) }
}

/** The line of a connector without attached ends moves all of it; any other is bent. */
function lineGrip(board: OpenBoard, view: BoardView, pointer: ToolPointer, connector: ConnectorObject): Grip | null {
  const via = connector.via as readonly [number, number][]
  const canBend = !(isFree(connector.from) && isFree(connector.to)) && via.length < maxBends
  if (!canBend || pointer.clicks === 2 || pointer.shiftKey || pointer.modKey) return null
  const points = pointsOf(connector)
  const slack = connector.width / 2 + (pointer.pointerType === 'mouse' ? 5 : 14) / view.camera.zoom
  if (positionAlong(points, pointer.point).away > slack) return null
  const index = bendIndexAt(points, via, pointer.point)
  return { cursor: 'move', begin: () => bendGesture(board, view, pointer, connector.id, { index, isNew: true }) }
}
