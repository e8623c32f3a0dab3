// Aligning, distributing, tidying up, matching sizes and restacking, as geometry.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BoardObject } from '@tessera/client'
import { boardObject } from '../../testing/board-object.ts'
import { withConnectors } from '../carried.ts'
import { changesToMove } from '../moves.ts'
import { alignUnits, distributeUnits } from './align-units.ts'
import { arrangedUnitsOf, countUnits, type UnitOffsets } from './arranged-units.ts'
import { canMatchSize, changesToMatchSize } from './match-size.ts'
import { nextInStack } from './next-in-stack.ts'
import { tidyUp } from './tidy-up.ts'

const shape = (x: number, y: number, fields: Partial<Extract<BoardObject, { kind: 'shape' }>> = {}) =>
  boardObject('shape', { x, y, width: 100, height: 50, ...fields })

/** The first object of each unit that moves, with its offset. */
const moves = (offsets: UnitOffsets) =>
  Object.fromEntries(Array.from(offsets, ([{ objects }, { x, y }]) => [objects[0]?.id, [x, y]]))

const [a, b, c] = [shape(0, 0, { id: 'a' }), shape(130, 40, { id: 'b', width: 60 }), shape(400, 90, { id: 'c' })]

test('[WEB-62] objects are aligned with the bounds of all of them', () => {
  const units = arrangedUnitsOf([a, b, c], [a, b, c])
  assert.deepEqual(moves(alignUnits(units, 'left')), { b: [-130, 0], c: [-400, 0] })
  assert.deepEqual(moves(alignUnits(units, 'right')), { a: [400, 0], b: [310, 0] })
  assert.deepEqual(moves(alignUnits(units, 'center')), { a: [200, 0], b: [90, 0], c: [-200, 0] })
  assert.deepEqual(moves(alignUnits(units, 'top')), { b: [0, -40], c: [0, -90] })
  assert.deepEqual(moves(alignUnits(units, 'bottom')), { a: [0, 90], b: [0, 50] })
  assert.deepEqual(moves(alignUnits(units, 'middle')), { a: [0, 45], b: [0, 5], c: [0, -45] })
})

test('[WEB-62] pinned objects stay, and the others are aligned with them', () => {
  const pinned = { ...b, pin: true }
  const units = arrangedUnitsOf([a, pinned, c], [a, pinned, c])
  assert.deepEqual(moves(alignUnits(units, 'left')), { a: [130, 0], c: [-270, 0] })
})

test('[WEB-62] a rotated object is aligned by the box around it', () => {
  const turned = { ...c, rotation: 90 }
  const units = arrangedUnitsOf([a, turned], [a, turned])
  assert.deepEqual(moves(alignUnits(units, 'left')), { c: [-425, 0] })
})

test('[WEB-62] distributing makes the gaps equal between the units that stay', () => {
  const units = arrangedUnitsOf([c, a, b], [a, b, c])
  assert.deepEqual(moves(distributeUnits(units, 'x')), { b: [90, 0] })
  const four = [a, b, c, shape(800, 0, { id: 'd' })]
  const fixed = four.map(object => (object.id === 'c' ? { ...object, pin: true } : object))
  assert.deepEqual(moves(distributeUnits(arrangedUnitsOf(fixed, fixed), 'x')), { b: [90, 0] })
  assert.deepEqual(moves(distributeUnits(arrangedUnitsOf([a, b], four), 'x')), {})
})

test('[WEB-62] [WEB-61] a group is arranged as one, and its objects among themselves if nothing else is selected', () => {
  const grouped = [a, b].map(object => ({ ...object, group: 'g' }))
  const all = [...grouped, c]
  assert.deepEqual(
    arrangedUnitsOf(all, all).map(({ box }) => box),
    [
      { x: 0, y: 0, width: 190, height: 90 },
      { x: 400, y: 90, width: 100, height: 50 },
    ],
  )
  assert.equal(countUnits(all), 2)
  assert.equal(arrangedUnitsOf(grouped, all).length, 2)
  assert.equal(countUnits(grouped), 2)
  assert.equal(arrangedUnitsOf([grouped[0] as BoardObject, c], all).length, 2, 'part of a group')
})

