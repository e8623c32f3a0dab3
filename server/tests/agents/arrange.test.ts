// Tests how agents arrange objects: what moves, what stays, and where it is placed.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Agent, agentOf } from '../../testing/mcp-client.ts'
import { type Person, world } from '../../testing/world.ts'

interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

interface ArrangeResult {
  readonly moved: number
  readonly box: Box
  readonly pinned: string[]
}

const boxOf = ({ x, y, width, height }: Box): Box => ({ x, y, width, height })

const isApart = (one: Box, other: Box) =>
  one.x + one.width <= other.x ||
  other.x + other.width <= one.x ||
  one.y + one.height <= other.y ||
  other.y + other.height <= one.y

const isInside = (inner: Box, outer: Box) =>
  inner.x >= outer.x &&
  inner.y >= outer.y &&
  inner.x + inner.width <= outer.x + outer.width &&
  inner.y + inner.height <= outer.y + outer.height

async function arrange(agent: Agent, args: object): Promise<ArrangeResult> {
  const { structuredContent, content } = await agent.call('arrange', args as Record<string, unknown>)
  assert.ok(structuredContent, JSON.stringify(content))
  return structuredContent as unknown as ArrangeResult
}

const manyNotes = async ({ notes }: Person, board: string, count: number) =>
  await Promise.all(
    Array.from(
      { length: count },
      async (_, index) => (await notes.create(board, { text: `Note ${count - index}` })).note.id,
    ),
  )

test('[MCP-49] objects are laid out in the nearest free space; groups stay together and pinned objects where they are', async () => {
  const made = await world()
  const { ann, board } = made
  const ids = await manyNotes(ann, board, 6)
  const [first, second, third] = ids as [string, string, string]
  await ann.notes.update(board, second, { x: 100, y: 500 })
  await ann.objects.change(board, { changes: [{ op: 'group', ids: [first, second] }] })
  await ann.notes.update(board, third, { pin: true })
  const { note: other } = await ann.notes.create(board, { text: 'in the way', x: 300, y: 200 })
  const agent = await agentOf(made, ann)
  const { box, pinned } = await arrange(agent, { workspace_id: board, layout: 'grid', order: 'text', ids })
  assert.deepEqual(pinned, [third])
  const { notes } = await ann.notes.list(board)
  const boxes = new Map(notes.map(one => [one.id, boxOf(one)]))
  const at = (id: string) => boxes.get(id) as Box
  assert.deepEqual([at(third).x, at(third).y], [0, 0])
  assert.deepEqual([at(second).x - at(first).x, at(second).y - at(first).y], [100, 500])
  const free = ids.filter(id => id !== third)
  for (const id of free) assert.ok(isInside(at(id), box) && isApart(at(id), at(other.id)) && isApart(at(id), at(third)))
  for (const [index, id] of free.entries())
    for (const next of free.slice(index + 1)) assert.ok(isApart(at(id), at(next)), `${id} ${next}`)
  const again = await arrange(agent, { workspace_id: board, layout: 'grid', order: 'text', ids })
  assert.deepEqual([again.box, again.moved], [box, 0], 'what is arranged stays')
})

test('[MCP-49] a flow leads along the connectors, and columns are one for each color', async () => {
  const made = await world()
  const { ann, board } = made
  const agent = await agentOf(made, ann)
  const { structuredContent } = await agent.call('change_board', {
    workspace_id: board,
    changes: [
      ...['a', 'b', 'c'].map(ref => ({ op: 'create', kind: 'shape', ref, data: { text: ref } })),
      ...['ab', 'bc', 'ac'].map(([from, to]) => ({
        op: 'create',
        kind: 'connector',
        data: { from: { id: { ref: from } }, to: { id: { ref: to } }, via: [[5, 5]] },
      })),
    ],
  })
  const { ids } = structuredContent as { ids: Record<string, string> }
  const { a, b, c } = ids as { a: string; b: string; c: string }
  await arrange(agent, { workspace_id: board, layout: 'flow', ids: [c, a, b] })
  const placed = new Map((await ann.shapes.list(board)).shapes.map(one => [one.id, one]))
  const right = (id: string) => (placed.get(id)?.x ?? 0) + (placed.get(id)?.width ?? 0)
  assert.ok(right(a) < (placed.get(b)?.x ?? 0) && right(b) < (placed.get(c)?.x ?? 0))
  const { connectors } = await ann.connectors.list(board)
  assert.deepEqual(
    connectors.map(({ via }) => via.length),
    [0, 0, 2],
    'only the long one passes another object',
  )
  const beside = placed.get(b) as { y: number; height: number }
  for (const [, y] of connectors[2]?.via ?? []) assert.ok(y < beside.y || y > beside.y + beside.height)
  for (const [index, fill] of ['#ff0000', '#00ff00', '#ff0000'].entries())
    await ann.shapes.update(board, [a, b, c][index] as string, { fill })
  await arrange(agent, { workspace_id: board, layout: 'columns', order: 'color', ids: [a, b, c], at: { x: 0, y: 0 } })
  const columns = (await ann.shapes.list(board)).shapes.map(({ x, y }) => [x, y])
  assert.deepEqual([columns[0]?.[0], columns[2]?.[0]], [columns[0]?.[0], columns[0]?.[0]])
  assert.notEqual(columns[0]?.[0], columns[1]?.[0])
})

