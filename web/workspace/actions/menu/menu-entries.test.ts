import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BoardObject } from '@tessera/client'
import { boardObject } from '../../testing/board-object.ts'
import type { ActionContext } from '../action-context.ts'
import { addTools } from '../action-table.ts'
import { menuEntries } from './menu-entries.ts'

const editor = {
  canEdit: true,
  canComment: true,
  canRename: true,
  canListUsers: true,
  canPublish: true,
  canDeleteComments: true,
}
const viewer = {
  canEdit: false,
  canComment: false,
  canRename: false,
  canListUsers: false,
  canPublish: false,
  canDeleteComments: false,
}

const contextOf = (rights: ActionContext['rights'], ...selected: BoardObject[]): ActionContext => ({
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

test('[WEB-30] the menu of an object lists the available actions', () => {
  assert.deepEqual(menuEntries('objects', contextOf(editor, note)), [
    ['open', 'zoomToSelection'],
    ['cut', 'copy', 'paste', 'duplicate'],
    ['copyAsPng', 'copyAsSvg', 'export'],
    ['copyStyle', 'pasteStyle'],
    ['bringToFront', 'bringForward', 'sendBackward', 'sendToBack'],
    ['connect'],
    ['openComments', 'copyLink', 'pin'],
    ['delete'],
  ])
  assert.deepEqual(menuEntries('objects', contextOf(editor, browser))[0], ['open', 'openInNewTab', 'zoomToSelection'])
  assert.deepEqual(menuEntries('objects', contextOf(editor, document)).slice(0, 2), [
    ['openFile', 'zoomToSelection'],
    ['nextPage'],
  ])
  const inside = { ...contextOf(editor, document), page: 2 }
  assert.deepEqual(menuEntries('objects', inside)[1], ['previousPage', 'nextPage'])
})

test('[WEB-30] several objects, and strokes on objects, have only the actions that apply', () => {
  assert.deepEqual(menuEntries('objects', contextOf(editor, note, stroke)), [
    ['zoomToSelection'],
    ['cut', 'copy', 'paste', 'duplicate'],
    ['copyAsPng', 'copyAsSvg', 'export'],
    ['copyStyle', 'pasteStyle'],
    ['bringToFront', 'bringForward', 'sendBackward', 'sendToBack', 'group'],
    ['alignLeft', 'alignCenter', 'alignRight', 'alignTop', 'alignMiddle', 'alignBottom'],
    ['tidyUp'],
    ['pin'],
    ['delete'],
  ])
  const grouped = [note, { ...canvas, group: 'g' }, { ...document, group: 'g' }]
  assert.deepEqual(menuEntries('objects', contextOf(editor, ...grouped)).slice(4, 7), [
    ['bringToFront', 'bringForward', 'sendBackward', 'sendToBack', 'group', 'ungroup'],
    ['alignLeft', 'alignCenter', 'alignRight', 'alignTop', 'alignMiddle', 'alignBottom'],
    ['tidyUp', 'matchWidth', 'matchHeight', 'matchSize'],
  ])
  assert.deepEqual(menuEntries('objects', contextOf(editor, onNote)), [
    ['zoomToSelection'],
    ['paste'],
    ['copyAsPng', 'copyAsSvg', 'export'],
    ['copyStyle', 'pasteStyle'],
    ['copyLink'],
    ['delete'],
  ])
})

test('[WEB-30] the menus of the empty board and of a canvas add objects', () => {
  const added = addTools.map(({ name }) => name)
  assert.ok(added.includes('note') && added.includes('upload') && !added.includes('pen'))
  assert.deepEqual(menuEntries('ground', contextOf(editor)), [
    added,
    ['paste'],
    ['selectAll', 'fit'],
    ['snapToObjects', 'snapToGrid'],
    ['export', 'import'],
    ['shortcuts'],
  ])
  assert.deepEqual(menuEntries('both', contextOf(editor, canvas)).slice(0, 2), [
    ['open', 'zoomToSelection'],
    added.filter(name => name !== 'canvas'),
  ])
  const empty = { ...contextOf(editor), isEmpty: true }
  assert.deepEqual(menuEntries('ground', empty)[2], ['fit'])
})

test('[WEB-30] viewers get no action that changes the board', () => {
  const forViewers = [['zoomToSelection'], ['copy'], ['copyAsPng', 'copyAsSvg', 'export'], ['copyLink']]
  assert.deepEqual(menuEntries('ground', contextOf(viewer)), [['selectAll', 'fit'], ['export'], ['shortcuts']])
  assert.deepEqual(menuEntries('objects', contextOf(viewer, note)), forViewers)
  assert.deepEqual(menuEntries('both', contextOf(viewer, canvas)), forViewers)
  const withComments = { ...contextOf(viewer, note), hasComments: true }
  assert.deepEqual(menuEntries('objects', withComments).at(-1), ['openComments', 'copyLink'])
})
