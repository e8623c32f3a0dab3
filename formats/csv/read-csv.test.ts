// Tables as notes: with and without a header, with every separator, quotes and line breaks.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { importLimits } from '../board-content.ts'
import { readCsv } from './read-csv.ts'

const read = async (text: string) => (await readCsv(Buffer.from(text), importLimits)).objects
const textsOf = async (text: string) => (await read(text)).map(({ data }) => data.text)

test('[IMP-22] a note for each row, with the other columns as lines', async () => {
  assert.deepEqual(await textsOf('Title,Owner,Days\nBuild,Ann,3\nShip,,5\n'), [
    'Build\nOwner: Ann\nDays: 3',
    'Ship\nDays: 5',
  ])
  assert.deepEqual(await textsOf('City,People\nUlm,128000\nBonn,330000'), [
    'Ulm\nPeople: 128000',
    'Bonn\nPeople: 330000',
  ])
  assert.deepEqual(await textsOf('one\ntwo\n\nthree'), ['one', 'two', 'three'])
})

test('[IMP-22] semicolons, tabs, quotes, line breaks and a byte order mark', async () => {
  assert.deepEqual(await textsOf('\ufeffText;Zahl\r\n"a;b";1\r\n"say ""hi""\nagain";2\r\n'), [
    'a;b\nZahl: 1',
    'say "hi"\nagain\nZahl: 2',
  ])
  assert.deepEqual(await textsOf('x\ty\ttext\n10\t20\thello'), ['hello'])
  assert.deepEqual(await textsOf('"never closed'), ['never closed'])
})

test('[IMP-22] columns with the names of fields become those fields', async () => {
  const [note, shape, page, other] = await read(
    'kind,text,x,y,width,height,color,url,group\nnote,a,5,-6,,,gold,,g\nshape,b,1,2,30,40,#ff0000,,g\nbrowser,,0,0,,,,https://example.com,\nstroke,c,,,,,,,\n',
  )
  assert.deepEqual(
    [note?.kind, note?.data, note?.group],
    ['note', { x: 5, y: -6, text: 'a', backgroundColor: 'Gold' }, 'g'],
  )
  assert.deepEqual(
    [shape?.kind, shape?.data],
    ['shape', { x: 1, y: 2, width: 30, height: 40, text: 'b', fill: '#ff0000' }],
  )
  assert.deepEqual([page?.kind, page?.data.url], ['browser', 'https://example.com'])
  assert.deepEqual([other?.kind, other?.data.text, other?.data.x], ['note', 'c', 0])
})

test('[IMP-22] rows without a position lie in a grid and do not overlap', async () => {
  const objects = await read(Array.from({ length: 50 }, (_, index) => `row ${index}`).join('\n'))
  const places = new Set(objects.map(({ data }) => `${data.x} ${data.y}`))
  assert.deepEqual([objects.length, places.size], [50, 50])
})

test('[IMP-22] a color may be written as CSS does, or be the name of one', async () => {
  const [note, shape, other] = await read(
    'kind,text,color\nnote,a,crimson\nshape,b,"rgb(255, 0, 0)"\nshape,c,unknown\n',
  )
  assert.deepEqual([note?.data.backgroundColor, shape?.data.fill, other?.data.fill], ['Red', '#ff0000', undefined])
})

test('[IMP-39] a long name of a column is cut where rows repeat it', async () => {
  const [first] = await textsOf(`Title,${'x'.repeat(30_000)}\nBuild,1\nShip,2`)
  assert.equal(first, `Build\n${'x'.repeat(100)}…: 1`)
})