test('[MCP-50] an arrangement is placed on a canvas, which grows only if requested, near an object or at a point', async () => {
  const made = await world()
  const { ann, board } = made
  const { canvas } = await ann.canvases.create(board, { name: 'Ideas', x: 5_000, y: 0, width: 800, height: 800 })
  const ids = await manyNotes(ann, board, 4)
  const agent = await agentOf(made, ann)
  const ask = (args: object) => arrange(agent, { workspace_id: board, layout: 'grid', ids, ...args })
  assert.match(
    await agent.fail('arrange', { workspace_id: board, layout: 'grid', ids, into: canvas.id }),
    /does not fit.*fit_canvas/,
  )
  const { box } = await ask({ into: canvas.id, fit_canvas: true, columns: 2 })
  const { canvas: grown } = await ann.canvases.get(board, canvas.id)
  assert.deepEqual([grown.x, grown.y], [5_000, 0])
  assert.ok(isInside(box, grown) && grown.width > 1_100)
  const inside = await arrange(agent, { workspace_id: board, layout: 'stack', canvas: canvas.id, fit_canvas: true })
  const { canvas: slim } = await ann.canvases.get(board, canvas.id)
  assert.ok(isInside(inside.box, slim) && slim.width < grown.width && slim.height > grown.height)
  const { note: anchor } = await ann.notes.create(board, { text: 'anchor', x: 0, y: 5_000 })
  const near = (await ask({ near: anchor.id })).box
  assert.ok(isApart(near, boxOf(anchor)) && near.x - 560 < 200 && near.y === 5_000)
  assert.deepEqual((await ask({ at: { x: -7, y: 3 }, layout: 'row' })).box, { x: -7, y: 3, width: 2_390, height: 320 })
})

test('[MCP-50] contradicting arguments are refused with what to do, and a dry run moves nothing', async () => {
  const made = await world()
  const { ann, board } = made
  const [id] = await manyNotes(ann, board, 1)
  const { note: fixed } = await ann.notes.create(board, { text: 'fixed', pin: true })
  const agent = await agentOf(made, ann)
  const fail = (args: object) => agent.fail('arrange', { workspace_id: board, layout: 'grid', ...args })
  assert.match(await fail({}), /either ids or canvas/)
  assert.match(await fail({ ids: [id], canvas: id }), /either ids or canvas/)
  assert.match(await fail({ ids: [id], into: id }), /must be a canvas/)
  assert.match(await fail({ ids: ['0'.repeat(24)] }), /no object 0+/)
  assert.match(await fail({ ids: [id], near: fixed.id, at: { x: 0, y: 0 } }), /at most one/)
  assert.match(await fail({ ids: [id], fit_canvas: true }), /needs a canvas/)
  assert.match(await fail({ ids: [fixed.id] }), /pinned/)
  assert.match(await fail({ ids: [id], at: { x: 9, y: 9 }, if_seq: 1 }), /changed since seq 1/)
  const said = await agent.ask('arrange', {
    workspace_id: board,
    layout: 'row',
    ids: [id],
    at: { x: 9, y: 9 },
    dry_run: true,
  })
  assert.match(said, /Nothing was changed/)
  assert.equal((await ann.notes.get(board, id as string)).note.x, 0)
})
