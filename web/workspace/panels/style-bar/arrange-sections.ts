// The actions of the popover "Arrange".

import type { ActionContext } from '../../actions/action-context.ts'
import { type ActionName, actions } from '../../actions/action-table.ts'

const namedActions: readonly ActionName[] = [
  'bringToFront',
  'bringForward',
  'sendBackward',
  'sendToBack',
  'group',
  'ungroup',
]

const iconActions: readonly (readonly ActionName[])[] = [
  ['alignLeft', 'alignCenter', 'alignRight', 'alignTop', 'alignMiddle', 'alignBottom'],
  ['distributeHorizontally', 'distributeVertically', 'tidyUp', 'matchWidth', 'matchHeight', 'matchSize'],
]

export interface ArrangeSections {
  readonly named: readonly ActionName[]
  readonly icons: readonly (readonly ActionName[])[]
}

/** The available ones. */
export function arrangeSections(context: ActionContext): ArrangeSections {
  const available = (names: readonly ActionName[]) => names.filter(name => actions[name].isAvailable(context))
  return {
    named: available(namedActions),
    icons: iconActions.map(available).filter(section => section.length > 0),
  }
}
