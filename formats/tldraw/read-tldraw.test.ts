import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { type ImportedBoard, type ImportedObject, importLimits } from '../board-content.ts'
import { readTldraw } from './read-tldraw.ts'

const sample = readFileSync(join(import.meta.dirname, '../testing/boards/all-shapes.tldr'))
const board = readTldraw(sample, importLimits)

const find = ({ objects }: ImportedBoard, fits: (data: ImportedObject['data']) => boolean) => {
  const found = objects.find(({ data }) => fits(data))
  assert.ok(found)
  return found
}
const withText = (text: string) => find(board, data => data.text === text)
const codes = (entries: ImportedBoard['adapted']) => Object.fromEntries(entries.map(({ code, count }) => [code, count]))
const near = (value: unknown, expected: number) => assert.ok(Math.abs((value as number) - expected) < 0.5, `${value}`)

test('[IMP-32] a tldraw board: notes that are small enlarge everything, so that nothing overlaps', () => {
  const note = withText('A sticky note')
  assert.deepEqual([note.kind, note.data.scale, note.data.backgroundColor], ['note', 0.5, 'Yellow'])
  const rectangle = withText('rectangle').data
  assert.deepEqual([Math.round(rectangle.width as number), rectangle.height], [252, 182])
  assert.equal(codes(board.adapted).board_enlarged, 2)
})

test('[IMP-32] forms, fills, dashes and colors; forms that a board does not have are similar ones', () => {
  const forms = Object.fromEntries(board.objects.map(({ data }) => [data.text, data.form]))
  for (const form of ['rectangle', 'ellipse', 'diamond', 'triangle', 'hexagon', 'cloud', 'star'])
    assert.equal(forms[form], form)
  assert.deepEqual(
    [forms.oval, forms.rhombus, forms.octagon, forms['x-box']],
    ['rounded', 'parallelogram', 'hexagon', 'rectangle'],
  )
  assert.equal(codes(board.adapted).form_replaced, 7)
  const { fill, borderColor, borderStyle } = withText('diamond').data
  assert.deepEqual([fill, borderColor, borderStyle], ['#d3e9e3', '#099268', 'dashed'])
})

test('[IMP-32] an arrow to the left is a turned shape, its text is not', () => {
  const label = withText('arrow-left')
  const arrow = board.objects.find(({ group, data }) => group === label.group && data.form === 'arrow')
  assert.deepEqual([arrow?.data.rotation, label.data.rotation, label.data.fill], [180, 0, 'none'])
})

test('[IMP-32] formatted text has marks, and is where it was, rotated', () => {
  const text = find(board, data => String(data.text).startsWith('Rich'))
  assert.equal(text.data.text, 'Rich **bold** and [link](https://tldraw.dev)\n- first\n- second')
  near(text.data.rotation, 17.19)
})

test('[IMP-32] arrows are attached, bent arrows and splines are curves, elbows elbows', () => {
  const arrow = find(board, data => data.label === 'flows').data
  assert.deepEqual(arrow.from, { id: { ref: withText('From').ref }, anchor: 'auto' })
  assert.deepEqual([arrow.path, arrow.startCap, arrow.endCap], ['curve', 'circle', 'triangle'])
  assert.equal(find(board, data => data.path === 'elbow').data.line, 'dashed')
})

test('[IMP-32] what is in a frame or a rotated group is where it was', () => {
  const inFrame = withText('In frame').data
  near(inFrame.x, 40 * 1.4)
  near(inFrame.y, (1000 + 50) * 1.4)
  const grouped = board.objects.filter(
    ({ group, data }) => group !== undefined && data.form !== 'arrow' && data.text === '',
  )
  assert.equal(grouped.length, 2)
  for (const { data } of grouped) near(data.rotation, 11.46)
  assert.equal(grouped[0]?.data.borderColor, '#1d1d1d80')
})

