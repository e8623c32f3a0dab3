import assert from 'node:assert/strict'
import { test } from 'node:test'
import { boardObject } from '../../testing/board-object.ts'
import { detailControlsOf } from './detail-controls.ts'

const names = (...objects: Parameters<typeof detailControlsOf>[0][number][]) =>
  detailControlsOf(objects).map(({ name }) => name)

test('[WEB-1] [WEB-81] "More" offers the other fields that can be updated, with their values and limits', () => {
  const controls = new Map(detailControlsOf([boardObject('note', { text: 'hi' })]).map(one => [one.name, one]))
  const scale = controls.get('scale')
  assert.ok(scale?.type === 'number' && scale.value === 1)
  assert.deepEqual([scale.limits.minimum, scale.limits.maximum], [0.5, 4])
  assert.deepEqual(controls.get('pin'), { type: 'switch', name: 'pin', value: false })
  assert.equal(controls.get('textTransform')?.type, 'choice')
  assert.equal(controls.get('rotation')?.type, 'number')
  assert.deepEqual(
    ['text', 'backgroundColor', 'fontWeight', 'width'].filter(name => controls.has(name)),
    [],
    'text is edited on the board, colors in the toolbar, and the width cannot be set',
  )
  assert.equal(detailControlsOf([boardObject('canvas')]).find(({ name }) => name === 'name')?.type, 'line')
  const connector = names(boardObject('connector', { from: { x: 0, y: 0 }, to: { x: 9, y: 9 } }))
  assert.deepEqual(connector, ['label', 'labelAt', 'pin'])
  assert.deepEqual(detailControlsOf([]), [])
})

test('[WEB-1] [WEB-28] for several objects it offers the common fields, without a value if they differ', () => {
  const mixed = names(boardObject('note'), boardObject('text'))
  assert.ok(mixed.includes('textTransform') && mixed.includes('pin'))
  // Notes name their colors, texts use hex codes.
  assert.equal(mixed.includes('backgroundColor'), false)
  assert.equal(names(boardObject('canvas'), boardObject('canvas')).includes('name'), false)
  const [one, other] = [boardObject('note', { scale: 2, pin: true }), boardObject('note', { pin: true })]
  const values = new Map(detailControlsOf([one, other]).map(({ name, value }) => [name, value]))
  assert.equal(values.get('scale'), null)
  assert.equal(values.get('pin'), true)
})
