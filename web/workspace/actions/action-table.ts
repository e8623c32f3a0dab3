// Everything that can be done on the board, one row each: its picture, whether it is allowed and means something at the
// moment, and the act. Keys, the bar of the selection and the menus do nothing but what is here.

import { kinds } from '@tessera/contract'
import type { Point } from '@tessera/drawing'
import type { IconName } from '../icons/icon.tsx'
import { canUpdate, isAttached, isPinned, kindOfObject, takesComments } from '../objects/abilities.ts'
import { isFramed } from '../objects/browser-object.ts'
import { hasTextPlace } from '../objects/text-places.ts'
import type { Board, PanelName } from '../state/board.ts'
import { boundsOfSelection, select, selectedObjects } from '../state/selection.ts'
import { deleteObjects, togglePin } from './changes/object-changes.ts'
import { copySelection, cutSelection, pasteAt } from './clipboard/menu-clipboard.ts'
import { duplicate } from './clipboard/paste.ts'
import { copyLink, openElsewhere, openFile } from './open-links.ts'
import { takeTool } from './placing/choose-tool.ts'
import { openObject } from './placing/open-object.ts'
import { placeObject } from './placing/place-object.ts'
import { type Situation, situationOf } from './situation.ts'
import { turnPage } from './turn-page.ts'
import { redo, undo } from './undo-redo.ts'
import { chooseFiles } from './uploads/choose-files.ts'

export interface Deed {
  readonly icon?: IconName
  readonly fits: (situation: Situation) => boolean
  /** The key of this one does the same, for what is selected. */
  readonly sharesKeyOf?: 'comments'
  /** `at` is where somebody pointed on the board, if anybody did. */
  readonly act: (board: Board, at?: Point) => void
}

const always = () => true
const canEdit = ({ rights }: Situation) => rights.canEdit
const isSelected = ({ selected }: Situation) => selected.length > 0
const canChange = (situation: Situation) => canEdit(situation) && isSelected(situation)
/** What is drawn on an object goes only where that goes. */
const canCopy = ({ selected }: Situation) => selected.some(object => !isAttached(object))

const onFirst = (act: (board: Board, object: ReturnType<typeof selectedObjects>[number]) => void) => (board: Board) => {
  const [object] = selectedObjects(board)
  if (object) act(board, object)
}

const toggled = (name: PanelName): Deed => ({
  fits: always,
  act: ({ panel }) => panel.set(panel.get() === name ? null : name),
})

/** Where nobody pointed, the tool is taken in hand. */
const placed = (kind: 'note' | 'text' | 'canvas'): Deed => ({
  icon: kind,
  fits: canEdit,
  act: (board, at) => (at ? placeObject(board, kind, at) : takeTool(board, kind)),
})

// biome-ignore format: a table
const rows = {
  open:            { icon: 'pen',       fits: canOpen,     act: onFirst(openObject) },
  openElsewhere:   { icon: 'enter',     fits: ({ one }) => one !== null && isFramed(one), act: onFirst(openElsewhere) },
  openFile:        { icon: 'enter',     fits: ({ one }) => one !== null && kindOfObject(one).upload !== undefined, act: onFirst(openFile) },
  previousPage:    { icon: 'previous',  fits: ({ one, page }) => pagesOf(one) > 0 && page > 1, act: onFirst((board, object) => turnPage(board, object, -1)) },
  nextPage:        { icon: 'next',      fits: ({ one, page }) => page < pagesOf(one), act: onFirst((board, object) => turnPage(board, object, 1)) },
  copy:            { icon: 'copy',      fits: canCopy,     act: copySelection },
  cut:             { icon: 'cut',       fits: situation => canEdit(situation) && canCopy(situation), act: cutSelection },
  paste:           { icon: 'paste',     fits: canEdit,     act: pasteAt },
  duplicate:       { icon: 'duplicate', fits: situation => canEdit(situation) && canCopy(situation), act: board => void duplicate(board, selectedObjects(board), { x: 40, y: 40 }) },
  discuss:         { icon: 'comment',   fits: canDiscuss,  sharesKeyOf: 'comments', act: ({ panel }) => panel.set('comments') },
  link:            { icon: 'link',      fits: ({ one }) => one !== null, act: onFirst(copyLink) },
  pin:             { icon: 'pin',       fits: situation => canEdit(situation) && pinnable(situation).length > 0, act: board => togglePin(board, selectedObjects(board)) },
  delete:          { icon: 'delete',    fits: canChange,   act: board => deleteObjects(board, selectedObjects(board)) },
  note:            placed(kinds.note.name),
  text:            placed(kinds.text.name),
  canvas:          placed(kinds.canvas.name),
  browser:         { icon: 'browser',   fits: canEdit,     act: askForAddress },
  upload:          { icon: 'upload',    fits: canEdit,     act: chooseFiles },
  undo:            { icon: 'undo',      fits: canEdit,     act: undo },
  redo:            { icon: 'redo',      fits: canEdit,     act: redo },
  selectAll:       { icon: 'all',       fits: ({ isEmpty }) => !isEmpty, act: selectAll },
  fit:             { icon: 'fit',       fits: always,      act: board => board.view.get()?.fit(undefined, { animate: true }) },
  zoomToSelection: { icon: 'search',    fits: isSelected,  act: zoomToSelection },
  actualSize:      { fits: always,      act: board => board.view.get()?.zoomTo(1, undefined, { animate: true }) },
  zoomIn:          { icon: 'plus',      fits: always,      act: board => board.view.get()?.zoomBy(1.25, undefined, { animate: true }) },
  zoomOut:         { icon: 'minus',     fits: always,      act: board => board.view.get()?.zoomBy(0.8, undefined, { animate: true }) },
  search:          toggled('search'),
  outline:         toggled('outline'),
  comments:        toggled('comments'),
  shortcuts:       { icon: 'help',      fits: always,      act: ({ dialog }) => dialog.set('shortcuts') },
} satisfies Readonly<Record<string, Deed>>

export type DeedName = keyof typeof rows

export const deeds: Readonly<Record<DeedName, Deed>> = rows

/** False where it means nothing at the moment, or is not allowed. */
export function doDeed(board: Board, name: DeedName, at?: Point): boolean {
  const { fits, act } = deeds[name]
  if (!fits(situationOf(board))) return false
  act(board, at)
  return true
}

/** Whether what can be pinned is pinned already, all of it. */
export const isAllPinned = (situation: Situation) => pinnable(situation).every(isPinned)

function pinnable({ selected }: Situation) {
  return selected.filter(object => canUpdate(object, 'pin'))
}

/** Anything can be looked at closely; this is about more than that. */
function canOpen({ one, rights }: Situation): boolean {
  return one !== null && (isFramed(one) || (rights.canEdit && hasTextPlace(one)))
}

function canDiscuss({ one, rights, isDiscussed }: Situation): boolean {
  return one !== null && takesComments(one) && (rights.canComment || isDiscussed)
}

function pagesOf(one: Situation['one']): number {
  return one && 'pages' in one ? (one.pages ?? 0) : 0
}

function askForAddress({ pointed, dialog }: Board, at?: Point): void {
  pointed.set(at ?? null)
  dialog.set('address')
}

function selectAll(board: Board): void {
  const free = [...board.live.objects.values()].filter(object => !isAttached(object))
  select(
    board,
    free.map(({ id }) => id),
  )
}

function zoomToSelection(board: Board): void {
  const box = boundsOfSelection(board)
  if (box) board.view.get()?.fit(box, { animate: true, most: 2 })
}
