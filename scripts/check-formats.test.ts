// Planted lists of formats are found, and rows of the guide that do not agree with the table.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FormatRow } from '@tessera/contract'
import { handKeptLists, wrongGuideRows } from './check-formats.ts'

const row: FormatRow = { title: '', holds: 'content', mediaType: '', extensions: [], import: 'file', export: true }
const rows = {
  csv: row,
  tldraw: { ...row, extensions: ['tldr'], export: false },
  png: { ...row, import: null },
} as const
const found = (source: string) => handKeptLists('web/a.ts', source, rows)

for (const source of [
  `const formats = ['csv', 'tldraw', 'png']`,
  `const formats = [\n  'csv',\n  'tldraw',\n  'png',\n]`,
  `type Format = 'csv' | 'tldraw' | 'png'`,
  `const text = 'one of csv, tldraw or png'`,
  `const accepted = '.csv,.tldr,.png'`,
  'const isBoard = /\\.(csv|tldr|png)$/',
]) {
  test(`found: ${source}`, () => assert.equal(found(source).length, 1))
}

test('a finding names the file and the line', () => {
  assert.match(found(`\nconst formats = ['csv', 'tldraw', 'png']`)[0] ?? '', /^web\/a\.ts:2 'csv', 'tldraw', 'png'/)
})

for (const source of [
  `const readers = { csv: readCsv, tldraw: readTldraw, png: readPng }`,
  `const types = ['png', 'jpeg', 'webp']`,
  `const pair = ['csv', 'png']`,
]) {
  test(`fine: ${source}`, () => assert.deepEqual(found(source), []))
}

const guide = (...lines: string[]) => ['| Format | Out | In | |', '|---|---|---|---|', ...lines, ''].join('\n')
const inOrder = ['| `csv` | ✓ | ✓ | rows |', '| `tldraw` | | ✓ | drawings |', '| `png` | ✓ | if embedded | pictures |']

test('the guide agrees with the table', () => assert.deepEqual(wrongGuideRows(guide(...inOrder), rows), []))

for (const [title, lines] of [
  ['a format is missing', inOrder.slice(1)],
  ['a format is not in the table', [...inOrder, '| `vsdx` | | ✓ | drawings |']],
  ['a format cannot be exported', [inOrder[0], '| `tldraw` | ✓ | ✓ | drawings |', inOrder[2]]],
] as const) {
  test(`found in the guide: ${title}`, () =>
    assert.equal(wrongGuideRows(guide(...(lines as string[])), rows).length, 1))
}
