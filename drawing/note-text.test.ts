import assert from 'node:assert/strict'
import { test } from 'node:test'
import { layOutNote, notePadding } from './note-text.ts'
import { aNote } from './testing/sample-objects.ts'
import { measureAdvance } from './text-measure.ts'

const shown = (text: string) => layOutNote(aNote({ text }))
const joined = (text: string) =>
  shown(text)
    .lines.map(line => line.text)
    .join(' ')

test('short text is larger', () => {
  const sizes = ['Hi', 'word '.repeat(12), 'word '.repeat(40), 'word '.repeat(120)].map(
    text => shown(text).font.fontSize,
  )
  assert.deepEqual(
    sizes,
    sizes.toSorted((a, b) => b - a),
  )
  assert.equal(new Set(sizes).size, sizes.length)
})

test('text of any length stays on the note', () => {
  for (const text of [
    '',
    'Hi',
    'one\ntwo\nthree',
    'W'.repeat(500),
    'word '.repeat(13_000),
    '\n'.repeat(300),
    '🎉'.repeat(900),
  ]) {
    const { font, lines } = shown(text)
    for (const line of lines) {
      const width = measureAdvance(line.text, font)
      assert.ok(
        line.x >= notePadding && line.x + width <= 560 - notePadding + 0.001,
        `${line.text}: ${line.x} ${width}`,
      )
      assert.ok(line.y > notePadding && line.y < 320 - notePadding)
    }
  }
})

test('words stay whole while the font is large', () => {
  const word = 'Donaudampfschifffahrtsgesellschaft'
  assert.deepEqual(
    shown(word).lines.map(line => line.text),
    [word],
  )
  assert.ok(shown(word).lines.length === 1)
  assert.ok(shown('x'.repeat(200)).lines.length > 1)
})

test('what does not fit ends in an ellipsis, what fits does not', () => {
  assert.ok(joined('word '.repeat(2_000)).endsWith('…'))
  assert.ok(!joined('word '.repeat(100)).includes('…'))
})

test('a changed note is laid out again', () => {
  const note = { ...aNote({ text: 'before' }) } as { text: string } & ReturnType<typeof aNote>
  layOutNote(note)
  Object.assign(note, { text: 'after', textTransform: 'uppercase' })
  assert.deepEqual(
    layOutNote(note).lines.map(line => line.text),
    ['AFTER'],
  )
})
