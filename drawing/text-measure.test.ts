import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { createCanvas } from '@napi-rs/canvas'
import type { Font, FontFamily } from './drawable.ts'
import { cssFont, fontStacks } from './font.ts'
import { renderAdvances } from './testing/generate-advances.ts'
import { registerFonts } from './testing/paint.ts'
import { clusterEnd, measureAdvance } from './text-measure.ts'

const font = (fields: Partial<Font> = {}): Font => ({
  fontFamily: 'Dosis',
  fontSize: 100,
  fontWeight: 'normal',
  fontStyle: 'normal',
  ...fields,
})

test('the table of widths is the one that follows from the fonts', () => {
  assert.equal(readFileSync(new URL('advances.ts', import.meta.url), 'utf8'), renderAdvances())
})

test('the widths are those of the real fonts, in every face of every family', () => {
  registerFonts()
  const context = createCanvas(10, 10).getContext('2d')
  const characters = [...'AgQ7@%&iIlWm?é€ŁÆßőŹſ…–„~ ']
  for (const fontFamily of Object.keys(fontStacks) as FontFamily[]) {
    for (const fontWeight of ['normal', 'bold'] as const) {
      for (const fontStyle of ['normal', 'italic'] as const) {
        const face = font({ fontFamily, fontWeight, fontStyle })
        // The machine may have its own Helvetica or Times, so the test names the open fonts.
        context.font = cssFont(face).replace('Helvetica, ', '').replace('"Times New Roman", ', '')
        for (const character of characters) {
          if (character === 'ſ' && ['Dosis', 'Aleo', 'Exo 2'].includes(fontFamily)) continue
          const real = context.measureText(character).width
          const ours = measureAdvance(character, face)
          assert.ok(Math.abs(ours - real) < 0.11, `${context.font} ${character}: ${ours}, in the font ${real}`)
        }
      }
    }
  }
})

test('widths add up and grow with the size', () => {
  const whole = measureAdvance('Hello Wörld', font())
  const parts = measureAdvance('Hello ', font()) + measureAdvance('Wörld', font())
  assert.ok(Math.abs(whole - parts) < 1e-9)
  assert.equal(measureAdvance('Hello Wörld', font({ fontSize: 200 })), 2 * whole)
  assert.equal(measureAdvance('', font()), 0)
})

test('what people see as one character is one em or nothing', () => {
  const ems = (text: string) => measureAdvance(text, font()) / 100
  for (const wide of ['漢', '한', 'あ', '🎉', '👨‍👩‍👧', '👍🏽', '🇵🇱', '❤️', '🏴󠁧󠁢󠁥󠁮󠁧󠁿']) assert.equal(ems(wide), 1, wide)
  for (const nothing of ['\u0301', '\u200b', '\u200d', '\ufeff', '\u0000', '\u00ad']) assert.equal(ems(nothing), 0)
  assert.equal(ems('e\u0301'), ems('é'))
  assert.equal(ems('ế'), ems('e'), 'a letter with two accents, beyond the stored ones')
  assert.equal(ems('ж'), ems('n'), 'a letter nobody stored')
  assert.ok(ems('\ud800') >= 0 && ems('\udc00') >= 0, 'halves of a pair')
})

test('characters are found whole', () => {
  const split = (text: string) => {
    const found = []
    for (let at = 0; at < text.length; at = clusterEnd(text, at)) found.push(text.slice(at, clusterEnd(text, at)))
    return found
  }
  const characters = ['a', 'e\u0301', '👨‍👩‍👧', '👍🏽', '🇵🇱', '🇩🇪', '1️⃣', '漢', '\ud800', 'b']
  assert.deepEqual(split(characters.join('')), characters)
})
