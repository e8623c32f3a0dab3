// The table of all shortcuts. The key handler, the shortcut sheet, the tooltips and the menus are derived from it.

import type { OpenBoard } from '../../state/board.ts'
import { canEdit } from '../../state/rights.ts'
import { leaveGroup, select, selectedObjects } from '../../state/selection.ts'
import { kindPlacedBy, type ToolName, toolList } from '../../state/tool-list.ts'
import { useWorkspaceMessages } from '../../workspace-messages.ts'
import { type ActionName, actions, runAction } from '../action-table.ts'
import { moveObjects, objectsToMove } from '../changes/object-changes.ts'
import { connectByKey } from '../connecting/connect-objects.ts'
import { followConnector } from '../connecting/follow-connectors.ts'
import { continueFlow } from '../connecting/quick-flow.ts'
import { openMenuByKey } from '../menu/open-menu.ts'
import { chooseTool } from '../placing/choose-tool.ts'
import { openObject } from '../placing/open-object.ts'
import { placeObject } from '../placing/place-object.ts'
import { formatKeys, isMac } from './format-keys.ts'
import { selectNext } from './select-next.ts'

export type ShortcutName =
  | ActionName
  | ToolName
  | 'selectNext'
  | 'selectPrevious'
  | 'nudge'
  | 'nudgeFar'
  | 'continueFlow'
  | 'addToFlow'
  | 'followConnector'
  | 'cancel'
  | 'menu'

/** Names of entries in the messages. */
type SharedRow = 'stackEnds' | 'stackSteps' | 'groups' | 'alignAcross' | 'alignDown' | 'distribute'

export interface Shortcut {
  /** The name of its entry in the messages. */
  readonly name: ShortcutName
  readonly group: 'tools' | 'editing' | 'arranging' | 'connecting' | 'view' | 'panels'
  /** The row of the shortcut sheet that it shares with others; by default it has its own. */
  readonly row?: SharedRow
  /** `mod` is Control, or Command on a Mac. */
  readonly keys: string
  /** False if the key does nothing at the moment; then the browser handles the event. */
  readonly run: (board: OpenBoard) => boolean
}

const always =
  (run: (board: OpenBoard) => void): Shortcut['run'] =>
  board => {
    run(board)
    return true
  }

/** Moves by screen pixels, and by at least one unit of the board. */
const nudge =
  (x: number, y: number): Shortcut['run'] =>
  board => {
    if (board.selection.get().length === 0 || !canEdit(board)) return false
    const zoom = board.view.get()?.camera.zoom ?? 1
    const by = { x: nudgedUnits(x, zoom), y: nudgedUnits(y, zoom) }
    moveObjects(board, objectsToMove(board, selectedObjects(board)), by, 'nudge')
    return true
  }

export const nudgedUnits = (pixels: number, zoom: number) =>
  Math.sign(pixels) * Math.round(Math.max(Math.min(1, Math.abs(pixels)), Math.abs(pixels) / zoom))

/** With a tool that places objects, places one in the middle of the view; otherwise opens the selected object. */
function enter(board: OpenBoard): boolean {
  const kind = kindPlacedBy(board.tool.get())
  const view = board.view.get()
  const [object] = selectedObjects(board)
  if (connectByKey(board)) return true
  if (kind && view) placeObject(board, kind, view.screenToBoard({ x: view.size.width / 2, y: view.size.height / 2 }))
  else if (object) openObject(board, object)
  else return false
  return true
}

function cancel(board: OpenBoard): boolean {
  if (board.commentPlace.get() !== null) board.commentPlace.set(null)
  else if (board.activeBrowserId.get() !== null) board.activeBrowserId.set(null)
  else if (board.tool.get() !== 'select') board.tool.set('select')
  else if (leaveGroup(board)) return true
  else if (board.selection.get().length > 0) select(board, [])
  else if (board.panel.get() !== null) board.panel.set(null)
  else return false
  return true
}

const action =
  (name: ActionName): Shortcut['run'] =>
  board =>
    runAction(board, name)

/** Prevents the browser's own shortcut even if the action is not available. */
const preventing = (name: ActionName) => always(board => runAction(board, name))

/** The keys that turn the pages of a document restack everything else. */
const unlessDocument =
  (name: ActionName): Shortcut['run'] =>
  board => {
    const [object, another] = selectedObjects(board)
    const isDocument = object !== undefined && another === undefined && 'pages' in object
    return !isDocument && runAction(board, name)
  }

