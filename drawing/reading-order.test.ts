import assert from 'node:assert/strict'
import { test } from 'node:test'
import { boxAround } from './box-around.ts'
import { sortByReadingOrder } from './reading-order.ts'

const box = (x: number, y: number, height = 100) => ({ x, y, width: 100, height })
const inOrder = (boxes: ReturnType<typeof box>[], maxHeight?: number) =>
  sortByReadingOrder(boxes, one => one, maxHeight).map(({ x, y }) => [x, y])

test('[EXP-5] a row has what starts above the middle of its first box, from the left', () => {
  assert.deepEqual(inOrder([box(300, 49), box(0, 50), box(200, 0)]), [[200, 0], [300, 49], [0, 50]]) // biome-ignore format: short
  assert.deepEqual(inOrder([]), [])
})

test('[WEB-8] a tall object is not in a row with everything beside it', () => {
  const boxes = [box(0, 300), box(200, 0, 2_000)]
  assert.deepEqual(inOrder(boxes), [[0, 300], [200, 0]]) // biome-ignore format: short
  assert.deepEqual(inOrder(boxes, 400), [[200, 0], [0, 300]]) // biome-ignore format: short
})

test('the box around boxes contains all of them, also those without a size', () => {
  assert.equal(boxAround([]), null)
  assert.deepEqual(boxAround([{ x: 5, y: 7, width: 0, height: 0 }]), { x: 5, y: 7, width: 0, height: 0 })
  assert.deepEqual(boxAround([box(0, 0), box(-50, 250)]), { x: -50, y: 0, width: 150, height: 350 })
})
