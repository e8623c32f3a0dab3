// Colors of other programs in the notations of CSS.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hexColor, hexColorOrNone, nearestCanvasColor, nearestNoteColor } from './css-color.ts'

for (const [written, hex] of [
  ['#AbC', '#aabbcc'],
  ['#a1b2c380', '#a1b2c380'],
  ['rgb(1, 2, 3)', '#010203'],
  ['rgb(10% 20% 30% / 50%)', '#1a334d80'],
  ['rgba(300, -5, 2, .5)', '#ff000280'],
  ['hsl(120, 50%, 50%)', '#40bf40'],
  ['hsl(0.5turn 50% 50%)', '#40bfbf'],
  [' RebeccaPurple ', '#663399'],
] as const) {
  test(`[IMP-30] ${written} is ${hex}`, () => assert.equal(hexColor(written), hex))
}

test('[IMP-30] opacity becomes part of a color, and what is no color has none', () => {
  assert.equal(hexColor('#102030', 0.5), '#10203080')
  assert.equal(hexColor('#10203080', 0.5), '#10203040')
  assert.deepEqual([hexColorOrNone('transparent'), hexColorOrNone('red', 0)], ['none', 'none'])
  for (const written of ['', 'transparent', 'inherit', '#12', 'rgb(1, 2)', `rgb(${'1'.repeat(100)})`])
    assert.equal(hexColor(written), null, written)
})

test('[IMP-30] the most similar named color, or the usual one', () => {
  assert.deepEqual([nearestNoteColor('crimson'), nearestCanvasColor('hsl(0.5turn 50% 50%)')], ['Red', 'Blue'])
  assert.deepEqual([nearestNoteColor('inherit'), nearestCanvasColor('transparent')], ['Yellow', 'Gray'])
})
