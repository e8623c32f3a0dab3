import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BoardObject } from '@tessera/client'
import { boardObject } from '../testing/board-object.ts'
import { findNext, nextCorner } from './next-object.ts'

const onBoard = (...objects: BoardObject[]) => new Map(objects.map(object => [object.id, object]))
const note = (x: number, y: number, scale = 1) => boardObject('note', { x, y, width: 560, height: 320, scale })

test('[WEB-51] the next note is aligned, with the same gap on every side', () => {
  const first = note(100, 50)
  assert.deepEqual(nextCorner(first, 'right'), { x: 700, y: 50 })
  assert.deepEqual(nextCorner(first, 'left'), { x: -500, y: 50 })
  assert.deepEqual(nextCorner(first, 'below'), { x: 100, y: 410 })
  assert.deepEqual(nextCorner(note(100, 50, 0.5), 'right'), { x: 420, y: 50 }, 'a scaled note is smaller')
})

test('[WEB-51] a note that is already there is the next one, another kind is not', () => {
  const [first, beside, roughly] = [note(0, 0), note(600, 0), note(0, 420)]
  const text = boardObject('text', { x: -600, y: 0, width: 560, height: 320 })
  const board = onBoard(first, beside, roughly, text)
  assert.equal(findNext(first, 'right', board), beside)
  assert.equal(findNext(first, 'below', board), roughly)
  assert.equal(findNext(first, 'left', board), null)
  assert.equal(findNext(beside, 'right', board), null)
  assert.equal(findNext(beside, 'left', board), first)
})
