import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LaserTrails, trailMs } from './laser-trails.ts'

test('[WEB-93] the trail of a laser fades, and its dot stays while the laser is held', () => {
  const lasers = new LaserTrails()
  lasers.point('me', 'red', { x: 1, y: 1 }, 0)
  lasers.point('me', 'red', { x: 2, y: 2 }, 100)
  lasers.point('bob', 'blue', { x: 9, y: 9 }, 100)
  assert.deepEqual(
    lasers.current(trailMs - 1).map(({ points }) => points.length),
    [2, 1],
  )
  lasers.release('bob')
  const [mine, ...others] = lasers.current(trailMs + 500)
  assert.deepEqual([mine?.points.map(({ x }) => x), mine?.isHeld, others], [[2], true, []])
  lasers.release('me')
  assert.deepEqual(lasers.current(2 * trailMs + 500), [])
})
