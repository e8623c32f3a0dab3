import assert from 'node:assert/strict'
import { test } from 'node:test'
import { arrangeInRows, freePlace, placingGap } from './free-place.ts'

const box = (x: number, y: number, width = 100, height = 100) => ({ x, y, width, height })

test('[WEB-96] a new object is where it is wanted if that is free, and otherwise beside what is there', () => {
  assert.deepEqual(freePlace(box(10, 10), []), { x: 10, y: 10 })
  assert.deepEqual(freePlace(box(10, 10), [box(200, 0)]), { x: 10, y: 10 })
  assert.deepEqual(freePlace(box(10, 0), [box(0, 0)]), { x: 100 + placingGap, y: 0 })
  assert.deepEqual(freePlace(box(-10, 0), [box(0, 0)]), { x: -100 - placingGap, y: 0 })
  assert.deepEqual(freePlace(box(0, 30, 400, 100), [box(150, 0, 100, 100)]), { x: 0, y: 140 })
})

test('[WEB-96] a gap that is too small is skipped, and there is always a place', () => {
  const wall = Array.from({ length: 300 }, (_, index) => box((index % 20) * 120, Math.floor(index / 20) * 120))
  const found = freePlace(box(1000, 700), wall)
  const isFree = wall.every(
    one => found.x >= one.x + 100 || one.x >= found.x + 100 || found.y >= one.y + 100 || one.y >= found.y + 100,
  )
  assert.ok(isFree, JSON.stringify(found))
  assert.deepEqual(freePlace(box(0, 0), [box(-90, -10), box(110, 0)]), { x: 0, y: 130 })
})

test('[WEB-96] several objects are placed in a row, many in a grid, in order and without overlaps', () => {
  const row = arrangeInRows([box(0, 0), box(0, 0, 50, 200), box(0, 0)])
  assert.deepEqual(
    row.places.map(({ x, y }) => [x, y]),
    [
      [0, 0],
      [140, 0],
      [230, 0],
    ],
  )
  assert.deepEqual(row.size, { width: 330, height: 200 })
  const grid = arrangeInRows(Array.from({ length: 7 }, () => box(0, 0)))
  assert.deepEqual(
    grid.places.map(({ x, y }) => [x / 140, y / 140]),
    [
      [0, 0],
      [1, 0],
      [2, 0],
      [0, 1],
      [1, 1],
      [2, 1],
      [0, 2],
    ],
  )
  assert.deepEqual(arrangeInRows([]).places, [])
})
