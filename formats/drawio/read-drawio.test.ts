import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { deflateRawSync } from 'node:zlib'
import { type ImportedBoard, importLimits } from '../board-content.ts'
import { findEmbeddedBoard } from '../embedded-board.ts'
import { readDrawio } from './read-drawio.ts'

const sample = readFileSync(join(import.meta.dirname, '../testing/boards/two-pages.drawio'))
const board = readDrawio(sample, importLimits)
const find = (text: string, { objects } = board) => {
  const found = objects.find(({ data }) => data.text === text || data.name === text || data.label === text)
  assert.ok(found, text)
  return found
}
const codes = (entries: ImportedBoard['adapted']) => Object.fromEntries(entries.map(({ code, count }) => [code, count]))

test('[IMP-34] pages, compressed or not, are beside each other, each on a canvas', () => {
  const canvases = board.objects.filter(({ kind, ref }) => kind === 'canvas' && /^p\d$/.test(ref))
  assert.deepEqual(canvases.map(({ data }) => [data.name, data.x]), [['Order flow', 0], ['Details', 1000]]) // biome-ignore format: pairs
  assert.deepEqual([find('Second page').data.x, find('Second page').data.y], [1080, 80])
})

test('[IMP-34] shapes have their form, colors and formatted text', () => {
  const { form, fill, borderColor, width } = find('Start').data
  assert.deepEqual([form, fill, borderColor, width], ['ellipse', '#d5e8d4', '#82b366', 120])
  assert.equal(find('Is it **ready**?').data.form, 'diamond')
  const work = find('Do *more*\nwork').data
  assert.deepEqual([work.form, work.borderStyle, work.fontSize], ['rounded', 'dashed', 14])
  assert.equal(find('Orders').data.form, 'cylinder')
  const docs = find('[Docs](https://example.com/docs)')
  assert.deepEqual([docs.data.form, docs.data.rotation, docs.group], ['hexagon', 15, find('Box').group])
  assert.equal(find('Team & tasks').kind, 'canvas')
  const inPool = find('- one\n- two').data
  assert.deepEqual([inPool.x, inPool.y, inPool.textAlign], [100, 450, 'left'])
})

test('[IMP-34] edges are attached where they were, with bends, labels and ends', () => {
  const yes = find('yes').data
  assert.deepEqual(yes.from, { id: { ref: find('Is it **ready**?').ref }, anchor: [1, 0.5] })
  assert.deepEqual([yes.path, yes.endCap], ['elbow', 'triangle'])
  const no = find('no').data
  assert.deepEqual(
    [no.path, no.line, no.color, no.endCap, no.via],
    ['curve', 'dotted', '#ff0000', 'arrow', [[370, 210]]],
  )
  const free = board.objects.find(({ data }) => data.endCap === 'none')
  assert.deepEqual(
    [free?.data.from, free?.data.to],
    [
      { x: 80, y: 360 },
      { x: 200, y: 320 },
    ],
  )
})

test('[IMP-34] an image has its file, and what is only similar is in the report', () => {
  assert.equal(board.files[0]?.mime, 'image/png')
  assert.deepEqual(codes(board.adapted), { pages_beside: 2, text_alignment: 1, form_replaced: 1 })
})

test('[IMP-31] a draw.io diagram inside of an SVG picture', () => {
  const escaped = sample
    .toString()
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;')
  const svg = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="10" content="${escaped}"><g/></svg>`)
  const found = findEmbeddedBoard(svg, importLimits)
  assert.equal(found?.format, 'drawio')
  assert.equal(readDrawio(found.bytes, importLimits).objects.length, board.objects.length)
})

const model = (cells: string) =>
  `<mxGraphModel><root><mxCell id="0"/><mxCell id="1" parent="0"/>${cells}</root></mxGraphModel>`
const refused = (text: string, code: string, limits = importLimits) =>
  assert.throws(() => readDrawio(Buffer.from(text), limits), { name: 'UnreadableBoardFile', code })

test('[IMP-37] entities, bombs and broken files are refused', () => {
  refused(
    '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]><mxfile><diagram>&b;</diagram></mxfile>',
    'refused',
  )
  refused('<mxfile><diagram>never closed', 'damaged')
  refused('<mxfile><diagram>%%%</diagram></mxfile>', 'damaged')
  refused('<mxfile/>', 'damaged')
  const bomb = deflateRawSync(Buffer.alloc(5_000_000, 'a')).toString('base64')
  refused(`<mxfile><diagram>${bomb}</diagram></mxfile>`, 'too_large', { ...importLimits, unpackedBytes: 1_000_000 })
  refused(`${'<a>'.repeat(5_000)}`, 'too_deep')
})

test('[IMP-34] cells that are their own parents do no harm', () => {
  const vertex = (id: string, parent: string) =>
    `<mxCell id="${id}" parent="${parent}" vertex="1" style="" value="${id}"><mxGeometry x="1" y="2" width="9" height="9"/></mxCell>`
  const { objects } = readDrawio(
    Buffer.from(model(vertex('a', 'b') + vertex('b', 'a') + vertex('c', 'c'))),
    importLimits,
  )
  assert.equal(objects.length, 3)
})
