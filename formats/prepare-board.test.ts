// What was read from a file is fitted to the limits of the board, and ordered so that it can be created.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ImportedBoard, type ImportedObject, importLimits } from './board-content.ts'
import { prepareBoard } from './prepare-board.ts'
import { importedId } from './prepared-import.ts'

const options = {
  import_id: '0123456789abcdef01234567',
  at: null,
  email: 'ann@example.com',
  canComment: true,
  limits: importLimits,
}
const prepare = (objects: readonly ImportedObject[], more: Partial<ImportedBoard> = {}) =>
  prepareBoard({ objects, files: [], adapted: [], left_out: [], ...more }, options)
const dataOf = (object: ImportedObject) => (prepare([object]).changes[0] as { data: Record<string, unknown> }).data
const noticesOf = (object: ImportedObject) => prepare([object]).adapted.map(({ code, count }) => [code, count])

test('[IMP-9] valid data stays exactly as it is', () => {
  const data = { x: -5, y: 7, text: 'ü', rotation: 359.5, scale: 0.5, backgroundColor: 'Gold', pin: true }
  const note: ImportedObject = { ref: 'a', kind: 'note', data }
  assert.deepEqual([dataOf(note), noticesOf(note)], [data, []])
})

const fitted: readonly (readonly [string, ImportedObject['kind'], object, object, string[]])[] = [
  ['numbers are rounded', 'note', { text: '', x: 1.4, y: -0.4 }, { text: '', x: 1, y: 0 }, []],
  ['numbers are limited', 'shape', { x: 1e300, width: 0 }, { x: 1e9, width: 1 }, ['number_limited', 'number_limited']],
  [
    'no number is the default',
    'shape',
    { x: Number.NaN, y: '5', width: {} },
    {},
    ['value_replaced', 'value_replaced', 'value_replaced'],
  ],
  ['angles are turned', 'shape', { rotation: -90 }, { rotation: 270 }, []],
  ['unknown values are the default', 'shape', { form: 'blob', fill: 'red' }, {}, ['value_replaced', 'value_replaced']],
  ['unknown fields are dropped', 'shape', JSON.parse('{"__proto__":{"x":1},"constructor":1,"id":"x"}'), {}, []],
  ['the NUL character is dropped', 'note', { text: 'a\u0000b\ud800' }, { text: 'ab\ufffd' }, []],
  ['a required name', 'canvas', { name: '   ' }, { name: 'Canvas' }, []],
  ['half a point is dropped', 'stroke', { points: [1.2, 2, 3] }, { points: [1, 2] }, []],
]

for (const [title, kind, given, expected, notices] of fitted)
  test(`[IMP-9] ${title}`, () => {
    const object = { ref: 'a', kind, data: given as Record<string, unknown> }
    assert.deepEqual(dataOf(object), expected)
    assert.deepEqual(
      prepare([object]).adapted.flatMap(({ code, count }) => Array(count).fill(code)),
      notices,
    )
  })

test('[IMP-9] long texts end with an ellipsis, long lines lose points evenly', () => {
  const text = dataOf({ ref: 'a', kind: 'note', data: { text: 'x'.repeat(70_000) } }).text as string
  assert.deepEqual([text.length, text.at(-1)], [65_536, '…'])
  const points = Array.from({ length: 60_000 }, (_, index) => index)
  const kept = dataOf({ ref: 'a', kind: 'stroke', data: { points } }).points as number[]
  assert.deepEqual([kept.length, kept.slice(0, 2), kept.slice(-2)], [20_000, [0, 1], [59_998, 59_999]])
})

test('[IMP-9] what cannot exist leaves a placeholder with a line in the report', () => {
  const browser: ImportedObject = {
    ref: 'a',
    kind: 'browser',
    data: { url: 'javascript:alert(1)', x: 5, y: 6, width: 70, height: 80 },
  }
  const { changes, adapted } = prepare([browser])
  const [change] = changes as { kind: string; data: Record<string, unknown> }[]
  assert.deepEqual(
    [change?.kind, change?.data.x, change?.data.width, change?.data.text],
    ['shape', 5, 70, 'javascript:alert(1)'],
  )
  assert.ok(adapted.some(({ code, ids }) => code === 'object_unknown' && ids[0] === importedId(options.import_id, 0)))
})

test('[IMP-4] a connector to something that is not in the file has a free end', () => {
  const line: ImportedObject = {
    ref: 'c',
    kind: 'connector',
    data: { from: { id: { ref: 'gone' } }, to: { x: 9, y: 9 } },
  }
  assert.deepEqual([dataOf(line).from, noticesOf(line)], [{ x: -291, y: 9 }, [['end_missing', 1]]])
})

test('[IMP-4] a group of one is none, and ids are never used twice', () => {
  const note = (ref: string, group: string): ImportedObject => ({ ref, kind: 'note', data: { text: ref }, group })
  const { changes } = prepare([note('a', 'one'), note('b', 'two'), note('b', 'two')])
  const made = changes as { id: string; group?: string }[]
  assert.equal(new Set(made.map(({ id }) => id)).size, 3)
  assert.deepEqual([made[0]?.group, made[1]?.group === made[2]?.group], [undefined, true])
})

test('[IMP-13] more objects than allowed are refused', () => {
  const objects = Array.from(
    { length: 100_001 },
    (_, index): ImportedObject => ({ ref: `${index}`, kind: 'note', data: { text: '' } }),
  )
  assert.throws(() => prepare(objects), { code: 'too_many_objects' })
})
