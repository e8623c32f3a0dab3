// Every key and what it does: the handler and the sheet that lists them are made from this one table.

import type { Board } from '../board/board.ts'
import { duplicate } from '../clipboard/paste.ts'
import { turnPage } from '../documents/turn-page.ts'
import { isAttached } from '../editing/abilities.ts'
import { deleteObjects, mayEdit, movable, moveObjects, selectedObjects, togglePin } from '../editing/acts.ts'
import { boundsOfSelection } from '../selection/paint-overlay.ts'
import { select } from '../selection/select.ts'
import { openObject } from '../tools/open-object.ts'
import { placeObject } from '../tools/place-object.ts'
import { takeTool } from '../tools/take-tool.ts'
import { placedBy, toolList } from '../tools/tool-list.ts'
import { selectNext } from './select-next.ts'
import { redo, undo } from './undo-acts.ts'

export interface Shortcut {
  /** As the sheet calls it. */
  readonly name: string
  readonly group: 'tools' | 'editing' | 'view' | 'panels'
  /** `mod` is Control, or Command on a Mac. */
  readonly keys: string
  /** False where the key means nothing at the moment and goes on to whoever wants it. */
  readonly run: (board: Board) => boolean
}

const always =
  (act: (board: Board) => void): Shortcut['run'] =>
  board => {
    act(board)
    return true
  }

const withSelection =
  (act: (board: Board) => void, mustEdit = true): Shortcut['run'] =>
  board => {
    if (board.selection.get().length === 0 || (mustEdit && !mayEdit(board))) return false
    act(board)
    return true
  }

const nudge = (x: number, y: number) =>
  withSelection(board => moveObjects(board, movable(board, selectedObjects(board)), { x, y }, 'nudge'))

/** With a tool in hand that places something, in the middle of what is in view; otherwise what is selected is opened. */
function enter(board: Board): boolean {
  const kind = placedBy(board.tool.get())
  const view = board.view.get()
  const [object] = selectedObjects(board)
  if (kind && view) placeObject(board, kind, view.screenToBoard({ x: view.size.width / 2, y: view.size.height / 2 }))
  else if (object) openObject(board, object)
  else return false
  return true
}

const selectAll = (board: Board) =>
  select(
    board,
    [...board.live.objects.values()].filter(object => !isAttached(object)).map(({ id }) => id),
  )

function leaveAll(board: Board): boolean {
  if (board.entered.get() !== null) board.entered.set(null)
  else if (board.tool.get() !== 'select') board.tool.set('select')
  else if (board.selection.get().length > 0) select(board, [])
  else if (board.panel.get() !== null) board.panel.set(null)
  else return false
  return true
}

const page = (by: number): Shortcut['run'] =>
  withSelection(board => {
    const [object] = selectedObjects(board)
    if (object) turnPage(board, object, by)
  }, false)

const panel = (name: 'search' | 'outline' | 'comments') =>
  always(({ panel }) => panel.set(panel.get() === name ? null : name))

function zoomToSelection(board: Board) {
  const box = boundsOfSelection(board)
  if (box) board.view.get()?.fit(box, { animate: true, most: 2 })
}

// biome-ignore format: a table
export const shortcutList: readonly Shortcut[] = [
  ...toolList.map(({ name, key }): Shortcut => ({ name, group: 'tools', keys: key, run: always(board => takeTool(board, name)) })),
  { name: 'undo',       group: 'editing', keys: 'mod+z',          run: always(undo) },
  { name: 'redo',       group: 'editing', keys: 'mod+shift+z',    run: always(redo) },
  { name: 'redo',       group: 'editing', keys: 'mod+y',          run: always(redo) },
  { name: 'selectAll',  group: 'editing', keys: 'mod+a',          run: always(selectAll) },
  { name: 'selectNext', group: 'editing', keys: 'alt+arrowright', run: always(board => selectNext(board, 1)) },
  { name: 'selectPrevious', group: 'editing', keys: 'alt+arrowleft', run: always(board => selectNext(board, -1)) },
  { name: 'duplicate',  group: 'editing', keys: 'mod+d',          run: withSelection(board => void duplicate(board, selectedObjects(board), { x: 40, y: 40 })) },
  { name: 'delete',     group: 'editing', keys: 'delete',         run: withSelection(board => deleteObjects(board, selectedObjects(board))) },
  { name: 'delete',     group: 'editing', keys: 'backspace',      run: withSelection(board => deleteObjects(board, selectedObjects(board))) },
  { name: 'pin',        group: 'editing', keys: 'l',              run: withSelection(board => togglePin(board, selectedObjects(board))) },
  { name: 'open',       group: 'editing', keys: 'enter',          run: enter },
  { name: 'nudge',      group: 'editing', keys: 'arrowleft',      run: nudge(-10, 0) },
  { name: 'nudge',      group: 'editing', keys: 'arrowright',     run: nudge(10, 0) },
  { name: 'nudge',      group: 'editing', keys: 'arrowup',        run: nudge(0, -10) },
  { name: 'nudge',      group: 'editing', keys: 'arrowdown',      run: nudge(0, 10) },
  { name: 'nudgeFar',   group: 'editing', keys: 'shift+arrowleft',  run: nudge(-100, 0) },
  { name: 'nudgeFar',   group: 'editing', keys: 'shift+arrowright', run: nudge(100, 0) },
  { name: 'nudgeFar',   group: 'editing', keys: 'shift+arrowup',    run: nudge(0, -100) },
  { name: 'nudgeFar',   group: 'editing', keys: 'shift+arrowdown',  run: nudge(0, 100) },
  { name: 'leave',      group: 'editing', keys: 'escape',         run: leaveAll },
  { name: 'previousPage', group: 'view',  keys: '[',              run: page(-1) },
  { name: 'nextPage',   group: 'view',    keys: ']',              run: page(1) },
  { name: 'fit',        group: 'view',    keys: 'shift+1',        run: always(board => board.view.get()?.fit(undefined, { animate: true })) },
  { name: 'zoomToSelection', group: 'view', keys: 'shift+2',      run: withSelection(zoomToSelection, false) },
  { name: 'actualSize', group: 'view',    keys: 'shift+0',        run: always(board => board.view.get()?.zoomTo(1, undefined, { animate: true })) },
  { name: 'zoomIn',     group: 'view',    keys: '+',              run: always(board => board.view.get()?.zoomBy(1.25, undefined, { animate: true })) },
  { name: 'zoomOut',    group: 'view',    keys: '-',              run: always(board => board.view.get()?.zoomBy(0.8, undefined, { animate: true })) },
  { name: 'search',     group: 'panels',  keys: 'mod+f',          run: panel('search') },
  { name: 'outline',    group: 'panels',  keys: 'o',              run: panel('outline') },
  { name: 'comments',   group: 'panels',  keys: 'shift+c',        run: panel('comments') },
  { name: 'shortcuts',  group: 'panels',  keys: '?',              run: always(({ dialog }) => dialog.set('shortcuts')) },
]
