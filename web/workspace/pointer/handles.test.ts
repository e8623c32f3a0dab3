import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Point } from '@tessera/drawing'
import { allHandles } from '../objects/resize.ts'
import { handleNear, handlesShown } from './handles.ts'

const frameOf = (width: number, height: number) => ({
  objects: [],
  box: { x: 100, y: 100, width, height },
  rotation: 0,
  handles: allHandles,
  canRotate: true,
})
const frame = frameOf(200, 160)

/** `x y` of the handle that is grabbed there. */
function grabbed(point: Point, pointerType: 'mouse' | 'touch', on = frame, zoom = 1) {
  const handle = handleNear(on, zoom, { point, pointerType }, pointerType)
  return handle === null || handle === 'rotate' ? handle : `${handle.x} ${handle.y}`
}

/** How far around the point, in steps of a pixel, a finger grabs the same handle. */
function extentAround(at: Point): { width: number; height: number } {
  const handle = grabbed(at, 'touch')
  const run = (x: number, y: number) => {
    let steps = 0
    while (steps < 60 && grabbed({ x: at.x + x * (steps + 1), y: at.y + y * (steps + 1) }, 'touch') === handle) steps++
    return steps
  }
  return { width: run(1, 0) + run(-1, 0), height: run(0, 1) + run(0, -1) }
}

test('[WEB-63] a finger grabs each handle within at least 44 pixels', () => {
  const corners = { '-1 -1': [94, 94], '1 -1': [306, 94], '1 1': [306, 266], rotate: [100, 310] } as const
  for (const [name, [x, y]] of Object.entries(corners)) {
    assert.equal(grabbed({ x, y }, 'touch'), name)
    const { width, height } = extentAround({ x, y })
    assert.ok(width >= 43 && height >= 43, `${name}: ${width} ${height}`)
  }
})

test('[WEB-63] a mouse grabs a handle only near to it', () => {
  assert.equal(grabbed({ x: 306, y: 266 }, 'mouse'), '1 1')
  assert.equal(grabbed({ x: 312, y: 266 }, 'mouse'), null)
  assert.equal(grabbed({ x: 84, y: 276 }, 'mouse'), 'rotate')
})

test('[WEB-63] on a small object the handles leave its middle free for a finger to move it', () => {
  assert.equal(grabbed({ x: 120, y: 115 }, 'touch', frameOf(60, 40)), null)
  assert.deepEqual(
    handlesShown(frameOf(60, 40), 1, 'touch').map(({ x, y }) => [x, y]),
    [[1, 1]],
  )
  assert.equal(grabbed({ x: 150, y: 150 }, 'touch', frameOf(100, 100)), null)
})
