import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shapeForms } from '@tessera/contract/kinds/shape'
import { layOutShape } from './shape-text.ts'
import { aShape } from './testing/sample-objects.ts'
import { lineHeightFactor } from './text-layout.ts'

const texts = ['Start', 'Donaudampfschifffahrt', 'The quick brown fox jumps over the lazy dog', 'word '.repeat(2_000)]

test('text stays inside the place for it in every form', () => {
  for (const form of shapeForms) {
    for (const text of texts) {
      for (const verticalAlign of ['top', 'middle', 'bottom'] as const) {
        const { box, lines, height, font } = layOutShape(aShape({ form, text, verticalAlign, textAlign: 'right' }))
        const name = `${form}: ${text.slice(0, 30)}`
        assert.ok(height <= box.height + 0.01, name)
        for (const { x, y, width } of lines) {
          assert.ok(x >= box.x - 0.01 && x + width <= box.x + box.width + 0.01, name)
          assert.ok(y <= box.y + box.height && y >= box.y + font.fontSize * 0.5, name)
        }
      }
    }
  }
})

test('text has the size of the shape if it fits, and is made smaller before words are broken', () => {
  assert.equal(layOutShape(aShape({ text: 'Start', fontSize: 24 })).font.fontSize, 24)
  const long = layOutShape(aShape({ text: 'Donaudampfschifffahrt', fontSize: 40 }))
  assert.ok(long.font.fontSize < 40)
  assert.equal(long.lines.length, 1)
  const whole = layOutShape(aShape({ text: 'word '.repeat(2_000), fontSize: 24 }))
  assert.ok(whole.font.fontSize >= 8)
  assert.match(whole.lines.at(-1)?.text ?? '', /…$/)
  assert.equal(layOutShape(aShape({ text: 'a', fontSize: 3 })).font.fontSize, 3)
})

test('an empty text has the height of a line, for the text field over it', () => {
  const { height, lines } = layOutShape(aShape({ text: '', fontSize: 24 }))
  assert.equal(height, 24 * lineHeightFactor)
  assert.equal(lines.length, 1)
})

test('text is aligned in the place for it', () => {
  const at = (fields: object) => layOutShape(aShape({ text: 'M', ...fields })).lines[0] as { x: number; y: number }
  const [left, right] = [at({ textAlign: 'left' }), at({ textAlign: 'right' })]
  assert.ok(left.x < at({}).x && at({}).x < right.x)
  const [top, bottom] = [at({ verticalAlign: 'top' }), at({ verticalAlign: 'bottom' })]
  assert.ok(top.y < at({}).y && at({}).y < bottom.y)
})
