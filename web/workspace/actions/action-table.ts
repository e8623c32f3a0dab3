// Everything a user can do on the board, one row each: the icon, when it is available, and what it does. Shortcuts, the
// selection bar, the toolbars and the menus run only what is listed here.

import type { BoardObject } from '@tessera/client'
import type { Point } from '@tessera/drawing'
import type { IconName } from '../icons/icon.tsx'
import { type AddToolName, workspaceKindOf } from '../kinds/index.ts'
import { canUpdate, isAttached, isPinned, kindOfObject, takesComments } from '../objects/abilities.ts'
import { isBrowserWidget } from '../objects/browser-object.ts'
import { isStoredEraser } from '../objects/stored-erasers.ts'
import type { OpenBoard, PanelName } from '../state/board.ts'
import { boundsOfSelection, select, selectedObjects } from '../state/selection.ts'
import { toolList } from '../state/tool-list.ts'
import type { Action } from './action.ts'
import { type ActionContext, actionContextOf } from './action-context.ts'
import { arrangingActions } from './arranging/arranging-actions.ts'
import { canvasActions } from './canvases/canvas-actions.ts'
import { deleteObjects, togglePin } from './changes/object-changes.ts'
import { copySelection, cutSelection, pasteAt } from './clipboard/menu-clipboard.ts'
import { duplicateObjects } from './clipboard/paste.ts'
import { connectingActions } from './connecting/connecting-actions.ts'
import { exportActions } from './exporting/export-actions.ts'
import { importActions } from './importing/import-actions.ts'
import { copyLink, linksOf, openFile, openInNewTab, openLink } from './open-links.ts'
import { chooseTool } from './placing/choose-tool.ts'
import { editObject, openObject } from './placing/open-object.ts'
import { askForAddress, placeObject } from './placing/place-object.ts'
import { stylingActions } from './styling/styling-actions.ts'
import { turnPage } from './turn-page.ts'
import { redo, undo } from './undo-redo.ts'
import { chooseFiles } from './uploads/choose-files.ts'

const always = () => true
const canEdit = ({ rights }: ActionContext) => rights.canEdit
const isSelected = ({ selected }: ActionContext) => selected.length > 0
const canChange = (context: ActionContext) => canEdit(context) && isSelected(context)
/** A stroke on an object is copied only together with that object. */
const canCopy = ({ selected }: ActionContext) => selected.some(object => !isAttached(object))
const canCut = (context: ActionContext) => canEdit(context) && canCopy(context)

const onFirst =
  (run: (board: OpenBoard, object: BoardObject, at?: Point) => void) => (board: OpenBoard, at?: Point) => {
    const [object] = selectedObjects(board)
    if (object) run(board, object, at)
  }

const togglePanel = (name: PanelName, icon: IconName): Action => ({
  icon,
  isAvailable: always,
  run: ({ panel }) => panel.set(panel.get() === name ? null : name),
})

// biome-ignore format: a table
const rows = {
  open:            { icon: 'pen',       isAvailable: canOpen,     run: onFirst(openObject) },
  rename:          { icon: 'pen',       isAvailable: canRename,   run: onFirst((board, object) => editObject(board, object.id)) },
  openInNewTab:    { icon: 'enter',     isAvailable: ({ single }) => single !== null && isBrowserWidget(single), run: onFirst(openInNewTab) },
  openLink:        { icon: 'enter',     isAvailable: ({ single }) => single !== null && linksOf(single).length > 0, run: onFirst(openLink) },
  openFile:        { icon: 'enter',     isAvailable: ({ single }) => single !== null && kindOfObject(single).upload !== undefined, run: onFirst(openFile) },
  previousPage:    { icon: 'previous',  isAvailable: ({ single, page }) => pageCount(single) > 0 && page > 1, run: onFirst((board, object) => turnPage(board, object, -1)) },
  nextPage:        { icon: 'next',      isAvailable: ({ single, page }) => page < pageCount(single), run: onFirst((board, object) => turnPage(board, object, 1)) },
  copy:            { icon: 'copy',      isAvailable: canCopy,     run: copySelection },
  cut:             { icon: 'cut',       isAvailable: canCut,      run: cutSelection },
  paste:           { icon: 'paste',     isAvailable: canEdit,     run: pasteAt },
  duplicate:       { icon: 'duplicate', isAvailable: canCut,      run: board => void duplicateObjects(board, selectedObjects(board), { x: 40, y: 40 }) },
  openComments:    { icon: 'comment',   isAvailable: canComment,  sharesKeyOf: 'comments', run: onFirst((board, object) => board.commentPlace.set({ objectId: object.id })) },
  copyLink:        { icon: 'link',      isAvailable: ({ single }) => single !== null, run: onFirst(copyLink) },
  pin:             { icon: 'pin',       isAvailable: context => canEdit(context) && pinnable(context).length > 0, run: board => togglePin(board, selectedObjects(board)) },
  delete:          { icon: 'delete',    isAvailable: canChange,   run: board => deleteObjects(board, selectedObjects(board)) },
  ...arrangingActions,
  ...canvasActions,
  ...connectingActions,
  undo:            { icon: 'undo',      isAvailable: canEdit,     run: undo },
  redo:            { icon: 'redo',      isAvailable: canEdit,     run: redo },
  selectAll:       { icon: 'all',       isAvailable: ({ isEmpty }) => !isEmpty, run: selectAll },
  fit:             { icon: 'fit',       isAvailable: always,      run: board => board.view.get()?.fit(undefined, { animate: true }) },
  zoomToSelection: { icon: 'search',    isAvailable: isSelected,  run: zoomToSelection },
  actualSize:      { icon: 'fit',       isAvailable: always, run: board => board.view.get()?.zoomTo(1, undefined, { animate: true }) },
  zoomIn:          { icon: 'plus',      isAvailable: always,      run: board => board.view.get()?.zoomBy(1.25, undefined, { animate: true }) },
  zoomOut:         { icon: 'minus',     isAvailable: always,      run: board => board.view.get()?.zoomBy(0.8, undefined, { animate: true }) },
  search:          togglePanel('search', 'search'),
  outline:         togglePanel('outline', 'outline'),
  comments:        { icon: 'comment',   isAvailable: always,      run: toggleComments },
  palette:         { icon: 'search',    isAvailable: always,      run: ({ dialog }) => dialog.set('palette') },
  shortcuts:       { icon: 'help',      isAvailable: always,      run: ({ dialog }) => dialog.set('shortcuts') },
  ...stylingActions,
  ...exportActions,
  ...importActions,
} satisfies Readonly<Record<string, Action>>

