// What can be done with objects, and how they are moved, carried and resized.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BoardObject } from '@tessera/client'
import { boardObject } from '../testing/board-object.ts'
import { canMove, creationDataOf, fieldOf, resizeModeOf, textFieldOf } from './abilities.ts'
import { withCarried } from './carried.ts'
import { changesToMove, shownDuring } from './moves.ts'
import { changedFields, handlesOf, resize } from './resize.ts'
import { translation } from './transform.ts'

const southEast = { x: 1, y: 1 } as const
const northWest = { x: -1, y: -1 } as const

test('[WEB-1] the resize mode follows from the fields of the kind', () => {
  const modes = (['note', 'image', 'document', 'text', 'browser', 'canvas', 'stroke'] as const).map(kind => [
    kind,
    resizeModeOf(boardObject(kind)),
    handlesOf(boardObject(kind)).length,
  ])
  assert.deepEqual(modes, [
    ['note', 'scale', 4],
    ['image', 'scale', 4],
    ['document', 'scale', 4],
    ['text', 'sides', 8],
    ['browser', 'sides', 8],
    ['canvas', 'sides', 8],
    ['stroke', null, 0],
  ])
  assert.equal(resizeModeOf(boardObject('note', { pin: true })), null)
})

test('[WEB-1] the searched text is the one that is edited in place', () => {
  assert.deepEqual(
    (['note', 'text', 'canvas', 'browser', 'image', 'document', 'stroke'] as const).map(kind =>
      textFieldOf(boardObject(kind)),
    ),
    ['text', 'text', 'name', 'url', 'name', null, null],
  )
})

test('[WEB-1] a pinned object and a stroke on another one cannot be moved', () => {
  assert.equal(canMove(boardObject('note')), true)
  assert.equal(canMove(boardObject('note', { pin: true })), false)
  assert.equal(canMove(boardObject('stroke')), true)
  assert.equal(canMove(boardObject('stroke', { targetId: 'a', targetType: 'note' })), false)
})

test('[WEB-1] a move is rounded to integers', () => {
  const note = boardObject('note', { id: 'n', x: 10, y: 20 })
  const stroke = boardObject('stroke', { id: 's', points: [0, 0, 5, 5], size: 7 })
  assert.deepEqual(changesToMove([note, stroke], { x: 1.4, y: -2.6 }), [
    { op: 'update', id: 'n', data: { x: 11, y: 17 } },
    { op: 'update', id: 's', data: { points: [1, -3, 6, 2] } },
  ])
  assert.deepEqual(changesToMove([note], { x: 0.3, y: 0 }), [])
  const [far] = shownDuring([note], translation({ x: 2e9, y: 0 })).values()
  assert.equal(fieldOf(far as BoardObject, 'x'), 1_000_000_000)
})

test('[WEB-3] a canvas carries objects whose middle is inside it, including other canvases, but nothing pinned', () => {
  const canvas = boardObject('canvas', { id: 'c', x: 0, y: 0, width: 1000, height: 1000 })
  const inner = boardObject('canvas', { id: 'i', x: 600, y: 600, width: 700, height: 700 })
  const inside = boardObject('note', { id: 'in', x: 100, y: 100 })
  const onInner = boardObject('note', { id: 'on', x: 900, y: 1000 })
  const pinned = boardObject('note', { id: 'pin', x: 100, y: 100, pin: true })
  const outside = boardObject('note', { id: 'out', x: 900, y: 0 })
  const taken = withCarried([canvas], [canvas, inner, inside, onInner, pinned, outside]).map(({ id }) => id)
  assert.deepEqual(taken.sort(), ['c', 'i', 'in', 'on'])
})

test('[WEB-1] a scaled object keeps its proportions and the limits of its kind', () => {
  const note = boardObject('note', { x: 0, y: 0, width: 560, height: 320, scale: 1 })
  assert.deepEqual(resize(note, southEast, { x: 280, y: 0 }), { x: 0, y: 0, scale: 1.5 })
  assert.deepEqual(resize(note, northWest, { x: -560, y: -320 }), { x: -560, y: -320, scale: 2 })
  assert.equal(resize(note, southEast, { x: 99_999, y: 0 }).scale, 4)
  assert.equal(resize(note, southEast, { x: -99_999, y: -99_999 }).scale, 0.5)
})

test('[WEB-1] an object with sides is resized on each side, and only the changed fields are sent', () => {
  const text = boardObject('text', { x: 10, y: 10, width: 200, height: 100 })
  assert.deepEqual(changedFields(text, resize(text, { x: 1, y: 0 }, { x: 50.4, y: 99 })), { width: 250 })
  assert.deepEqual(changedFields(text, resize(text, { x: -1, y: 0 }, { x: 50, y: 0 })), { x: 60, width: 150 })
  assert.deepEqual(resize(text, southEast, { x: -999, y: -999 }), { x: 10, y: 10, width: 24, height: 24 })
})

test('[WEB-1] the creation data has only fields that can be set', () => {
  const data = creationDataOf(boardObject('note', { id: 'n', x: 3, text: 'hello', backgroundColor: 'Gold' }))
  assert.equal(data.text, 'hello')
  assert.equal(data.backgroundColor, 'Gold')
  assert.equal('id' in data || 'width' in data || 'version' in data, false)
})
