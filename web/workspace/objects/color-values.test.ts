import assert from 'node:assert/strict'
import { test } from 'node:test'
import { palette } from '../kinds/palette.ts'
import { hexOf, hsvOf, isClear, wholeHex } from './color-values.ts'

test('[WEB-82] a hex color is accepted as people type it', () => {
  assert.equal(wholeHex('#1F2937'), '#1f2937')
  assert.equal(wholeHex(' 0af '), '#00aaff')
  assert.equal(wholeHex('#11223380'), '#11223380')
  assert.equal(wholeHex('#112233ff'), '#112233')
  for (const typed of ['', '#12', '#12345', 'red', '#12345g', 'none']) assert.equal(wholeHex(typed), null)
})

test('[WEB-82] every color survives the picker', () => {
  for (const hex of [...Object.values(palette), '#000000', '#010203', '#fefefe', '#00ff00', '#7f0080'])
    assert.equal(hexOf(hsvOf(hex)), hex)
  assert.equal(hexOf({ hue: 360, saturation: 1, brightness: 1 }), '#ff0000')
})

test('[WEB-82] transparent colors count as no color', () => {
  assert.deepEqual(['none', '#fff0', '#ffffff00', '#000000', '#fff', '#ff0000'].map(isClear), [
    true,
    true,
    true,
    false,
    false,
    false,
  ])
})
