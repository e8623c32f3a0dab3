// No text becomes a formula in a spreadsheet of any language, and the import reads every text as it was.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { importLimits } from '../board-content.ts'
import { readCsv } from './read-csv.ts'
import { writeCsv } from './write-csv.ts'

const texts = [
  '=1+1',
  'a;=HYPERLINK("http://x")',
  'a;@x',
  'a; +1',
  'list:\n- one\n-two\r\n=three',
  'a\t=1',
  'say ";"=1"',
  `'=1`,
  `a;''=1`,
  ';;==1',
  '\uff1d1',
  '  padded =x  ',
  'plain; text, a=b, 5-3',
  '"',
  "it's",
]

const board = (all: readonly string[]) =>
  ({
    objects: all.map((text, index) => ({
      kind: 'note',
      id: index.toString(16).padStart(24, '0'),
      text,
      x: index * 1_000,
      y: 0,
      scale: 1,
      rotation: 0,
      group: index === 0 ? '=group' : undefined,
    })),
    comments: [],
  }) as never

test('[EXP-41] no cell begins with a formula, however a spreadsheet splits the table', () => {
  const table = writeCsv(board(texts)).slice(1)
  for (const separator of [/[;\r\n]/, /[\t\r\n]/])
    for (const cell of table.split(separator)) assert.doesNotMatch(cell, /^[\s"]*[=+\-@\uff1d]/, JSON.stringify(cell))
})

test('[EXP-41] [IMP-22] a table that Tessera wrote is read with the texts that it had', async () => {
  const found = (await readCsv(Buffer.from(writeCsv(board(texts))), importLimits)).objects
  assert.deepEqual(
    found.map(({ data }) => data.text),
    texts,
  )
})

test('[IMP-22] an apostrophe in the table of another program stays', async () => {
  const found = (await readCsv(Buffer.from("text,size\n'=1,2"), importLimits)).objects
  assert.equal(found[0]?.data.text, "'=1\nsize: 2")
})
