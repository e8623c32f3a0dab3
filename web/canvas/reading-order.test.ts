import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Drawable } from '@tessera/drawing'
import { aCanvas, aNote, aStroke } from '@tessera/drawing/testing/sample-objects'
import { readingOrder } from './reading-order.ts'

const ids = (objects: readonly Drawable[]) => readingOrder(objects).map(({ object }) => object.id)

test('[WEB-8] objects are read row by row, even if they are not aligned exactly', () => {
  const at = (id: string, x: number, y: number) => aNote({ id, x, y })
  const objects = [at('d', 700, 420), at('b', 640, 12), at('a', 0, 30), at('c', 20, 400), at('e', 1400, 390)]
  assert.deepEqual(ids(objects), ['a', 'b', 'c', 'd', 'e'])
})

test('objects on a canvas are read after its name', () => {
  const objects = [
    aNote({ id: 'beside', x: 1200, y: 100 }),
    aNote({ id: 'second', x: 100, y: 600 }),
    aNote({ id: 'first', x: 100, y: 100 }),
    aCanvas({ id: 'canvas', x: 0, y: 0 }),
  ]
  assert.deepEqual(ids(objects), ['canvas', 'first', 'second', 'beside'])
  assert.equal(readingOrder(objects)[1]?.canvas?.id, 'canvas')
  assert.equal(readingOrder(objects)[3]?.canvas, null)
})

test('an object on two canvases belongs to the smaller one', () => {
  const objects = [
    aCanvas({ id: 'wide', width: 3000, height: 3000 }),
    aCanvas({ id: 'inner', x: 1000, y: 1000, width: 900, height: 900 }),
    aNote({ id: 'note', x: 1100, y: 1100 }),
  ]
  assert.equal(readingOrder(objects).find(({ object }) => object.id === 'note')?.canvas?.id, 'inner')
})

test('[WEB-90] drawings on the board are read, strokes on an object and those of an eraser are not', () => {
  const objects = [
    aNote({ id: 'n' }),
    aStroke([0, 900, 5, 905], { id: 's' }),
    aStroke([0, 0, 5, 5], { targetId: 'n' }),
    aStroke([0, 0, 5, 5], { brushType: 'Eraser' }),
  ]
  assert.deepEqual(ids(objects), ['n', 's'])
})
