import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gridOf, tileEdges } from './compose-tiles.ts'

test('[WEB-9] at any zoom neighboring tiles share an edge on whole pixels', () => {
  for (const ratio of [1, 1.1, 1.25, 1.5, 2])
    for (const zoom of [0.0123, 0.37, 0.571, 0.83, 0.9999, 1.07, 1.37, 3.3])
      for (const painted of [0.5, 1, 1.25])
        for (const camera of [
          { x: 13.3, y: -7.7, zoom },
          { x: 99_999.13, y: 1_234_567.89, zoom },
        ]) {
          const set = { side: 256, scale: painted * ratio }
          const grid = gridOf({ camera, ratio })
          for (let column = -3; column < 40; column += 7) {
            const tile = tileEdges(set, { column, row: 2 }, grid)
            const beside = tileEdges(set, { column: column + 1, row: 2 }, grid)
            const below = tileEdges(set, { column, row: 3 }, grid)
            assert.ok(Object.values(tile).every(Number.isInteger))
            assert.equal(tile.right, beside.left)
            assert.equal(tile.bottom, below.top)
            assert.deepEqual([tile.top, tile.bottom], [beside.top, beside.bottom])
          }
        }
})

test('[WEB-9] the tiles of a smaller set meet at the edge of the tile that they stand in for', () => {
  const grid = gridOf({ camera: { x: 41.7, y: 3.1, zoom: 0.83 }, ratio: 1.25 })
  const sharp = { side: 256, scale: 1.0375 }
  const overview = { side: 256, scale: 1.0375 / 4 }
  for (let column = 0; column < 20; column++) {
    const left = tileEdges(overview, { column, row: 0 }, grid).left
    assert.equal(left, tileEdges(sharp, { column: column * 4, row: 0 }, grid).left)
  }
})
