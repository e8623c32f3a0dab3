import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FontFamily } from './drawable.ts'
import { fontStacks } from './font.ts'
import { computeTextSize, layOutInBox, type TextToSize, textPadding } from './text-size.ts'

const given = (text: string, fields: Partial<TextToSize> = {}): TextToSize => ({
  text,
  fontFamily: 'Dosis',
  fontSize: 64,
  fontWeight: 'normal',
  fontStyle: 'normal',
  textTransform: 'inherit',
  ...fields,
})

test('a box follows from the widest line and the number of lines', () => {
  const one = computeTextSize(given('wider line'))
  const padding = textPadding(64)
  assert.equal(one.width, Math.ceil(layOutInBox(given('wider line')).width) + 2 * padding.x)
  assert.equal(one.height, 80 + 2 * padding.y)
  assert.deepEqual(computeTextSize(given('line\nwider line\n')), { width: one.width, height: one.height + 160 })
})

test('a given side stays, and the other follows from it', () => {
  const text = 'a text of several words that does not fit in so little room'
  const narrow = computeTextSize(given(text, { width: 300 }))
  assert.equal(narrow.width, 300)
  assert.ok(narrow.height > 4 * 80)
  assert.deepEqual(computeTextSize(given(text, { width: 300, height: 20 })), { width: 300, height: 20 })
  assert.deepEqual(computeTextSize(given(text, { height: 20 })), { ...computeTextSize(given(text)), height: 20 })
  assert.deepEqual(computeTextSize(given(text, { width: null, height: null })), computeTextSize(given(text)))
})

test('every text has a whole size within the bounds', () => {
  const texts = [
    '',
    ' ',
    '\n',
    'W'.repeat(65_536),
    '\n'.repeat(65_535),
    '🎉'.repeat(32_768),
    '\ud800',
    'x y '.repeat(16_384),
  ]
  for (const text of texts) {
    for (const fontSize of [1, 64, 2000]) {
      for (const width of [null, 1, 500]) {
        const size = computeTextSize(given(text, { fontSize, width }))
        for (const side of [size.width, size.height]) {
          assert.ok(Number.isInteger(side) && side >= 1 && side <= 1_000_000, `${side}`)
        }
      }
    }
  }
})

test('a text laid out in the box made for it has the lines it had without one', () => {
  const words = ['Tessera', 'über', 'a', '漢字', '🎉🎉', 'well-known', '\u00a0', 'Łódź', 'e\u0301', '…', '  ', '\t']
  const families = Object.keys(fontStacks) as FontFamily[]
  let seed = 7
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((seed / 2_147_483_648) * below)
  }
  for (let round = 0; round < 2_000; round++) {
    const length = random(12)
    const text = Array.from({ length }, () => words[random(words.length)] + (random(3) ? ' ' : '\n')).join('')
    const fontFamily = families[random(families.length)] ?? 'Dosis'
    const one = given(text, { fontFamily, fontSize: 1 + random(200), fontStyle: random(2) ? 'italic' : 'normal' })
    const free = layOutInBox(one)
    const boxed = layOutInBox({ ...one, width: computeTextSize(one).width })
    const shown = (layout: typeof free) => layout.lines.map(line => line.text.trim())
    assert.deepEqual(shown(boxed), shown(free), JSON.stringify(one))
  }
})
