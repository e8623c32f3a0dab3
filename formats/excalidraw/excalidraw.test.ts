import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { type ImportedBoard, type ImportedObject, importLimits } from '../board-content.ts'
import { findEmbeddedBoard } from '../embedded-board.ts'
import { readExcalidraw } from './read-excalidraw.ts'

const sample = (name: string) => readFileSync(join(import.meta.dirname, '../testing/boards', name))
const drawn = readExcalidraw(sample('all-elements.excalidraw'), importLimits)

const find = (board: ImportedBoard, fits: (data: ImportedObject['data']) => boolean) => {
  const found = board.objects.find(({ data }) => fits(data))
  assert.ok(found)
  return found
}
const withText = (text: string) => find(drawn, data => data.text === text)
const codes = (entries: ImportedBoard['adapted']) => Object.fromEntries(entries.map(({ code, count }) => [code, count]))

test('[IMP-30] an Excalidraw drawing: shapes with their texts, forms, colors, borders and rotation', () => {
  assert.deepEqual(pick(withText('Start'), ['form', 'x', 'y', 'width', 'height', 'fill', 'borderColor', 'fontSize']), {
    ...{ form: 'rounded', x: 270, y: 200, width: 160, height: 100 },
    ...{ fill: 'none', borderColor: '#1e1e1e', fontSize: 20 },
  })
  assert.equal(withText('Is it ready?').data.form, 'diamond')
  assert.equal(withText('Done').data.form, 'ellipse')
  const rotated = withText('Rotated\nbox')
  assert.deepEqual(pick(rotated, ['rotation', 'borderStyle', 'fill']), {
    rotation: 28.65,
    borderStyle: 'dashed',
    fill: '#a5d8ff',
  })
  const translucent = find(drawn, data => data.borderStyle === 'dotted')
  assert.deepEqual(pick(translucent, ['fill', 'borderColor', 'borderWidth']), {
    fill: '#ffec9980',
    borderColor: '#e0313180',
    borderWidth: 4,
  })
  assert.equal(translucent.group, rotated.group)
})

test('[IMP-30] arrows are attached to what they were bound to, with their label and ends', () => {
  const label = (text: string) => find(drawn, data => data.label === text).data
  const id = (object: ImportedObject) => ({ id: { ref: object.ref }, anchor: 'auto' })
  assert.deepEqual(label('next').from, id(withText('Start')))
  assert.deepEqual(label('next').to, id(withText('Is it ready?')))
  assert.deepEqual([label('uses').startCap, label('uses').endCap], ['circle', 'triangle'])
  const curve = find(drawn, data => data.path === 'curve').data
  assert.deepEqual([curve.via, curve.line], [[[1040, 900]], 'dashed'])
})

test('[IMP-30] free text, freehand lines, images, frames and embedded pages', () => {
  const code = withText('const code = 1')
  assert.deepEqual(
    [code.kind, code.data.fontFamily, code.data.backgroundColor],
    ['text', 'Source Code Pro', '#00000000'],
  )
  const stroke = drawn.objects.find(({ kind }) => kind === 'stroke')
  assert.deepEqual([stroke?.data.penColor, stroke?.data.brushSize], ['White', 6])
  const image = drawn.objects.find(({ kind }) => kind === 'image')
  assert.deepEqual([image?.data.width, image?.data.height, drawn.files[0]?.mime], [128, 96, 'image/png'])
  assert.equal(image?.file, drawn.files[0]?.name)
  assert.equal(find(drawn, data => data.name === 'Sprint board').kind, 'canvas')
  assert.match(String(find(drawn, data => 'url' in data).data.url), /youtube/)
})

test('[IMP-30] the report names what is different', () => {
  assert.deepEqual(codes(drawn.adapted), { font_replaced: 5, fill_pattern: 1, cap_replaced: 1, filled_line: 1 })
  assert.deepEqual(codes(drawn.left_out), { link_left_out: 1 })
  const refs = new Set(drawn.objects.map(({ ref }) => ref))
  for (const entry of drawn.adapted) for (const ref of entry.refs) assert.ok(refs.has(ref), `${entry.code} ${ref}`)
})

test('[IMP-30] a library: its items beside each other, each a group', () => {
  const { objects } = readExcalidraw(sample('library.excalidrawlib'), importLimits)
  assert.deepEqual(
    objects.map(({ kind, group }) => [kind, group]),
    [
      ['shape', 'item0-'],
      ['shape', 'item0-'],
      ['connector', 'item1-'],
    ],
  )
  assert.deepEqual([objects[0]?.data.x, objects[0]?.data.y], [0, 0])
})

test('[IMP-31] a picture that Excalidraw exported with its scene has the same objects', () => {
  for (const name of ['embedded.excalidraw.svg', 'embedded.excalidraw.png']) {
    const found = findEmbeddedBoard(sample(name), importLimits)
    assert.equal(found?.format, 'excalidraw')
    const { objects } = readExcalidraw(found.bytes, importLimits)
    assert.ok(
      objects.some(({ data }) => data.text === 'Is it ready?'),
      name,
    )
  }
})

const element = (type: string, more: object = {}) => ({
  ...{ id: type, type, x: 10, y: 20, width: 100, height: 50, angle: 0, isDeleted: false, groupIds: [] },
  ...more,
})
const read = (...elements: object[]) =>
  readExcalidraw(Buffer.from(JSON.stringify({ type: 'excalidraw', elements, files: {} })), importLimits)

test('[IMP-30] deleted elements are not imported, and an unknown one leaves a placeholder', () => {
  const board = read(element('rectangle', { isDeleted: true }), element('hologram'))
  assert.deepEqual(
    board.objects.map(({ kind, data }) => [kind, data.text, data.borderStyle]),
    [['shape', 'hologram', 'dashed']],
  )
  assert.deepEqual(codes(board.adapted), { object_unknown: 1 })
})

test('[IMP-30] an image without its file, and an arrow to a missing element', () => {
  const arrow = element('arrow', { points: [[0, 0], [50, 0]], endBinding: { elementId: 'gone', focus: 0, gap: 1 } }) // biome-ignore format: points
  const board = read(element('image', { fileId: 'x' }), arrow)
  assert.deepEqual(codes(board.adapted), { file_missing: 1, end_missing: 1 })
  assert.deepEqual(board.objects[1]?.data.to, { x: 60, y: 20 })
})

test('[IMP-30] centered lines keep their alignment, and text keeps its characters', () => {
  const text = { text: 'one\n*two*', originalText: 'one\n*two*', fontSize: 20, fontFamily: 2, textAlign: 'center' }
  const [shape] = read(element('text', text)).objects
  assert.deepEqual(pick(shape as ImportedObject, ['text', 'textAlign', 'fill', 'borderColor']), {
    text: 'one\n\\*two\\*',
    textAlign: 'center',
    fill: 'none',
    borderColor: 'none',
  })
})

const pick = ({ data }: ImportedObject, names: string[]) => Object.fromEntries(names.map(name => [name, data[name]]))
