// The entries of the board menu, in sections: the actions that belong to what was clicked and are available.

import { renderers } from '@tessera/drawing'
import type { OpenedMenu } from '../../state/opened-menu.ts'
import type { ToolRow } from '../../state/tool-list.ts'
import type { ActionContext } from '../action-context.ts'
import { type ActionName, actions, addTools } from '../action-table.ts'

type Sections = readonly (readonly ActionName[])[]

const isArea = ({ creates }: ToolRow) => creates !== undefined && renderers[creates.kind].layer === 'ground'

const addActions = addTools.map(({ name }) => name as ActionName)
const addOnArea = addTools.filter(tool => !isArea(tool)).map(({ name }) => name as ActionName)

/** In rows of icons. */
const arranging: Sections = [
  ['bringToFront', 'bringForward', 'sendBackward', 'sendToBack', 'group', 'ungroup'],
  ['alignLeft', 'alignCenter', 'alignRight', 'alignTop', 'alignMiddle', 'alignBottom'],
  ['distributeHorizontally', 'distributeVertically', 'tidyUp', 'matchWidth', 'matchHeight', 'matchSize'],
]
const compact = new Set<ActionName>(arranging.flat())

export const isCompactEntry = (name: ActionName) => compact.has(name)

const sections: Readonly<Record<OpenedMenu['on'], Sections>> = {
  objects: [
    ['open', 'rename', 'openInNewTab', 'openLink', 'openFile', 'zoomToSelection'],
    ['previousPage', 'nextPage'],
    ['cut', 'copy', 'paste', 'duplicate'],
    ['copyAsPng', 'copyAsSvg', 'export'],
    ['copyStyle', 'pasteStyle'],
    ...arranging,
    ['connect', 'rerouteConnector', 'reverseConnector'],
    ['openComments', 'copyLink', 'fitToContents', 'pin'],
    ['delete'],
  ],
  both: [
    ['open', 'rename', 'zoomToSelection'],
    addOnArea,
    ['cut', 'copy', 'paste', 'duplicate'],
    ['copyAsPng', 'copyAsSvg', 'export'],
    ['copyStyle', 'pasteStyle'],
    ...arranging,
    ['copyLink', 'fitToContents', 'pin'],
    ['delete'],
  ],
  ground: [
    addActions,
    ['paste'],
    ['selectAll', 'fit'],
    ['snapToObjects', 'snapToGrid'],
    ['export', 'import'],
    ['shortcuts'],
  ],
}

export const menuEntries = (on: OpenedMenu['on'], context: ActionContext): Sections =>
  sections[on]
    .map(section => section.filter(name => actions[name].isAvailable(context)))
    .filter(section => section.length > 0)
