// Imports through the API: from the file to the objects, events, the report, and what a refusal leaves.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { importInto } from '../testing/imports.ts'
import { world } from '../testing/world.ts'

const canvasFile = (more: object = {}) =>
  JSON.stringify({
    nodes: [
      { id: 'g', type: 'group', x: -20, y: -20, width: 600, height: 300, label: 'Area' },
      { id: 'a', type: 'text', x: 0, y: 0, width: 200, height: 80, text: 'first' },
      { id: 'b', type: 'text', x: 300, y: 0, width: 200, height: 80, text: 'second', color: '4' },
    ],
    edges: [{ id: 'e', fromNode: 'a', fromSide: 'right', toNode: 'b', toSide: 'left', label: 'then' }],
    ...more,
  })

test('[IMP-1] a file becomes objects of the board, with a report', async () => {
  const { ann, board } = await world()
  const done = await importInto(ann, board, canvasFile(), { name: 'plan.canvas' })
  assert.deepEqual([done.state, done.progress, done.format, done.error], ['done', 100, 'jsoncanvas', null])
  assert.equal(done.report?.created, 4)
  const { objects } = await ann.objects.list(board)
  assert.deepEqual(
    objects.map(object => object.kind),
    ['canvas', 'shape', 'shape', 'connector'],
  )
  const [, first, second, arrow] = objects as never as Record<string, never>[]
  assert.deepEqual(
    [arrow?.from, arrow?.to, arrow?.label],
    [{ id: first?.id, anchor: 'right' }, { id: second?.id, anchor: 'left' }, 'then'],
  )
})
