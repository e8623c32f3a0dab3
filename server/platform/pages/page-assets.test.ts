import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assets } from './page-assets.ts'

test('[WEB-112] the stylesheet of the pages names the font that the server serves, which is small', () => {
  const { font, stylesheet } = assets
  assert.ok(String(stylesheet.body).includes(`url("${font.path}")`))
  assert.doesNotMatch(String(stylesheet.body), /@fontsource/)
  assert.ok(font.body.length > 20_000 && font.body.length <= 60_000)
  assert.equal(font.body.subarray(0, 4).toString(), 'wOF2')
})
