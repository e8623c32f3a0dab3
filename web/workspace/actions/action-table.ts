// Everything that can be done on the board, one row each: its picture, whether it is allowed and means something at the
// moment, and the act. Keys, the bar of the selection and the menus do nothing but what is here.

import { kinds } from '@tessera/contract'
import type { Point } from '@tessera/drawing'
import type { IconName } from '../icons/icon.tsx'
import { canUpdate, isAttached, isPinned, kindOfObject, takesComments } from '../objects/abilities.ts'
import { isBrowserWidget } from '../objects/browser-object.ts'
import { hasTextPlace } from '../objects/text-places.ts'
import type { OpenBoard, PanelName } from '../state/board.ts'
import { boundsOfSelection, select, selectedObjects } from '../state/selection.ts'
import { deleteObjects, togglePin } from './changes/object-changes.ts'
import { copySelection, cutSelection, pasteAt } from './clipboard/menu-clipboard.ts'
import { duplicateObjects } from './clipboard/paste.ts'
import { copyLink, openFile, openInNewTab } from './open-links.ts'
import { chooseTool } from './placing/choose-tool.ts'
import { openObject } from './placing/open-object.ts'
import { placeObject } from './placing/place-object.ts'
import { type ActionContext, actionContextOf } from './situation.ts'
import { turnPage } from './turn-page.ts'
import { redo, undo } from './undo-redo.ts'
import { chooseFiles } from './uploads/choose-files.ts'

export interface Action {
  readonly icon?: IconName
  readonly isAvailable: (situation: ActionContext) => boolean
  /** The key of this one does the same, for what is selected. */
  readonly sharesKeyOf?: 'comments'
  /** `at` is where somebody pointed on the board, if anybody did. */
  readonly run: (board: OpenBoard, at?: Point) => void
}

const always = () => true
const canEdit = ({ rights }: ActionContext) => rights.canEdit
const isSelected = ({ selected }: ActionContext) => selected.length > 0
const canChange = (situation: ActionContext) => canEdit(situation) && isSelected(situation)
/** What is drawn on an object goes only where that goes. */
const canCopy = ({ selected }: ActionContext) => selected.some(object => !isAttached(object))

const onFirst =
  (act: (board: OpenBoard, object: ReturnType<typeof selectedObjects>[number]) => void) => (board: OpenBoard) => {
    const [object] = selectedObjects(board)
    if (object) act(board, object)
  }

const toggled = (name: PanelName): Action => ({
  isAvailable: always,
  run: ({ panel }) => panel.set(panel.get() === name ? null : name),
})

/** Where nobody pointed, the tool is taken in hand. */
const placed = (kind: 'note' | 'text' | 'canvas'): Action => ({
  icon: kind,
  isAvailable: canEdit,
  run: (board, at) => (at ? placeObject(board, kind, at) : chooseTool(board, kind)),
})

