import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { type ImportedBoard, importLimits, type PlacedBox } from '../board-content.ts'
import { readMermaid } from './read-mermaid.ts'

const read = (text: string) => readMermaid(Buffer.from(text), importLimits)
const sample = read(readFileSync(join(import.meta.dirname, '../testing/boards/flowchart.mmd'), 'utf8'))
const codes = (entries: ImportedBoard['adapted']) => Object.fromEntries(entries.map(({ code, count }) => [code, count]))
const node = (board: ImportedBoard, text: string) => {
  const found = board.objects.find(({ data }) => data.text === text || data.name === text)
  assert.ok(found, text)
  return found
}
const box = (board: ImportedBoard, text: string) => node(board, text).data as never as PlacedBox

test('[IMP-33] nodes have the form of their brackets', () => {
  const forms = read(
    'graph LR\nA[a]\nB(b)\nC([c])\nD[(d)]\nE((e))\nF{f}\nG{{g}}\nH[/h/]\nI@{ shape: cyl, label: "i" }\nJ[[j]]\nK>k]\nL["l (with) brackets"]',
  )
  assert.deepEqual(
    forms.objects.map(({ data }) => [data.text, data.form]),
    [
      ...[['a', 'rectangle'], ['b', 'rounded'], ['c', 'rounded'], ['d', 'cylinder'], ['e', 'ellipse'], ['f', 'diamond']], // biome-ignore format: pairs
      ...[['g', 'hexagon'], ['h', 'parallelogram'], ['i', 'cylinder'], ['j', 'rectangle'], ['k', 'rectangle']], // biome-ignore format: pairs
      ['l (with) brackets', 'rectangle'],
    ],
  )
  assert.deepEqual(codes(forms.adapted), { form_replaced: 2 })
})

test('[IMP-33] links have their sort, heads and labels, in every way of writing', () => {
  const links = read(
    'flowchart TB\na-->b\nb---c\nc-.->d\nd==>e\ne-->|one|f\nf-- two -->g\ng-. three .->h\nh== four ==>i\ni<-->j\nj o--o k\nk x--x l\nl ~~~ m\nm ----> n\nn --- |five| o1; o1 --> p',
  ).objects.filter(({ kind }) => kind === 'connector')
  assert.deepEqual(
    links.map(({ data }) => [data.startCap, data.endCap, data.line ?? data.width ?? '', data.label]),
    [
      ['none', 'arrow', '', ''],
      ['none', 'none', '', ''],
      ['none', 'arrow', 'dotted', ''],
      ['none', 'arrow', 4, ''],
      ['none', 'arrow', '', 'one'],
      ['none', 'arrow', '', 'two'],
      ['none', 'arrow', 'dotted', 'three'],
      ['none', 'arrow', 4, 'four'],
      ['arrow', 'arrow', '', ''],
      ['circle', 'circle', '', ''],
      ['bar', 'bar', '', ''],
      ['none', 'arrow', '', ''],
      ['none', 'none', '', 'five'],
      ['none', 'arrow', '', ''],
    ],
  )
})

test('[IMP-33] the direction decides where the next node is', () => {
  const next = (direction: string) => {
    const board = read(`graph ${direction}\nA-->B`)
    return [Math.sign(box(board, 'B').x - box(board, 'A').x), Math.sign(box(board, 'B').y - box(board, 'A').y)]
  }
  assert.deepEqual(['TD', 'BT', 'LR', 'RL'].map(next), [[0, 1], [0, -1], [1, 0], [-1, 0]]) // biome-ignore format: pairs
})

test('[IMP-33] subgraphs are canvases around what is in them, with a direction of their own', () => {
  const shop = box(sample, 'The shop')
  assert.equal(node(sample, 'The shop').kind, 'canvas')
  for (const name of ['Open', 'Count', 'Close']) {
    const inside = box(sample, name)
    assert.ok(inside.x > shop.x && inside.x + inside.width < shop.x + shop.width, name)
    assert.ok(inside.y > shop.y && inside.y + inside.height < shop.y + shop.height, name)
  }
  assert.ok(box(sample, 'Count').x > box(sample, 'Open').x)
  const ends = sample.objects.filter(({ data }) =>
    JSON.stringify(data.to)?.includes(`"${node(sample, 'The shop').ref}"`),
  )
  assert.equal(ends.length, 1)
})

test('[IMP-33] styles, classes and the styles of links', () => {
  assert.deepEqual(pick(node(sample, 'Laptop').data, ['fill', 'borderColor', 'borderWidth', 'fontColor']), {
    ...{ fill: '#ff9966', borderColor: '#333333', borderWidth: 4, fontColor: '#ffffff' },
  })
  assert.deepEqual(pick(node(sample, 'Database').data, ['fill', 'borderStyle']), {
    fill: '#bbbbff',
    borderStyle: 'dashed',
  })
  const styled = sample.objects.find(({ data }) => data.label === 'Get money')
  assert.deepEqual(pick(styled?.data ?? {}, ['color', 'width']), { color: '#ffff33', width: 4 })
  assert.deepEqual(codes(sample.left_out), { statement_left_out: 1 })
})

test('[IMP-33] labels: entities, line breaks and icons', () => {
  node(sample, 'iPhone "Pro"')
  node(sample, 'Car')
  node(read('graph TD\nA["one<br/>two <b>three</b>"]'), 'one\ntwo **three**')
})

test('[IMP-33] nodes of a large graph do not overlap, and cycles do no harm', () => {
  const lines = Array.from(
    { length: 400 },
    (_, index) => `n${index} --> n${(index * 7) % 400}\nn${index} --> n${index + 1}`,
  )
  const board = read(`graph TD\n${lines.join('\n')}`)
  const boxes = board.objects.filter(({ kind }) => kind === 'shape').map(({ data }) => data as never as PlacedBox)
  for (const [index, one] of boxes.entries())
    for (const other of boxes.slice(index + 1)) {
      const isApart = one.x + one.width <= other.x || other.x + other.width <= one.x
      assert.ok(isApart || one.y + one.height <= other.y || other.y + other.height <= one.y)
    }
})

test('[IMP-33] another diagram is refused with a message that says so', () => {
  assert.throws(() => read('sequenceDiagram\nA->>B: hello'), {
    code: 'not_recognized',
    message: /only flowcharts.*sequenceDiagram/,
  })
  assert.throws(() => read('graph TD\n'), { code: 'empty' })
})

const pick = (data: Readonly<Record<string, unknown>>, names: string[]) =>
  Object.fromEntries(names.map(name => [name, data[name]]))

test('[IMP-39] links between groups of nodes are limited before they are made', () => {
  const group = (name: string, count: number) => Array.from({ length: count }, (_, index) => name + index).join(' & ')
  const chart = (count: number, label = '') =>
    Buffer.from(`graph TD\n${group('a', count)} ${label ? `-- ${label} -->` : '-->'} ${group('b', count)}`)
  assert.equal(readMermaid(chart(50), importLimits).objects.length, 100 + 2_500)
  for (const dense of [chart(300), chart(20_000), chart(60, 'x'.repeat(1_000))])
    assert.throws(() => readMermaid(dense, importLimits), /more than 5,000 links, or more than 1 MB of text/)
})