test('[WEB-62] a canvas moves with the objects on it, and attached connectors follow', () => {
  const canvas = boardObject('canvas', { id: 'area', x: 300, y: 0, width: 400, height: 400 })
  const line = boardObject('connector', {
    id: 'line',
    from: { id: 'a', anchor: 'auto' },
    to: { id: 'c', anchor: 'auto' },
  } as never)
  const free = boardObject('connector', { id: 'free' })
  const all = [a, c, canvas, line, free]
  const units = arrangedUnitsOf(all, all)
  assert.deepEqual(
    units.map(({ objects }) => objects.map(({ id }) => id)),
    [['a'], ['area', 'c'], ['free']],
  )
})

test('[WEB-62] bends of a connector between two moved objects move, its free ends with it alone', () => {
  const end = (id: string) => ({ id, anchor: 'auto' as const })
  const bent = boardObject('connector', { id: 'k', from: end('a'), to: end('c'), via: [[10, 20]] } as never)
  const moved = withConnectors([a, c], [a, b, c, bent])
  assert.deepEqual(changesToMove(moved, { x: 5, y: 0 }).at(-1), {
    op: 'update',
    id: 'k',
    data: { via: [[15, 20]] },
  })
  assert.deepEqual(withConnectors([a], [a, c, bent]), [a])
  const loose = boardObject('connector', { id: 'l', from: end('a'), to: { x: 1, y: 2 }, via: [[10, 20]] } as never)
  assert.deepEqual(changesToMove([loose], { x: 5, y: 5 }), [{ op: 'update', id: 'l', data: { to: { x: 6, y: 7 } } }])
})

test('[WEB-62] tidying up makes a grid in reading order, which is tidy', () => {
  const messy = [
    shape(3, 5, { id: '1' }),
    shape(140, -4, { id: '2' }),
    shape(9, 99, { id: '4' }),
    shape(290, 11, { id: '3' }),
  ]
  const offsets = tidyUp(arrangedUnitsOf(messy, messy))
  const tidy = messy.map(object => {
    const [x, y] = moves(offsets)[object.id] ?? [0, 0]
    return { ...object, x: object.x + (x as number), y: object.y + (y as number) }
  })
  assert.deepEqual(
    tidy.map(({ id, x, y }) => [id, x, y]),
    [
      ['1', 3, -4],
      ['2', 140, -4],
      ['4', 3, 83],
      ['3', 277, -4],
    ],
  )
  assert.equal(tidyUp(arrangedUnitsOf(tidy, tidy)).size, 0)
})

test('[WEB-62] units that form neither a row nor a column become a square, a column stays one', () => {
  const diagonal = [0, 1, 2, 3].map(index => shape(index * 300, index * 300, { id: `${index}` }))
  assert.deepEqual(moves(tidyUp(arrangedUnitsOf(diagonal, diagonal))), {
    1: [-176, -300],
    2: [-600, -526],
    3: [-776, -826],
  })
  const column = [shape(0, 0, { id: 'x' }), shape(20, 100, { id: 'y' }), shape(10, 260, { id: 'z' })]
  assert.deepEqual(moves(tidyUp(arrangedUnitsOf(column, column))), { y: [-20, 0], z: [-10, -60] })
})

test('[WEB-62] sizes are those of the largest or a pinned object, as far as the kind allows it', () => {
  const note = boardObject('note', { id: 'n', width: 560, height: 320, scale: 1 })
  const wide = shape(0, 0, { id: 'w', width: 280, height: 600 })
  assert.deepEqual(changesToMatchSize([note, wide, a], 'width'), [
    { op: 'update', id: 'w', data: { width: 560 } },
    { op: 'update', id: 'a', data: { width: 560 } },
  ])
  assert.deepEqual(changesToMatchSize([note, { ...wide, pin: true }], 'size'), [
    { op: 'update', id: 'n', data: { scale: 0.5 } },
  ])
  assert.equal(canMatchSize([note]), false)
  assert.equal(canMatchSize([note, boardObject('stroke')]), false)
})

test('[WEB-60] one step goes over the next object that overlaps', () => {
  const stack = ['p', 'q', 'r', 's'].map((id, index) =>
    shape(index === 1 ? 900 : 10 * index, 0, { id, order: `bm${id}` }),
  )
  const [p, , r, s] = stack as [BoardObject, BoardObject, BoardObject, BoardObject]
  assert.equal(nextInStack([p], stack, 'forward'), r)
  assert.equal(nextInStack([s], stack, 'backward'), r)
  assert.equal(nextInStack([s], stack, 'forward'), null)
  assert.equal(nextInStack([p, s], stack, 'forward'), r, 'the lower one catches up')
  const area = boardObject('canvas', { id: 'z', order: 'am1', x: 0, y: 0 })
  assert.equal(nextInStack([p], [...stack, area], 'backward'), null)
})
