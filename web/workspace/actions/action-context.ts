// The state that decides which actions are available: the rights of the user, the selection, and the objects on the
// board. It is read from the board, or set by a test.

import type { BoardObject } from '@tessera/client'
import type { OpenBoard } from '../state/board.ts'
import { type Rights, rightsOf } from '../state/rights.ts'
import { selectedObjects } from '../state/selection.ts'

export interface ActionContext {
  readonly rights: Rights
  readonly selected: readonly BoardObject[]
  /** The selected object if only one is selected. */
  readonly single: BoardObject | null
  /** Whether the single object has comments. */
  readonly hasComments: boolean
  /** The page at which the single object is open. */
  readonly page: number
  /** Whether there is nothing on the board. */
  readonly isEmpty: boolean
}

export function actionContextOf(board: OpenBoard): ActionContext {
  const selected = selectedObjects(board)
  const [first] = selected
  const single = first && selected.length === 1 ? first : null
  return {
    rights: rightsOf(board.live.role),
    selected,
    single,
    hasComments: single !== null && board.live.commentsOn(single.id).length > 0,
    page: (single && board.openPages.get().get(single.id)) ?? 1,
    isEmpty: board.live.objects.size === 0,
  }
}
