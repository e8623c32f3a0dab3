// The actions of the menu "Arrange", in sections.

import type { ActionContext } from '../../actions/action-context.ts'
import { type ActionName, actions } from '../../actions/action-table.ts'

const sections: readonly (readonly ActionName[])[] = [
  ['bringToFront', 'bringForward', 'sendBackward', 'sendToBack'],
  ['group', 'ungroup'],
  ['alignLeft', 'alignCenter', 'alignRight', 'alignTop', 'alignMiddle', 'alignBottom'],
  ['distributeHorizontally', 'distributeVertically', 'tidyUp'],
  ['matchWidth', 'matchHeight', 'matchSize'],
]

/** Those that are available; empty if none is. */
export const arrangeSections = (context: ActionContext): readonly (readonly ActionName[])[] =>
  sections
    .map(section => section.filter(name => actions[name].isAvailable(context)))
    .filter(section => section.length > 0)
