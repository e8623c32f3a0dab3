import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bounds, linkAt } from './renderers.ts'
import { aNote } from './testing/sample-objects.ts'

test('[WEB-56] the link at a point is found where it is painted, also on a scaled and rotated note', () => {
  const text = 'https://a.example'
  for (const note of [aNote({ text }), aNote({ text, scale: 0.5, x: -300, rotation: 30 })]) {
    const { x, y, width, height } = bounds(note)
    assert.equal(linkAt(note, { x: x + width / 2, y: y + height / 2 }), text)
    assert.equal(linkAt(note, { x: x + width / 2, y: y + height / 2 + 80 }), null)
  }
  const label = aNote({ text: 'not here\n\n[docs](https://b.example)' })
  const { x, y, width, height } = bounds(label)
  assert.equal(linkAt(label, { x: x + width / 2, y: y + height / 2 }), null)
  assert.equal(linkAt(label, { x: x + width / 2, y: y + height * 0.78 }), 'https://b.example')
  assert.equal(linkAt(aNote({ text: 'plain' }), { x: x + width / 2, y: y + height / 2 }), null)
})