/** Handled by clipboard events instead, see listen-to-clipboard.ts. */
const byEvent: Shortcut['run'] = () => false

const arrowKeys = [
  ['arrowleft', 'left'],
  ['arrowright', 'right'],
  ['arrowup', 'top'],
  ['arrowdown', 'bottom'],
] as const

// biome-ignore format: a table
export const shortcutList: readonly Shortcut[] = [
  ...toolList.map(({ name, key }): Shortcut => ({ name, group: 'tools', keys: key, run: always(board => chooseTool(board, name)) })),
  { name: 'undo',       group: 'editing', keys: 'mod+z',          run: preventing('undo') },
  { name: 'redo',       group: 'editing', keys: 'mod+shift+z',    run: preventing('redo') },
  { name: 'redo',       group: 'editing', keys: 'mod+y',          run: preventing('redo') },
  { name: 'copy',       group: 'editing', keys: 'mod+c',          run: byEvent },
  { name: 'cut',        group: 'editing', keys: 'mod+x',          run: byEvent },
  { name: 'paste',      group: 'editing', keys: 'mod+v',          run: byEvent },
  { name: 'focusToolbar', group: 'editing', keys: 'alt+f10',      run: action('focusToolbar') },
  { name: 'copyAsPng',  group: 'editing', keys: 'shift+alt+c',    run: preventing('copyAsPng') },
  { name: 'copyStyle',  group: 'editing', keys: 'mod+alt+c',      run: preventing('copyStyle') },
  { name: 'pasteStyle', group: 'editing', keys: 'mod+alt+v',      run: preventing('pasteStyle') },
  { name: 'duplicate',  group: 'editing', keys: 'mod+d',          run: action('duplicate') },
  { name: 'delete',     group: 'editing', keys: 'backspace',      run: action('delete') },
  { name: 'delete',     group: 'editing', keys: 'delete',         run: action('delete') },
  { name: 'pin',        group: 'editing', keys: 'mod+shift+l',    run: action('pin') },
  { name: 'open',       group: 'editing', keys: 'enter',          run: enter },
  { name: 'menu',       group: 'editing', keys: 'shift+f10',      run: openMenuByKey },
  { name: 'menu',       group: 'editing', keys: 'contextmenu',    run: openMenuByKey },
  { name: 'selectAll',  group: 'editing', keys: 'mod+a',          run: preventing('selectAll') },
  { name: 'selectNext', group: 'editing', keys: 'alt+arrowright', run: always(board => selectNext(board, 1)) },
  { name: 'selectPrevious', group: 'editing', keys: 'alt+arrowleft', run: always(board => selectNext(board, -1)) },
  { name: 'nudge',      group: 'editing', keys: 'arrowleft',      run: nudge(-1, 0) },
  { name: 'nudge',      group: 'editing', keys: 'arrowright',     run: nudge(1, 0) },
  { name: 'nudge',      group: 'editing', keys: 'arrowup',        run: nudge(0, -1) },
  { name: 'nudge',      group: 'editing', keys: 'arrowdown',      run: nudge(0, 1) },
  { name: 'nudgeFar',   group: 'editing', keys: 'shift+arrowleft',  run: nudge(-10, 0) },
  { name: 'nudgeFar',   group: 'editing', keys: 'shift+arrowright', run: nudge(10, 0) },
  { name: 'nudgeFar',   group: 'editing', keys: 'shift+arrowup',    run: nudge(0, -10) },
  { name: 'nudgeFar',   group: 'editing', keys: 'shift+arrowdown',  run: nudge(0, 10) },
  { name: 'cancel',     group: 'editing', keys: 'escape',         run: cancel },
  { name: 'bringToFront', group: 'arranging', row: 'stackEnds', keys: ']',          run: unlessDocument('bringToFront') },
  { name: 'sendToBack', group: 'arranging', row: 'stackEnds', keys: '[',            run: unlessDocument('sendToBack') },
  { name: 'bringForward', group: 'arranging', row: 'stackSteps', keys: 'mod+]',      run: action('bringForward') },
  { name: 'sendBackward', group: 'arranging', row: 'stackSteps', keys: 'mod+[',      run: action('sendBackward') },
  { name: 'bringToFront', group: 'arranging', row: 'stackEnds', keys: 'shift+home', run: action('bringToFront') },
  { name: 'sendToBack', group: 'arranging', row: 'stackEnds', keys: 'shift+end',    run: action('sendToBack') },
  { name: 'bringForward', group: 'arranging', row: 'stackSteps', keys: 'shift+pageup', run: action('bringForward') },
  { name: 'sendBackward', group: 'arranging', row: 'stackSteps', keys: 'shift+pagedown', run: action('sendBackward') },
  { name: 'group',      group: 'arranging', row: 'groups', keys: 'mod+g',        run: preventing('group') },
  { name: 'ungroup',    group: 'arranging', row: 'groups', keys: 'mod+shift+g',  run: preventing('ungroup') },
  { name: 'alignLeft',  group: 'arranging', row: 'alignAcross', keys: 'alt+a',        run: action('alignLeft') },
  { name: 'alignCenter', group: 'arranging', row: 'alignAcross', keys: 'alt+h',       run: action('alignCenter') },
  { name: 'alignRight', group: 'arranging', row: 'alignAcross', keys: 'alt+d',        run: action('alignRight') },
  { name: 'alignTop',   group: 'arranging', row: 'alignDown', keys: 'alt+w',        run: action('alignTop') },
  { name: 'alignMiddle', group: 'arranging', row: 'alignDown', keys: 'alt+v',       run: action('alignMiddle') },
  { name: 'alignBottom', group: 'arranging', row: 'alignDown', keys: 'alt+s',       run: action('alignBottom') },
  { name: 'distributeHorizontally', group: 'arranging', row: 'distribute', keys: 'alt+shift+h', run: action('distributeHorizontally') },
  { name: 'distributeVertically', group: 'arranging', row: 'distribute', keys: 'alt+shift+v', run: action('distributeVertically') },
  { name: 'snapToGrid', group: 'arranging', keys: "mod+'",        run: preventing('snapToGrid') },
  { name: 'connect',    group: 'connecting', keys: 'mod+l',       run: action('connect') },
  { name: 'rerouteConnector', group: 'connecting', keys: 'r',     run: action('rerouteConnector') },
  { name: 'reverseConnector', group: 'connecting', keys: 'shift+r', run: action('reverseConnector') },
  ...arrowKeys.map(([key, side]): Shortcut => ({ name: 'continueFlow', group: 'connecting', keys: `mod+${key}`, run: board => continueFlow(board, side, { isAlwaysNew: false }) })),
  ...arrowKeys.map(([key, side]): Shortcut => ({ name: 'addToFlow', group: 'connecting', keys: `mod+shift+${key}`, run: board => continueFlow(board, side, { isAlwaysNew: true }) })),
  ...arrowKeys.map(([key, side]): Shortcut => ({ name: 'followConnector', group: 'connecting', keys: `alt+shift+${key}`, run: board => followConnector(board, side) })),
  { name: 'fit',        group: 'view',    keys: 'shift+1',        run: action('fit') },
  { name: 'zoomToSelection', group: 'view', keys: 'shift+2',      run: action('zoomToSelection') },
  { name: 'actualSize', group: 'view',    keys: 'shift+0',        run: action('actualSize') },
  { name: 'zoomIn',     group: 'view',    keys: '+',              run: action('zoomIn') },
  { name: 'zoomOut',    group: 'view',    keys: '-',              run: action('zoomOut') },
  { name: 'previousPage', group: 'view',  keys: '[',              run: action('previousPage') },
  { name: 'nextPage',   group: 'view',    keys: ']',              run: action('nextPage') },
  { name: 'search',     group: 'panels',  keys: 'mod+f',          run: preventing('search') },
  { name: 'outline',    group: 'panels',  keys: 'o',              run: action('outline') },
  { name: 'comments',   group: 'panels',  keys: 'mod+alt+m',      run: action('comments') },
  { name: 'comments',   group: 'panels',  keys: 'shift+c',        run: action('comments') },
  { name: 'export',     group: 'panels',  keys: 'mod+shift+e',    run: preventing('export') },
  { name: 'palette',    group: 'panels',  keys: 'mod+k',          run: preventing('palette') },
  { name: 'shortcuts',  group: 'panels',  keys: '?',              run: action('shortcuts') },
]

/** The shortcut of an action as text; undefined if it has none. */
export function keyLabelOf(name: ShortcutName, messages = useWorkspaceMessages.now().shortcuts): string | undefined {
  const known = (name in actions && actions[name as ActionName].sharesKeyOf) || name
  const all = shortcutList.filter(shortcut => shortcut.name === known).map(({ keys }) => keys)
  const keys = all.find(one => !messages.hardSigns.includes(one.slice(-1))) ?? all[0]
  return keys && formatKeys(keys, isMac(), messages.keys)
}
