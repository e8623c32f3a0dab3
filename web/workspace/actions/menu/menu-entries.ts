// What the menu of the board offers, in sections: of all deeds those that belong to the place and fit the moment.

import type { OpenedMenu } from '../../state/opened-menu.ts'
import { type ActionName, actions } from '../action-table.ts'
import type { ActionContext } from '../situation.ts'

type Sections = readonly (readonly ActionName[])[]

const putDown: readonly ActionName[] = ['note', 'text', 'canvas', 'browser', 'upload']

const sections: Readonly<Record<OpenedMenu['on'], Sections>> = {
  objects: [
    ['open', 'openElsewhere', 'openFile', 'zoomToSelection'],
    ['previousPage', 'nextPage'],
    ['cut', 'copy', 'paste', 'duplicate'],
    ['discuss', 'link', 'pin'],
    ['delete'],
  ],
  both: [
    ['open', 'zoomToSelection'],
    ['note', 'text', 'browser', 'upload'],
    ['cut', 'copy', 'paste', 'duplicate'],
    ['link', 'pin'],
    ['delete'],
  ],
  ground: [putDown, ['paste'], ['selectAll', 'fit'], ['shortcuts']],
}

export const menuEntries = (on: OpenedMenu['on'], situation: ActionContext): Sections =>
  sections[on]
    .map(section => section.filter(name => actions[name].isAvailable(situation)))
    .filter(section => section.length > 0)
