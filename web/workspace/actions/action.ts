// One row of the table of actions.

import type { Point } from '@tessera/drawing'
import type { IconName } from '../icons/icon.tsx'
import type { OpenBoard } from '../state/board.ts'
import type { ActionContext } from './action-context.ts'

export interface Action {
  readonly icon?: IconName
  readonly isAvailable: (context: ActionContext) => boolean
  /** The shortcut of this action does the same while something is selected. */
  readonly sharesKeyOf?: 'comments'
  /** Set for actions that turn something on or off. */
  readonly isOn?: (board: OpenBoard) => boolean
  /** `at` is the point of the board the user pointed at, if any. */
  readonly run: (board: OpenBoard, at?: Point) => void
}
