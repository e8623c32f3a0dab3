import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BoardObject } from '@tessera/client'
import { boardObject } from '../../testing/board-object.ts'
import type { ActionContext } from '../action-context.ts'
import { menuEntries } from './menu-entries.ts'

const editor = { canEdit: true, canComment: true, canRename: true, canListUsers: true, canPublish: true }
const viewer = { canEdit: false, canComment: false, canRename: false, canListUsers: false, canPublish: false }

const situation = (rights: ActionContext['rights'], ...selected: BoardObject[]): ActionContext => ({
  rights,
  selected,
  single: selected.length === 1 ? (selected[0] ?? null) : null,
  hasComments: false,
  page: 1,
  isEmpty: false,
})

const note = boardObject('note')
const canvas = boardObject('canvas')
const document = boardObject('document')
const browser = boardObject('browser')
const stroke = boardObject('stroke')
const onNote = boardObject('stroke', { targetId: note.id, targetType: 'note' })

test('[WEB-30] the menu of an object holds what can be done with it', () => {
  assert.deepEqual(menuEntries('objects', situation(editor, note)), [
    ['open', 'zoomToSelection'],
    ['cut', 'copy', 'paste', 'duplicate'],
    ['openComments', 'copyLink', 'pin'],
    ['delete'],
  ])
  assert.deepEqual(menuEntries('objects', situation(editor, browser))[0], ['open', 'openInNewTab', 'zoomToSelection'])
  assert.deepEqual(menuEntries('objects', situation(editor, document)).slice(0, 2), [
    ['openFile', 'zoomToSelection'],
    ['nextPage'],
  ])
  const inside = { ...situation(editor, document), page: 2 }
  assert.deepEqual(menuEntries('objects', inside)[1], ['previousPage', 'nextPage'])
})

test('[WEB-30] for several, and for what is drawn on something, only what fits is left', () => {
  assert.deepEqual(menuEntries('objects', situation(editor, note, stroke)), [
    ['zoomToSelection'],
    ['cut', 'copy', 'paste', 'duplicate'],
    ['pin'],
    ['delete'],
  ])
  assert.deepEqual(menuEntries('objects', situation(editor, onNote)), [
    ['zoomToSelection'],
    ['paste'],
    ['copyLink'],
    ['delete'],
  ])
})

test('[WEB-30] on the ground, and on a canvas, things are put down', () => {
  assert.deepEqual(menuEntries('ground', situation(editor)), [
    ['note', 'text', 'canvas', 'browser', 'upload'],
    ['paste'],
    ['selectAll', 'fit'],
    ['shortcuts'],
  ])
  assert.deepEqual(menuEntries('both', situation(editor, canvas)).slice(0, 2), [
    ['open', 'zoomToSelection'],
    ['note', 'text', 'browser', 'upload'],
  ])
  const empty = { ...situation(editor), isEmpty: true }
  assert.deepEqual(menuEntries('ground', empty)[2], ['fit'])
})

test('[WEB-30] who may only look is offered nothing that changes the board', () => {
  assert.deepEqual(menuEntries('ground', situation(viewer)), [['selectAll', 'fit'], ['shortcuts']])
  assert.deepEqual(menuEntries('objects', situation(viewer, note)), [['zoomToSelection'], ['copy'], ['copyLink']])
  assert.deepEqual(menuEntries('both', situation(viewer, canvas)), [['zoomToSelection'], ['copy'], ['copyLink']])
  const discussed = { ...situation(viewer, note), isDiscussed: true }
  assert.deepEqual(menuEntries('objects', discussed).at(-1), ['openComments', 'copyLink'])
})
