import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readCells } from './pasted-cells.ts'

const shown = (text: string, isTable = false) =>
  readCells(text, isTable)?.cells.map(({ column, row, text: words }) => `${column},${row} ${words}`) ?? null

test('[WEB-53] lines become a column, without bullets and blank lines', () => {
  assert.deepEqual(shown('one\r\n\n- two\n  • three\n'), ['0,0 one', '0,1 two', '0,2 three'])
  assert.equal(readCells('one\ntwo', false)?.from, 'lines')
  assert.equal(shown('a single line\n'), null)
  assert.equal(shown(''), null)
})

test('[WEB-53] a long list of lines is broken into columns', () => {
  const lines = Array.from({ length: 12 }, (_, index) => `line ${index}`)
  assert.deepEqual(shown(lines.join('\n'))?.slice(-3), ['0,9 line 9', '1,0 line 10', '1,1 line 11'])
})

test('[WEB-53] cells keep their rows and columns; empty ones are left out', () => {
  assert.deepEqual(shown('a\tb\n\tc\r\nd\t'), ['0,0 a', '1,0 b', '1,1 c', '0,2 d'])
  assert.equal(readCells('a\tb', false)?.from, 'cells')
  assert.equal(readCells('a\nb\n', true)?.from, 'lines', 'a sheet with one column is a list')
})

test('[WEB-53] quoted cells of a spreadsheet may have several lines', () => {
  assert.deepEqual(shown('"two\nlines"\t"a ""quote"""\n"loose" quote\tend', true), [
    '0,0 two\nlines',
    '1,0 a "quote"',
    '0,1 "loose" quote',
    '1,1 end',
  ])
})
