// JSON Canvas files of other programs, with every property of nodes and edges, and without any of the optional ones.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { importLimits } from '../board-content.ts'
import { readJsonCanvas } from './read-jsoncanvas.ts'

const read = async (content: string | Uint8Array) => await readJsonCanvas(Buffer.from(content as string), importLimits)

// A program may leave out what is optional: sides, ends, colors, labels, and one of the two lists.
test('[IMP-21] the smallest nodes and edges', async () => {
  const box = { x: 0, y: 0, width: 250, height: 60 }
  const nodes = [
    { id: 'a', type: 'text', text: 'a', ...box },
    { id: 'b', type: 'group', ...box },
  ]
  const { objects, adapted } = await read(JSON.stringify({ nodes, edges: [{ id: 'e', fromNode: 'a', toNode: 'b' }] }))
  assert.deepEqual(
    objects.map(({ kind }) => kind),
    ['shape', 'canvas', 'connector'],
  )
  assert.deepEqual([objects[1]?.data.name, objects[1]?.data.borderColor], ['Group', 'Gray'])
  assert.deepEqual([objects[2]?.data.startCap, objects[2]?.data.endCap], ['none', 'arrow'])
  assert.deepEqual(adapted, [])
  assert.equal((await read(JSON.stringify({ nodes }))).objects.length, 2)
})

test('[IMP-21] nodes and edges with all their properties', async () => {
  const box = { x: 1, y: 2, width: 300, height: 100 }
  const file = {
    nodes: [
      { id: 'g', type: 'group', ...box, label: 'Group', color: '1', background: 'paper.png', backgroundStyle: 'cover' },
      { id: 't', type: 'text', ...box, text: '# Hello', color: '#ff00ff' },
      { id: 'l', type: 'link', ...box, url: 'https://example.com' },
      { id: 'f', type: 'file', ...box, file: 'notes/a.md', subpath: '#Part' },
      { id: 'x', type: 'video', ...box },
      'nonsense',
    ],
    edges: [
      {
        id: 'e',
        fromNode: 't',
        fromSide: 'top',
        fromEnd: 'arrow',
        toNode: 'l',
        toEnd: 'none',
        color: '5',
        label: 'why',
      },
    ],
  }
  const { objects, adapted, left_out } = await read(JSON.stringify(file))
  const [group, text, link, placeholder, unknown, edge] = objects
  assert.deepEqual([group?.kind, group?.data.name, group?.data.borderColor], ['canvas', 'Group', 'Red'])
  assert.deepEqual([text?.data.text, text?.data.borderColor, text?.data.width], ['# Hello', '#ff00ff', 300])
  assert.deepEqual([link?.kind, link?.data.url], ['browser', 'https://example.com'])
  assert.deepEqual([placeholder?.data.text, unknown?.data.text], ['notes/a.md#Part', 'video'])
  assert.deepEqual(
    [edge?.data.from, edge?.data.to, edge?.data.startCap, edge?.data.endCap, edge?.data.color, edge?.data.label],
    [{ id: { ref: 't' }, anchor: 'top' }, { id: { ref: 'l' }, anchor: 'auto' }, 'arrow', 'none', '#53dfdd', 'why'],
  )
  assert.deepEqual(adapted.map(({ code }) => code).sort(), ['color_replaced', 'file_by_path', 'object_unknown'])
  assert.deepEqual(
    left_out.map(({ code }) => code),
    ['background_image'],
  )
})
