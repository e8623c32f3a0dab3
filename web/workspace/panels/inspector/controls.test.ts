import assert from 'node:assert/strict'
import { test } from 'node:test'
import { boardObject } from '../../testing/board-object.ts'
import { controlsOf } from './controls.ts'

const names = (...objects: Parameters<typeof controlsOf>[0][number][]) => controlsOf(objects).map(({ name }) => name)

test('[WEB-1] the inspector offers the fields that can be updated, with their values and limits', () => {
  const controls = new Map(controlsOf([boardObject('note', { text: 'hi' })]).map(one => [one.name, one]))
  assert.deepEqual(controls.get('scale'), {
    type: 'number',
    name: 'scale',
    minimum: 0.5,
    maximum: 4,
    isWhole: false,
    value: 1,
  })
  assert.deepEqual(controls.get('pin'), { type: 'switch', name: 'pin', value: false })
  const colors = controls.get('backgroundColor')
  assert.ok(colors?.type === 'choice' && colors.values.includes('Gold') && colors.value === 'Teal')
  assert.equal(controls.get('text')?.type, 'words')
  assert.equal(controls.has('width'), false)
  assert.equal(controlsOf([boardObject('text')]).find(({ name }) => name === 'fontColor')?.type, 'color')
  assert.equal(controlsOf([boardObject('canvas')]).find(({ name }) => name === 'name')?.type, 'line')
  assert.deepEqual(names(boardObject('stroke')), ['penColor', 'brushSize'])
  assert.deepEqual(controlsOf([]), [])
})

test('[WEB-1] [WEB-28] for several objects it offers the common fields, without a value if they differ', () => {
  const mixed = names(boardObject('note'), boardObject('text'))
  assert.ok(mixed.includes('fontWeight') && mixed.includes('pin'))
  assert.equal(mixed.includes('text'), false, 'the text of several objects is not overwritten at once')
  // Notes name their colors, texts use hex codes.
  assert.equal(mixed.includes('backgroundColor'), false)
  assert.deepEqual(names(boardObject('note'), boardObject('stroke')), [])
  const [one, other] = [boardObject('note', { backgroundColor: 'Gold', pin: true }), boardObject('note', { pin: true })]
  const values = new Map(controlsOf([one, other]).map(({ name, value }) => [name, value]))
  assert.equal(values.get('backgroundColor'), null)
  assert.equal(values.get('pin'), true)
})
