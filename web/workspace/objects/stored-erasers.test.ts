import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Change } from '@tessera/client'
import { boardObject } from '../testing/board-object.ts'
import { withErasersApplied } from './stored-erasers.ts'

const line = boardObject('stroke', { id: 'l', points: [0, 0, 100, 0], size: 4, penColor: 'Red', order: 'bm1' })
const eraser = boardObject('stroke', {
  id: 'e',
  points: [50, -50, 50, 50],
  size: 20,
  brushType: 'Eraser',
  order: 'bm2',
})
const board = (...objects: (typeof line)[]) => new Map(objects.map(object => [object.id, object]))
const move = (id: string, points: number[]): Change => ({ op: 'update', id, data: { points } })

test('[WEB-91] a line that is moved away from a stored eraser stays cut as it was', () => {
  const [first, second, ...others] = withErasersApplied([move('l', [0, 500, 100, 500])], board(line, eraser))
  assert.ok(first?.op === 'update' && second?.op === 'create' && others.length === 0)
  const left = first.data.points as number[]
  assert.deepEqual([left.slice(0, 2), left.at(-1)], [[0, 500], 500])
  assert.ok(Math.abs((left.at(-2) as number) - 38) <= 4, `${left}`)
  const right = second.data.points as number[]
  assert.deepEqual([second.data.penColor, second.data.brushSize, right.slice(-2)], ['Red', 4, [100, 500]])
  assert.ok(Math.abs((right[0] as number) - 62) <= 4, `${right}`)
})

test('[WEB-91] nothing is cut if the eraser is moved along, is older, or does not touch the line', () => {
  const both = [move('l', [0, 500, 100, 500]), move('e', [50, 450, 50, 550])]
  assert.deepEqual(withErasersApplied(both, board(line, eraser)), both)
  const alone = [move('l', [0, 500, 100, 500])]
  assert.deepEqual(withErasersApplied(alone, board(line, { ...eraser, order: 'bm0' })), alone)
  assert.deepEqual(
    withErasersApplied(alone, board(line, boardObject('stroke', { ...eraser, points: [500, 0] }))),
    alone,
  )
  const style: Change[] = [{ op: 'update', id: 'l', data: { penColor: 'Cyan' } }]
  assert.equal(withErasersApplied(style, board(line, eraser)), style)
})
