// Drags an end, a bend or the label of a connector. Others see it; it becomes one change when it ends.

import type { Motion } from '@tessera/client'
import type { ConnectorEnd } from '@tessera/contract/kinds/connector'
import type { ConnectorObject, Drawable, Point } from '@tessera/drawing'
import { isConnector } from '@tessera/drawing/connector-geometry'
import { distanceToLine } from '@tessera/drawing/path'
import type { BoardView } from '../../canvas/board-view.ts'
import type { ToolPointer } from '../../canvas/tool.ts'
import { changeConnector } from '../actions/connecting/connect-objects.ts'
import { isFree } from '../objects/connecting/connector-anchors.ts'
import { positionAlong } from '../objects/connecting/path-position.ts'
import { noOverrides, type OpenBoard } from '../state/board.ts'
import { showConnecting } from '../state/connecting.ts'
import { endAt } from './end-at.ts'
import { isDrag, type ToolGesture } from './tool-gesture.ts'

type Fields = Pick<Motion, 'from' | 'to' | 'via' | 'labelAt'>

interface ConnectorDrag {
  readonly start: ToolPointer
  readonly id: string
  /** The fields that change while the pointer is there. */
  readonly fields: (pointer: ToolPointer) => Fields
  readonly onClick?: () => void
}

function dragConnector(board: OpenBoard, { start, id, fields, onClick }: ConnectorDrag): ToolGesture {
  let isDragged = false
  function end() {
    board.overrides.set(noOverrides)
    showConnecting(board, { target: null })
    board.live.sendPresence({ moving: [] })
  }
  return {
    move(pointer) {
      isDragged ||= isDrag(start, pointer)
      const connector = board.live.get(id)
      if (!isDragged || !connector) return
      const next = fields(pointer)
      board.overrides.set(new Map([[connector.id, { ...connector, ...next } as Drawable]]))
      board.live.sendPresence({ moving: [{ id: connector.id, ...next }] })
    },
    up(pointer) {
      if (isDragged) changeConnector(board, id, fields(pointer))
      else onClick?.()
      end()
    },
    cancel: end,
  }
}

export function endGesture(
  board: OpenBoard,
  view: BoardView,
  start: ToolPointer,
  id: string,
  name: 'from' | 'to',
): ToolGesture {
  const opposite = name === 'from' ? 'to' : 'from'
  return dragConnector(board, {
    start,
    id,
    fields(pointer) {
      const other = connectorOf(board, id)?.[opposite]
      const end: ConnectorEnd = endAt(view, pointer, other && (isFree(other) ? { start: other } : { other: other.id }))
      showConnecting(board, { target: isFree(end) ? null : end })
      return { [name]: end }
    },
  })
}

/** A bend that is dragged onto the line between its neighbors is removed. */
export function bendGesture(
  board: OpenBoard,
  view: BoardView,
  start: ToolPointer,
  id: string,
  { index, isNew }: { index: number; isNew: boolean },
): ToolGesture {
  const shown = view.find(id)
  const before = shown && isConnector(shown) ? shown : null
  const via = (connectorOf(board, id)?.via ?? []) as [number, number][]
  const others = isNew ? via : via.toSpliced(index, 1)
  const ends = [before?.points[0], before?.points.at(-1)] as [number, number][]
  const stops = [ends[0], ...others, ends[1]].map(([x = 0, y = 0] = [0, 0]) => ({ x, y }))
  const [previous, next] = [stops[index] as Point, stops[index + 1] as Point]
  return dragConnector(board, {
    start,
    id,
    fields(pointer) {
      const { zoom } = view.camera
      const isStraight = before?.path !== 'elbow' && distanceToLine([previous, next], pointer.point) * zoom < 6
      if (isStraight) return { via: others }
      const { x, y } = alignPoint(pointer.point, [previous, next], 6 / zoom)
      return { via: others.toSpliced(index, 0, [Math.round(x), Math.round(y)]) }
    },
  })
}

/** Aligned with a neighbor if it nearly is: then the path has no needless step. */
function alignPoint({ x, y }: Point, neighbors: readonly Point[], reach: number): Point {
  const nearX = neighbors.find(one => Math.abs(one.x - x) <= reach)
  const nearY = neighbors.find(one => Math.abs(one.y - y) <= reach)
  return { x: nearX?.x ?? x, y: nearY?.y ?? y }
}

export function removeBend(board: OpenBoard, id: string, index: number): ToolGesture {
  const remove = () => {
    const via = connectorOf(board, id)?.via ?? []
    changeConnector(board, id, { via: via.toSpliced(index, 1) })
  }
  return { move() {}, up: remove, cancel() {} }
}

export function labelGesture(board: OpenBoard, start: ToolPointer, id: string, points: readonly Point[]): ToolGesture {
  return dragConnector(board, {
    start,
    id,
    fields: ({ point }) => ({ labelAt: Math.round(positionAlong(points, point).at * 1_000) / 1_000 }),
  })
}

function connectorOf(board: OpenBoard, id: string): ConnectorObject | null {
  const object = board.live.get(id)
  return object && isConnector(object) ? object : null
}
