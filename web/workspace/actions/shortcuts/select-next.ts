// Selects the next or previous object in reading order.

import { readingOrder } from '../../../canvas/reading-order.ts'
import { describeObject } from '../../objects/describe-object.ts'
import { announce, type OpenBoard } from '../../state/board.ts'
import { select } from '../../state/selection.ts'
import { useWorkspaceMessages } from '../../workspace-messages.ts'

export function selectNext(board: OpenBoard, by: number): void {
  const order = readingOrder(board.live.objects.values()).map(({ object }) => object.id)
  if (order.length === 0) return
  const at = order.indexOf(board.selection.get().at(-1) ?? '')
  const next = at < 0 ? (by > 0 ? 0 : order.length - 1) : (at + by + order.length) % order.length
  const object = board.live.get(order[next] as string)
  if (!object) return
  select(board, [object.id])
  const box = board.view.get()?.boundsOf(object.id)
  if (box) board.view.get()?.reveal(box, { animate: true })
  announce(
    board,
    describeObject(object, board.live.commentsOn(object.id).length, useWorkspaceMessages.now(), id =>
      board.live.get(id),
    ),
  )
}