/** The actions that add an object are named like the tools that do. */
export type ActionName = keyof typeof rows | AddToolName

export const addTools = toolList.filter(
  ({ creates }) => creates && creates.use.type !== 'draw' && creates.use.type !== 'connect',
)

const addRows = Object.fromEntries(
  addTools.map(({ name, icon, creates }): [string, Action] => [
    name,
    {
      icon,
      isAvailable: canEdit,
      run(board, at) {
        if (creates?.use.type === 'ask-address') askForAddress(board, at)
        else if (creates?.use.type === 'choose-files') chooseFiles(board, at)
        else if (creates && at) placeObject(board, creates.kind, at)
        else chooseTool(board, name)
      },
    },
  ]),
) as Record<AddToolName, Action>

export const actions: Readonly<Record<ActionName, Action>> = { ...rows, ...addRows }

/** False if the action is not available. */
export function runAction(board: OpenBoard, name: ActionName, at?: Point): boolean {
  const { isAvailable, run } = actions[name]
  if (!isAvailable(actionContextOf(board))) return false
  run(board, at)
  return true
}

/** Whether everything selected that can be pinned is pinned. */
export const isAllPinned = (context: ActionContext) => pinnable(context).every(isPinned)

function pinnable({ selected }: ActionContext) {
  return selected.filter(object => canUpdate(object, 'pin'))
}

/** Every object can be zoomed to; this is about editing its text or using its page. */
function canOpen({ single, rights }: ActionContext): boolean {
  const type = single && workspaceKindOf(single).open?.type
  return type === 'use-page' || (type === 'edit-text' && rights.canEdit)
}

/** For objects whose name is edited in place, but not by opening them. */
function canRename({ single, rights }: ActionContext): boolean {
  if (!single || !rights.canEdit) return false
  const { textBox, open } = workspaceKindOf(single)
  return textBox !== undefined && open === undefined
}

function canComment({ single, rights, hasComments }: ActionContext): boolean {
  return single !== null && takesComments(single) && (rights.canComment || hasComments)
}

/** The comments on the selected object, or the list of all. */
function toggleComments(board: OpenBoard): void {
  const { panel, commentPlace } = board
  const context = actionContextOf(board)
  if (commentPlace.get() !== null) commentPlace.set(null)
  else if (panel.get() !== 'comments' && canComment(context) && context.single)
    commentPlace.set({ objectId: context.single.id })
  else panel.set(panel.get() === 'comments' ? null : 'comments')
}

function pageCount(object: BoardObject | null): number {
  return object && 'pages' in object ? (object.pages ?? 0) : 0
}

function selectAll(board: OpenBoard): void {
  const free = [...board.live.objects.values()].filter(object => !isAttached(object) && !isStoredEraser(object))
  select(
    board,
    free.map(({ id }) => id),
  )
}

function zoomToSelection(board: OpenBoard): void {
  const box = boundsOfSelection(board)
  if (box) board.view.get()?.fit(box, { animate: true, maxZoom: 2 })
}
