// Text carried along in SVG files.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSvgText, svgTextElement } from './svg-text.ts'

test('[PIC-7] a text written into an SVG is read back', () => {
  const text = JSON.stringify({ text: '</metadata><script>"&amp;"</script> Łódź 🦊 \u0000 \ud800', list: ['a & b'] })
  const svg = `<svg><title>x</title>${svgTextElement('tessera', text)}<rect/></svg>`
  assert.equal(readSvgText(svg, 'tessera', 10_000), text)
  assert.equal(svg.match(/<script/), null)
})

test('[PIC-7] other ids, cut files and long texts have no text', () => {
  const svg = `<svg>${svgTextElement('tessera', 'some text')}</svg>`
  assert.equal(readSvgText(svg, 'other', 10_000), null)
  assert.equal(readSvgText(svg.slice(0, 30), 'tessera', 10_000), null)
  assert.equal(readSvgText(svg, 'tessera', 10), null)
})
