import assert from 'node:assert/strict'
import { test } from 'node:test'
import { canvasColors, documentColors, hostColors, noteColors, themes } from './palette.ts'
import { contrast } from './testing/contrast.ts'

test('ink reads on its paper', () => {
  for (const [name, { fill, ink }] of Object.entries(noteColors)) assert.ok(contrast(fill, ink) >= 7, name)
  for (const [name, { fill, ink }] of Object.entries({ ...canvasColors, ...documentColors })) {
    // Large bold letters, which require a contrast of 3:1.
    assert.ok(contrast(fill, ink) >= 3, `${name} ${contrast(fill, ink)}`)
  }
  for (const tone of hostColors) assert.ok(contrast(tone, '#ffffff') >= 4.5, tone)
})

test('texts and pens stand out from the board in light and dark', () => {
  for (const [name, theme] of Object.entries(themes)) {
    for (const ground of [theme.panel, theme.placeholder, theme.field]) {
      assert.ok(contrast(theme.text, ground) >= 7, name)
      assert.ok(contrast(theme.mutedText, ground) >= 4.5, `${name} ${ground} ${contrast(theme.mutedText, ground)}`)
    }
    for (const [pen, ink] of Object.entries(theme.pens)) {
      const least = pen === 'White' ? 7 : 1.8
      assert.ok(contrast(ink, theme.board) >= least, `${name} ${pen} ${contrast(ink, theme.board)}`)
    }
  }
})
