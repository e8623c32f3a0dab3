import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Box, boxAround } from '@tessera/drawing'
import { createSpatialGrid, touches } from './spatial-grid.ts'

/** Generates the same numbers every time. */
function randomFrom(seed: number) {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    return state / 2 ** 32
  }
}

test('finds the same as a linear search while items are added, moved and removed', () => {
  const random = randomFrom(7)
  const boxes = new Map<number, Box>()
  const grid = createSpatialGrid<number>()
  const anywhere = (): Box => {
    const reach = 2 * Math.round(10 ** (2 + 7 * random()))
    const size = 10 ** (6 * random())
    const whole = (length: number) => Math.round(length * random())
    return { x: whole(reach) - reach / 2, y: whole(reach) - reach / 2, width: whole(size), height: whole(size) }
  }
  for (let step = 0; step < 4_000; step++) {
    const thing = Math.floor(random() * 600)
    if (random() < 0.25) {
      boxes.delete(thing)
      grid.remove(thing)
    } else {
      const box = anywhere()
      boxes.set(thing, box)
      grid.put(thing, box)
    }
    if (step % 20 > 0) continue
    assert.deepEqual(grid.bounds(), boxAround([...boxes.values()]))
    const wanted = anywhere()
    const expected = [...boxes].filter(([, box]) => touches(box, wanted)).map(([each]) => each)
    assert.deepEqual(
      grid.search(wanted).sort((a, b) => a - b),
      expected.sort((a, b) => a - b),
    )
  }
  assert.equal(grid.size, boxes.size)
})

test('items at the edge of the board are found', () => {
  const grid = createSpatialGrid<string>()
  const far = { x: 999_999_000, y: -1_000_000_000, width: 560, height: 320 }
  grid.put('far', far)
  assert.deepEqual(grid.search({ x: 999_999_100, y: -999_999_900, width: 1, height: 1 }), ['far'])
  assert.deepEqual(grid.search({ x: 0, y: 0, width: 1000, height: 1000 }), [])
})

test('an empty grid has no bounds', () => {
  assert.equal(createSpatialGrid().bounds(), null)
})