// biome-ignore format: a table
const rows = {
  open:            { icon: 'pen',       isAvailable: canOpen,     run: onFirst(openObject) },
  openElsewhere:   { icon: 'enter',     isAvailable: ({ single: one }) => one !== null && isBrowserWidget(one), run: onFirst(openInNewTab) },
  openFile:        { icon: 'enter',     isAvailable: ({ single: one }) => one !== null && kindOfObject(one).upload !== undefined, run: onFirst(openFile) },
  previousPage:    { icon: 'previous',  isAvailable: ({ single: one, page }) => pagesOf(one) > 0 && page > 1, run: onFirst((board, object) => turnPage(board, object, -1)) },
  nextPage:        { icon: 'next',      isAvailable: ({ single: one, page }) => page < pagesOf(one), run: onFirst((board, object) => turnPage(board, object, 1)) },
  copy:            { icon: 'copy',      isAvailable: canCopy,     run: copySelection },
  cut:             { icon: 'cut',       isAvailable: situation => canEdit(situation) && canCopy(situation), run: cutSelection },
  paste:           { icon: 'paste',     isAvailable: canEdit,     run: pasteAt },
  duplicate:       { icon: 'duplicate', isAvailable: situation => canEdit(situation) && canCopy(situation), run: board => void duplicateObjects(board, selectedObjects(board), { x: 40, y: 40 }) },
  discuss:         { icon: 'comment',   isAvailable: canDiscuss,  sharesKeyOf: 'comments', run: ({ panel }) => panel.set('comments') },
  link:            { icon: 'link',      isAvailable: ({ single: one }) => one !== null, run: onFirst(copyLink) },
  pin:             { icon: 'pin',       isAvailable: situation => canEdit(situation) && pinnable(situation).length > 0, run: board => togglePin(board, selectedObjects(board)) },
  delete:          { icon: 'delete',    isAvailable: canChange,   run: board => deleteObjects(board, selectedObjects(board)) },
  note:            placed(kinds.note.name),
  text:            placed(kinds.text.name),
  canvas:          placed(kinds.canvas.name),
  browser:         { icon: 'browser',   isAvailable: canEdit,     run: askForAddress },
  upload:          { icon: 'upload',    isAvailable: canEdit,     run: chooseFiles },
  undo:            { icon: 'undo',      isAvailable: canEdit,     run: undo },
  redo:            { icon: 'redo',      isAvailable: canEdit,     run: redo },
  selectAll:       { icon: 'all',       isAvailable: ({ isEmpty }) => !isEmpty, run: selectAll },
  fit:             { icon: 'fit',       isAvailable: always,      run: board => board.view.get()?.fit(undefined, { animate: true }) },
  zoomToSelection: { icon: 'search',    isAvailable: isSelected,  run: zoomToSelection },
  actualSize:      { isAvailable: always,      run: board => board.view.get()?.zoomTo(1, undefined, { animate: true }) },
  zoomIn:          { icon: 'plus',      isAvailable: always,      run: board => board.view.get()?.zoomBy(1.25, undefined, { animate: true }) },
  zoomOut:         { icon: 'minus',     isAvailable: always,      run: board => board.view.get()?.zoomBy(0.8, undefined, { animate: true }) },
  search:          toggled('search'),
  outline:         toggled('outline'),
  comments:        toggled('comments'),
  shortcuts:       { icon: 'help',      isAvailable: always,      run: ({ dialog }) => dialog.set('shortcuts') },
} satisfies Readonly<Record<string, Action>>

export type ActionName = keyof typeof rows

export const actions: Readonly<Record<ActionName, Action>> = rows

/** False where it means nothing at the moment, or is not allowed. */
export function runAction(board: OpenBoard, name: ActionName, at?: Point): boolean {
  const { isAvailable: fits, run: act } = actions[name]
  if (!fits(actionContextOf(board))) return false
  act(board, at)
  return true
}

/** Whether what can be pinned is pinned already, all of it. */
export const isAllPinned = (situation: ActionContext) => pinnable(situation).every(isPinned)

function pinnable({ selected }: ActionContext) {
  return selected.filter(object => canUpdate(object, 'pin'))
}

/** Anything can be looked at closely; this is about more than that. */
function canOpen({ single: one, rights }: ActionContext): boolean {
  return one !== null && (isBrowserWidget(one) || (rights.canEdit && hasTextPlace(one)))
}

function canDiscuss({ single: one, rights, hasComments: isDiscussed }: ActionContext): boolean {
  return one !== null && takesComments(one) && (rights.canComment || isDiscussed)
}

function pagesOf(one: ActionContext['single']): number {
  return one && 'pages' in one ? (one.pages ?? 0) : 0
}

function askForAddress({ placementPoint: pointed, dialog }: OpenBoard, at?: Point): void {
  pointed.set(at ?? null)
  dialog.set('address')
}

function selectAll(board: OpenBoard): void {
  const free = [...board.live.objects.values()].filter(object => !isAttached(object))
  select(
    board,
    free.map(({ id }) => id),
  )
}

function zoomToSelection(board: OpenBoard): void {
  const box = boundsOfSelection(board)
  if (box) board.view.get()?.fit(box, { animate: true, most: 2 })
}
