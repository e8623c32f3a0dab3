// Puts the rows of a CSV file on a board: a canvas for each value of a column, on it a grid with a note for each row.
// node csv-to-notes.ts <workspace uid> <file.csv> --by <column>

import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { connect, maxChanges } from '@tessera/client'
import { parseCsv } from './parse-csv.ts'
import { planBoard, readRows } from './plan-board.ts'

const { positionals, values } = parseArgs({ allowPositionals: true, options: { by: { type: 'string' } } })
const [board, file] = positionals
if (!board || !file || !values.by)
  throw new Error('Usage: node csv-to-notes.ts <workspace uid> <file.csv> --by <column>')

const { TESSERA_URL: url = 'http://localhost:8080', TESSERA_TOKEN: token = '' } = process.env
const tessera = connect({ url, token })

const rows = readRows(parseCsv(await readFile(file, 'utf8')), values.by)
const objects = await Array.fromAsync(tessera.objects.list.all(board))
const changes = planBoard(rows, objects)

// A list of up to 1,000 changes is made as a whole or not at all. The client sends each with an Idempotency-Key, so a
// list whose response was lost is not made twice.
for (let start = 0; start < changes.length; start += maxChanges) {
  await tessera.objects.change(board, { changes: changes.slice(start, start + maxChanges) })
}

const count = (op: string) => changes.filter(change => change.op === op).length
console.log(`${rows.length} rows: ${count('create')} created, ${count('update')} updated, ${count('delete')} deleted.`)
