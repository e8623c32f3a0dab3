import assert from 'node:assert/strict'
import { test } from 'node:test'
import { boardObject } from '../testing/board-object.ts'
import { styleFor, styleOf } from './transfer-style.ts'

test('[WEB-83] a style has colors, lines and fonts, not form, text, position or size', () => {
  const style = styleOf(boardObject('shape', { fill: '#ffc9c9', form: 'star', text: 'a', x: 5 }))
  assert.equal(style.fill, '#ffc9c9')
  assert.equal(style.borderWidth, 2)
  for (const name of ['form', 'text', 'x', 'width', 'rotation', 'pin']) assert.equal(name in style, false, name)
})

test('[WEB-83] a style is pasted as far as the other kind has the same fields and values', () => {
  const style = styleOf(boardObject('shape', { fontSize: 40, fontWeight: 'bold', borderColor: '#e03131' }))
  const { fontSize, fontWeight, ...rest } = styleFor(boardObject('text'), style)
  assert.deepEqual([fontSize, fontWeight, 'fill' in rest], [40, 'bold', false])
  assert.deepEqual(styleFor(boardObject('note'), style), { fontWeight: 'bold', textTransform: 'inherit' })
  // The colors of a canvas are named, those of a shape are hex codes.
  assert.deepEqual(styleFor(boardObject('canvas'), style), {})
})