test('[IMP-32] freehand lines and highlights, images, bookmarks and embedded pages', () => {
  const [pen, marker] = board.objects.filter(({ kind }) => kind === 'stroke')
  assert.deepEqual([pen?.data.brushType, pen?.data.penColor], ['Pen', 'White'])
  assert.deepEqual([marker?.data.brushType, marker?.data.penColor], ['Highlighter', 'Yellow'])
  const points = pen?.data.points as number[]
  assert.deepEqual(points.slice(0, 4).map(Math.round), [420, 2030, 431, 2041])
  assert.equal(board.files[0]?.mime, 'image/png')
  assert.deepEqual(
    board.objects.filter(({ kind }) => kind === 'browser').map(({ data }) => data.url),
    ['https://example.com/page', 'https://www.youtube.com/watch?v=gkGMXY0wekg'],
  )
})

const shape = (id: string, type: string, props: object, more: object = {}) => ({
  ...{ typeName: 'shape', id: `shape:${id}`, type, parentId: 'page:a', index: id, x: 0, y: 0, rotation: 0, props },
  ...more,
})
const read = (...records: object[]) =>
  readTldraw(
    Buffer.from(JSON.stringify({ tldrawFileFormatVersion: 1, schema: { schemaVersion: 1, storeVersion: 4 }, records })),
    importLimits,
  )
const page = { typeName: 'page', id: 'page:a', name: 'One', index: 'a1' }

test('[IMP-32] files of 2023: plain text, bindings inside of arrows, handles of lines, points as lists', () => {
  const old = read(
    page,
    shape('a', 'geo', { geo: 'rectangle', w: 100, h: 50, text: 'Old *text*', font: 'sans' }),
    shape('b', 'arrow', {
      start: { type: 'binding', boundShapeId: 'shape:a', normalizedAnchor: { x: 0.5, y: 0.5 }, isExact: false },
      end: { type: 'point', x: 300, y: 10 },
    }),
    shape('c', 'line', { handles: { end: { index: 'a2', x: 9, y: 9 }, start: { index: 'a1', x: 1, y: 2 } } }),
    shape('d', 'draw', { segments: [{ type: 'free', points: [{ x: 1, y: 2 }, { x: 3, y: 4 }] }], size: 's' }), // biome-ignore format: points
  )
  const [box, arrow, line, draw] = old.objects
  assert.equal(box?.data.text, 'Old \\*text\\*')
  assert.deepEqual(
    [arrow?.data.from, arrow?.data.to],
    [
      { id: { ref: box?.ref }, anchor: 'auto' },
      { x: 300, y: 10 },
    ],
  )
  assert.deepEqual(
    [line?.data.from, line?.data.to],
    [
      { x: 1, y: 2 },
      { x: 9, y: 9 },
    ],
  )
  assert.deepEqual([draw?.data.points, draw?.data.brushSize], [[1, 2, 3, 4], 2])
})

test('[IMP-32] several pages are beside each other, each on a canvas', () => {
  const geo = { geo: 'rectangle', w: 100, h: 50 }
  const two = read(
    page,
    { ...page, id: 'page:b', name: 'Two', index: 'a2' },
    shape('a', 'geo', geo),
    shape('b', 'geo', geo, { parentId: 'page:b' }),
  )
  assert.deepEqual(
    two.objects.map(({ kind, data }) => [kind, data.name, data.x]),
    [
      ['canvas', 'One', 0],
      ['shape', undefined, 80],
      ['canvas', 'Two', 420],
      ['shape', undefined, 500],
    ],
  )
  assert.deepEqual(codes(two.adapted), { pages_beside: 2 })
})

test('[IMP-32] videos, lost images and unknown shapes leave placeholders; parents that form a cycle do no harm', () => {
  const odd = read(
    page,
    shape('a', 'video', { w: 10, h: 10 }),
    shape('b', 'image', { w: 10, h: 10 }),
    shape('c', 'hologram', {}),
    shape('d', 'group', {}, { parentId: 'shape:e' }),
    shape('e', 'group', {}, { parentId: 'shape:d' }),
  )
  assert.deepEqual(
    odd.objects.map(({ data }) => [data.text, data.borderStyle]),
    [
      ['Video: unnamed', 'dashed'],
      ['Image', 'dashed'],
      ['hologram', 'dashed'],
    ],
  )
  assert.deepEqual(codes(odd.adapted), { media_left_out: 1, file_missing: 1, object_unknown: 1 })
})
