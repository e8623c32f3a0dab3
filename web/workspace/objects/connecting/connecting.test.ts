// Where connectors are attached, where the next object of a flow goes, and what connectors lead to.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BoardObject } from '@tessera/client'
import { touches } from '../../../canvas/spatial-grid.ts'
import { boardObject } from '../../testing/board-object.ts'
import { isConnected, neighborsOf } from './connected-objects.ts'
import { dotPoint, exactAnchor, nearestAnchor, sideToward, takesConnectors } from './connector-anchors.ts'
import { boxBeside, freeBoxBeside } from './next-place.ts'
import { bendIndexAt, middlesOf, positionAlong } from './path-position.ts'

const box = { x: 100, y: 100, width: 200, height: 100 }
const shape = (fields: Partial<typeof box> & { form?: string; rotation?: number } = {}) =>
  boardObject('shape', { ...box, form: 'rectangle', rotation: 0, ...fields } as never)

test('[WEB-71] an end snaps to the middle of a side that is near, and is automatic elsewhere on the object', () => {
  assert.equal(nearestAnchor(shape(), { x: 296, y: 154 }, 18), 'right')
  assert.equal(nearestAnchor(shape(), { x: 200, y: 90 }, 18), 'top')
  assert.equal(nearestAnchor(shape(), { x: 200, y: 150 }, 18), 'auto')
  assert.equal(nearestAnchor(shape({ form: 'triangle' }), { x: 150, y: 150 }, 18), 'left', 'on the outline')
  assert.deepEqual(exactAnchor(shape(), { x: 150, y: 200 }), [0.25, 1])
  assert.deepEqual(exactAnchor(shape({ rotation: 180 }), { x: 150, y: 200 }), [0.75, 0])
})

test('[WEB-71] dots lie outside of the object, also if it is rotated; strokes and connectors have none', () => {
  assert.deepEqual(dotPoint(shape(), 'right', 20), { x: 320, y: 150 })
  assert.deepEqual(dotPoint(shape({ rotation: 90 }), 'right', 20), { x: 200, y: 270 })
  assert.equal(takesConnectors(boardObject('stroke')), false)
  assert.equal(takesConnectors(boardObject('note')), true)
})

test('[WEB-73] the next object is aligned, and beside the place if that is taken', () => {
  const next = boxBeside(box, { width: 100, height: 60 }, 'right')
  assert.deepEqual(next, { x: 364, y: 120, width: 100, height: 60 })
  const taken = [next]
  const isFree = (place: typeof box) => !taken.some(one => touches(one, place))
  const second = freeBoxBeside(box, { width: 100, height: 60 }, 'right', isFree)
  assert.deepEqual({ ...second, y: 0 }, { ...next, y: 0 }, 'still in the same column')
  assert.ok(second.y >= 180)
  taken.push(second)
  assert.ok(freeBoxBeside(box, { width: 100, height: 60 }, 'right', isFree).y < 120, 'then on the other side')
})

test('[WEB-73] neighbors are found in the direction of their connector, whichever way it points', () => {
  const [a, b, c] = [shape(), shape({ x: 600 }), shape({ x: 120, y: 500 })]
  const line = (from: BoardObject, to: BoardObject, anchor = 'auto') =>
    boardObject('connector', {
      from: { id: from.id, anchor },
      to: { id: to.id, anchor: 'auto' },
      points: [],
    } as never)
  const objects = new Map([a, b, c, line(a, b), line(c, a)].map(object => [object.id, object as BoardObject]))
  assert.deepEqual(
    neighborsOf(a, objects).map(({ object, side }) => [object.id, side]),
    [
      [c.id, 'bottom'],
      [b.id, 'right'],
    ],
  )
  assert.equal(isConnected(a.id, b.id, objects), true)
  assert.equal(isConnected(b.id, a.id, objects), false)
  const upward = new Map([a, b, line(a, b, 'top')].map(object => [object.id, object as BoardObject]))
  assert.equal(neighborsOf(a, upward)[0]?.side, 'top', 'a chosen side counts')
  assert.equal(sideToward({ x: 0, y: 0 }, { x: -5, y: 3 }), 'left')
})

const path = [
  { x: 0, y: 0 },
  { x: 100, y: 0 },
  { x: 100, y: 100 },
]

test('[WEB-72] a label follows the pointer along the path, and a new bend goes between the right neighbors', () => {
  assert.deepEqual(positionAlong(path, { x: 50, y: 30 }), { at: 0.25, away: 30 })
  assert.equal(positionAlong(path, { x: 140, y: 300 }).at, 1)
  assert.equal(bendIndexAt(path, [[100, 0]], { x: 40, y: 2 }), 0)
  assert.equal(bendIndexAt(path, [[100, 0]], { x: 98, y: 60 }), 1)
  assert.deepEqual(middlesOf(path, [[100, 0]]), [
    { x: 50, y: 0 },
    { x: 100, y: 50 },
  ])
})
