// The mosaic of the front page.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mosaicTiles } from './mosaic.ts'

const plan = { width: 400, height: 300, tile: 20, seed: 3 }

const cornersOf = (points: string) => points.split(' ').map(corner => corner.split(',').map(Number) as [number, number])

function area(corners: readonly [number, number][]): number {
  const twice = corners.reduce((sum, [x, y], index) => {
    const [nextX, nextY] = corners[(index + 1) % corners.length] as [number, number]
    return sum + x * nextY - nextX * y
  }, 0)
  return Math.abs(twice) / 2
}

test('the same seed gives the same mosaic, another seed another one', () => {
  assert.deepEqual(mosaicTiles(plan), mosaicTiles(plan))
  assert.notDeepEqual(mosaicTiles(plan), mosaicTiles({ ...plan, seed: 4 }))
})

test('tiles cover the frame except for the gaps, and none is far outside of it', () => {
  const tiles = mosaicTiles(plan).map(tile => cornersOf(tile.points))
  const inside = tiles.filter(corners =>
    corners.every(([x, y]) => x >= 0 && x <= plan.width && y >= 0 && y <= plan.height),
  )
  const covered = inside.reduce((sum, corners) => sum + area(corners), 0) / (plan.width * plan.height)
  assert.ok(covered > 0.6 && covered < 1, String(covered))
  for (const corners of tiles) {
    assert.ok(
      corners.some(
        ([x, y]) => x > -plan.tile && x < plan.width + plan.tile && y > -plan.tile && y < plan.height + plan.tile,
      ),
    )
  }
})

test('no tile is a splinter or a slab', () => {
  for (const { points } of mosaicTiles(plan).slice(20)) {
    const size = area(cornersOf(points)) / plan.tile ** 2
    assert.ok(size > 0.3 && size < 1.8, `${points}: ${size}`)
  }
})
