// Moves the selection along connectors.

import type { BoardObject } from '@tessera/client'
import type { Side } from '@tessera/drawing/connector-end'
import { isConnector } from '@tessera/drawing/connector-geometry'
import { type Neighbor, neighborsOf } from '../../objects/connecting/connected-objects.ts'
import { announce, type OpenBoard } from '../../state/board.ts'
import { select, selectedObjects } from '../../state/selection.ts'
import { useWorkspaceMessages } from '../../workspace-messages.ts'
import { nameOfObject } from './connect-objects.ts'

/** Goes from a connector to the object at its end (right, down) or at its start (left, up). */
export function followConnector(board: OpenBoard, side: Side): boolean {
  const [object, another] = selectedObjects(board)
  if (!object || another) return false
  if (isConnector(object)) {
    const end = side === 'right' || side === 'bottom' ? object.to : object.from
    const target = 'id' in end ? board.live.get(end.id) : undefined
    if (target) goTo(board, target, useWorkspaceMessages.now().connecting.connectedTo(nameOfObject(target)))
    else announce(board, useWorkspaceMessages.now().connecting.noneThere)
    return true
  }
  const neighbor = neighborsOf(object, board.live.objects).find(one => one.side === side)
  if (neighbor) goToNeighbor(board, neighbor)
  else announce(board, useWorkspaceMessages.now().connecting.noneThere)
  return true
}

export function goToNeighbor(board: OpenBoard, { object, connector: { label } }: Neighbor): void {
  const messages = useWorkspaceMessages.now().connecting
  const name = nameOfObject(object)
  goTo(board, object, label === '' ? messages.connectedTo(name) : messages.through(name, label))
}

function goTo(board: OpenBoard, { id }: BoardObject, text: string): void {
  select(board, [id])
  const box = board.view.get()?.boundsOf(id)
  if (box) board.view.get()?.reveal(box, { animate: true })
  announce(board, text)
}
