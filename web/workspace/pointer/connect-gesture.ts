// Drags a new connector from an object or a free point. It is shown with its final path, to other users as well.

import { kinds } from '@tessera/contract'
import type { ConnectorEnd } from '@tessera/contract/kinds/connector'
import type { Drawable } from '@tessera/drawing'
import type { BoardView } from '../../canvas/board-view.ts'
import type { ToolPointer } from '../../canvas/tool.ts'
import { createConnector } from '../actions/connecting/connect-objects.ts'
import { initialDataOf } from '../actions/placing/place-object.ts'
import { distance, isFree } from '../objects/connecting/connector-anchors.ts'
import { noOverrides, type OpenBoard } from '../state/board.ts'
import { showConnecting } from '../state/connecting.ts'
import { endAt } from './end-at.ts'
import { isDrag, type ToolGesture } from './tool-gesture.ts'

export function connectGesture(
  board: OpenBoard,
  view: BoardView,
  { start, from, onClick }: { start: ToolPointer; from: ConnectorEnd; onClick: () => void },
): ToolGesture {
  let isDragged = false
  showConnecting(board, { hovered: null, dot: null })
  const end = () => stopShowing(board)
  return {
    move(pointer) {
      isDragged ||= isDrag(start, pointer)
      if (isDragged) showConnector(board, from, endFor(view, pointer, from))
    },
    up(pointer) {
      if (!isDragged) {
        end()
        return onClick()
      }
      const to = endFor(view, pointer, from)
      if (!isFree(to) || isFree(from) || pointer.modKey) {
        end()
        if (isLongEnough(view, start, pointer)) createConnector(board, from, to)
        return
      }
      // The preview stays while the menu is open.
      showConnecting(board, { target: null })
      board.connectorOffer.set({ from, to, at: { x: pointer.event.clientX, y: pointer.event.clientY } })
    },
    cancel: end,
  }
}

export const endFor = (view: BoardView, pointer: ToolPointer, from: ConnectorEnd): ConnectorEnd =>
  endAt(view, pointer, isFree(from) ? { start: from } : { other: from.id })

const isLongEnough = ({ camera }: BoardView, { point }: ToolPointer, { point: end }: ToolPointer) =>
  distance(point, end) * camera.zoom >= 8

/** The id of the connector while it is drawn. */
const connectorInProgress = 'connector-under-way'

export function showConnector(board: OpenBoard, from: ConnectorEnd, to: ConnectorEnd): void {
  const { name, defaults } = kinds.connector
  const style = initialDataOf(name)
  const drawn = { ...defaults, ...style, from, to, kind: name, id: connectorInProgress, points: [] }
  board.overrides.set(new Map([[connectorInProgress, drawn as unknown as Drawable]]))
  showConnecting(board, { target: isFree(to) ? null : to })
  board.live.sendPresence({
    moving: [{ id: `${connectorInProgress}-${board.live.me?.connection ?? ''}`, from, to }],
  })
}

export function stopShowing(board: OpenBoard): void {
  board.overrides.set(noOverrides)
  showConnecting(board, { target: null, dot: null })
  board.live.sendPresence({ moving: [] })
}
