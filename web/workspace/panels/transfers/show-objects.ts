// Moves the view to objects, and selects them.

import { bounds, boxAround } from '@tessera/drawing'
import { isAttached } from '../../objects/abilities.ts'
import type { OpenBoard } from '../../state/board.ts'
import { select } from '../../state/selection.ts'

/** The objects that are still on the board. */
export function showObjects(board: OpenBoard, ids: readonly string[]): void {
  const objects = ids.flatMap(id => board.live.get(id) ?? [])
  const box = boxAround(objects.map(object => bounds(object)))
  if (!box) return
  const free = objects.filter(object => !isAttached(object))
  select(
    board,
    free.map(({ id }) => id),
  )
  board.view.get()?.fit(box, { animate: true, maxZoom: 1 })
}
