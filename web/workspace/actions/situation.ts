// All that decides what can be done at the moment: what the person may, what is selected, what there is. Read from the
// board, or made up by a test.

import type { BoardObject } from '@tessera/client'
import type { OpenBoard } from '../state/board.ts'
import { type Rights, rightsOf } from '../state/rights.ts'
import { selectedObjects } from '../state/selection.ts'

export interface ActionContext {
  readonly rights: Rights
  readonly selected: readonly BoardObject[]
  /** The selected object, where it is alone. */
  readonly single: BoardObject | null
  /** Whether something was said about that one. */
  readonly hasComments: boolean
  /** The page that one is open at. */
  readonly page: number
  /** Whether there is nothing on the board. */
  readonly isEmpty: boolean
}

export function actionContextOf(board: OpenBoard): ActionContext {
  const selected = selectedObjects(board)
  const [first] = selected
  const one = first && selected.length === 1 ? first : null
  return {
    rights: rightsOf(board.live.role),
    selected,
    single: one,
    hasComments: one !== null && board.live.commentsOn(one.id).length > 0,
    page: (one && board.openPages.get().get(one.id)) ?? 1,
    isEmpty: board.live.objects.size === 0,
  }
}
