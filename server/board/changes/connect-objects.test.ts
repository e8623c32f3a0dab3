// Connectors: their ends, their paths, and what happens to them when objects move, are deleted and restored.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ListedChange } from '@tessera/contract'
import { refused } from '../../testing/assert-refused.ts'
import { publish } from '../../testing/publishing.ts'
import { type World, world } from '../../testing/world.ts'

/** Two shapes beside each other, and a connector from the first to the second. */
async function connected({ ann, board }: World) {
  const { shape: a } = await ann.shapes.create(board, { text: 'A' })
  const { shape: b } = await ann.shapes.create(board, { text: 'B', x: 600 })
  const { connector } = await ann.connectors.create(board, {
    from: { id: a.id, anchor: 'auto' },
    to: { id: b.id, anchor: 'auto' },
  })
  return { a, b, connector }
}

const changeIn =
  ({ ann, board }: World) =>
  async (...changes: ListedChange[]) =>
    (await ann.objects.change(board, { changes })).results

test('[KND-11] an end is an object with an anchor or a free point, and anything else is refused by name', async () => {
  const made = await world()
  const { ann, board, organization } = made
  const { a, b, connector } = await connected(made)
  const { stroke } = await ann.strokes.create(board, { points: [0, 0, 1, 1] })
  const away = (await ann.workspaces.create(organization, { name: 'Away' })).workspace.properties.uid
  const { shape: foreign } = await ann.shapes.create(away, {})
  const wrong: unknown[] = [
    {},
    { id: a.id, x: 1, y: 2 },
    { x: 1 },
    { anchor: 'top' },
    { x: 1, y: 2, anchor: 'top' },
    { id: stroke.id },
    { id: connector.id },
    { id: foreign.id },
    { id: 'f'.repeat(24) },
  ]
  for (const end of wrong) {
    const data = { from: end, to: { x: 0, y: 0 } } as never
    await refused(ann.connectors.create(board, data), 400, 'BadRequest', 'from')
    await refused(ann.connectors.update(board, connector.id, { to: end as never }), 400, 'BadRequest', 'to')
    const changes = [{ op: 'update', id: connector.id, data: { from: end } }] as never
    await refused(ann.objects.change(board, { changes }), 400, 'BadRequest', 'changes[0].data.from')
  }
  const nested = [
    [{ id: 'no id' }, 'from.id'],
    [{ x: 0.5, y: 1 }, 'from.x'],
  ] as const
  for (const [end, field] of nested)
    await refused(ann.connectors.create(board, { from: end, to: { x: 0, y: 0 } } as never), 400, 'BadRequest', field)
  assert.equal((await ann.connectors.get(board, connector.id)).connector.version, 1)
  for (const anchor of ['auto', 'top', 'right', 'bottom', 'left', [0.25, 1]] as const) {
    const end = { id: b.id, anchor: anchor as 'auto' }
    const { connector: changed } = await ann.connectors.update(board, connector.id, { to: end })
    assert.deepEqual(changed.to, end)
  }
})

test('[KND-12] connectors follow objects that move, turn or change size, without an event or a new version', async () => {
  const made = await world()
  const { ann, board } = made
  const { a, b, connector } = await connected(made)
  assert.deepEqual(connector.points, [
    [240, 80],
    [600, 80],
  ])
  assert.deepEqual(connector.box, { x: 240, y: 80, width: 360, height: 0 })
  const { seq } = (await ann.events.list(board)).events.at(-1) as { seq: number }
  await ann.shapes.update(board, b.id, { x: 700, y: 400 })
  const { connector: moved } = await ann.connectors.get(board, connector.id)
  assert.deepEqual((moved.points as number[][]).at(-1), [700, 480])
  assert.deepEqual({ ...moved, points: 0, box: 0 }, { ...connector, points: 0, box: 0 })
  await ann.shapes.update(board, a.id, { width: 480, rotation: 90 })
  const { connector: turned } = await ann.connectors.get(board, connector.id)
  assert.notDeepEqual(turned.points, moved.points)
  const { events } = await ann.events.list(board, { after: seq })
  assert.deepEqual(new Set(events.map(({ type }) => type)), new Set(['SHAPE_UPDATE']))
  const listed = (await ann.objects.list(board, { box: '690,470,695,490' })).objects
  assert.ok(
    listed.some(({ id }) => id === connector.id),
    'found where it is drawn now',
  )
  const then = await ann.objects.list(board, { at: seq })
  assert.deepEqual(
    then.objects.find(({ id }) => id === connector.id),
    { kind: 'connector', ...connector },
    'as it was then',
  )
  const now = await ann.objects.list(board, { at: seq + events.length, limit: 1, cursor: b.id })
  assert.deepEqual(now.objects, [{ kind: 'connector', ...turned }], 'its objects are on another page')
})

test('[KND-13] deleting an object frees its ends in the same change, and restoring it attaches them again', async () => {
  const made = await world()
  const { ann, board } = made
  const { a, b, connector } = await connected(made)
  const change = changeIn(made)
  const typesAfter = async (seq: number) =>
    (await ann.events.list(board, { after: seq })).events.map(({ type }) => type)
  const seqNow = async () => (await ann.events.list(board, { limit: 1_000 })).events.length
  const connectorNow = async () => (await ann.connectors.get(board, connector.id)).connector

  let seq = await seqNow()
  await ann.shapes.delete(board, b.id)
  assert.deepEqual(await typesAfter(seq), ['SHAPE_DELETE', 'CONNECTOR_UPDATE'])
  const freed = await connectorNow()
  assert.deepEqual([freed.to, freed.points, freed.version], [{ x: 600, y: 80 }, connector.points, 2])
  assert.equal('$' in freed, false)

  seq = await seqNow()
  await change({ op: 'restore', id: b.id })
  assert.deepEqual(await typesAfter(seq), ['SHAPE_CREATE', 'CONNECTOR_UPDATE'])
  assert.deepEqual((await connectorNow()).to, connector.to)

  await ann.shapes.delete(board, b.id)
  await ann.connectors.update(board, connector.id, { to: { x: 5, y: 5 } })
  await change({ op: 'restore', id: b.id })
  assert.deepEqual((await connectorNow()).to, { x: 5, y: 5 }, 'it was changed since')

  await change({ op: 'delete', id: connector.id }, { op: 'delete', id: a.id }, { op: 'restore', id: connector.id })
  const alone = await connectorNow()
  assert.deepEqual(alone.from, { x: (alone.points as number[][])[0]?.[0], y: (alone.points as number[][])[0]?.[1] })
  await change({ op: 'restore', id: a.id })
  assert.deepEqual((await connectorNow()).from, connector.from)

  await change({ op: 'delete', id: a.id }, { op: 'delete', id: connector.id })
  await change({ op: 'restore', id: a.id }, { op: 'update', id: a.id, data: { y: -400 } })
  await change({ op: 'restore', id: connector.id })
  const back = await connectorNow()
  assert.deepEqual(back.from, connector.from)
  assert.equal((back.points as number[][])[0]?.[1], -240, 'at the place where the object is now')
})

test('[OBJ-6] a pinned connector keeps its path, and its style can change', async () => {
  const made = await world()
  const { ann, board } = made
  const { connector } = await connected(made)
  await ann.connectors.update(board, connector.id, { pin: true })
  for (const [field, value] of [
    ['from', { x: 0, y: 0 }],
    ['to', { x: 0, y: 0 }],
    ['via', [[1, 2]]],
  ] as const)
    await refused(ann.connectors.update(board, connector.id, { [field]: value }), 400, 'BadRequest', field)
  await ann.connectors.update(board, connector.id, { color: '#ff0000', from: connector.from })
  await ann.connectors.update(board, connector.id, { pin: false, via: [[300, 300]] })
})

test('[OBJ-23] the graph has what connectors connect, once each, and the direction of their caps', async () => {
  const made = await world()
  const { ann, bob, eve, board } = made
  const { a, b, connector } = await connected(made)
  const { note } = await ann.notes.create(board, { text: 'C' })
  const { canvas } = await ann.canvases.create(board, { name: 'Area' })
  await ann.notes.create(board, { text: 'alone' })
  const link = async (from: string, to: string, more: object = {}) =>
    (
      await ann.connectors.create(board, {
        from: { id: from, anchor: 'auto' },
        to: { id: to, anchor: 'auto' },
        ...more,
      })
    ).connector.id
  const back = await link(b.id, note.id, { startCap: 'arrow', endCap: 'none', label: 'yes' })
  const both = await link(note.id, canvas.id, { startCap: 'circle' })
  const plain = await link(note.id, a.id, { endCap: 'none' })
  await ann.connectors.create(board, { from: { id: a.id, anchor: 'auto' }, to: { x: 9, y: 9 } })
  const { nodes, edges } = await bob.objects.graph(board)
  assert.deepEqual(nodes, [
    { id: a.id, kind: 'shape', text: 'A' },
    { id: b.id, kind: 'shape', text: 'B' },
    { id: note.id, kind: 'note', text: 'C' },
    { id: canvas.id, kind: 'canvas', text: 'Area' },
  ])
  assert.deepEqual(edges, [
    { id: connector.id, from: a.id, to: b.id, label: '', directed: true },
    { id: back, from: note.id, to: b.id, label: 'yes', directed: true },
    { id: both, from: note.id, to: canvas.id, label: '', directed: false },
    { id: plain, from: note.id, to: a.id, label: '', directed: false },
  ])
  await ann.shapes.delete(board, b.id)
  assert.deepEqual(
    (await bob.objects.graph(board)).edges.map(({ id }) => id),
    [both, plain],
  )
  await refused(eve.objects.graph(board), 404, 'ResourceNotFound')
})

test('[OBJ-24] a copied workspace keeps order, groups, rotation and connections, and new objects lie in front', async () => {
  const made = await world()
  const { ann, board } = made
  const { a, b, connector } = await connected(made)
  const { shape: gone } = await ann.shapes.create(board, { y: 900, rotation: 30 })
  const { connector: half } = await ann.connectors.create(board, {
    from: { id: gone.id, anchor: 'auto' },
    to: { id: a.id, anchor: 'auto' },
  })
  await changeIn(made)(
    { op: 'group', ids: [a.id, b.id] },
    { op: 'order', ids: [a.id], to: 'front' },
    { op: 'delete', id: gone.id },
  )
  const copy = (await ann.workspaces.copy(board, { new_workspace_name: 'Copy' })).workspace.uid
  const { nodes, edges } = await ann.objects.graph(copy)
  assert.deepEqual(
    nodes.map(({ text }) => text),
    ['A', 'B'],
  )
  assert.deepEqual(
    edges.map(({ from, to }) => [from, to]),
    [[nodes[0]?.id, nodes[1]?.id]],
  )
  const [copyA, copyB] = await Promise.all(nodes.map(async ({ id }) => (await ann.shapes.get(copy, id)).shape))
  assert.ok(copyA && copyB && copyA.group !== null)
  assert.equal(copyA.group, copyB.group)
  assert.ok(copyA.order > copyB.order)
  const { shape: fresh } = await ann.shapes.create(copy, {})
  assert.ok(fresh.order > copyA.order)
  const { connectors } = await ann.connectors.list(copy)
  assert.deepEqual(connectors[0]?.points, (await ann.connectors.get(board, connector.id)).connector.points)
  assert.deepEqual(connectors[1]?.from, (await ann.connectors.get(board, half.id)).connector.from)
  await ann.shapes.update(copy, copyB.id, { x: 900 })
  const [followed] = (await ann.connectors.list(copy)).connectors
  assert.deepEqual((followed?.points as number[][] | undefined)?.at(-1), [900, 80])
})

test('[OBJ-24] a published board has its order, groups, shapes and connectors', async () => {
  const made = await world()
  const { a, b, connector } = await connected(made)
  await changeIn(made)({ op: 'group', ids: [a.id, b.id] }, { op: 'order', ids: [b.id], to: 'back' })
  const { ann, board } = made
  await publish(made)
  const { objects } = await ann.published.get(board)
  const byId = (one: { id: string }, other: { id: string }) => (one.id < other.id ? -1 : 1)
  assert.deepEqual(objects.toSorted(byId), (await ann.objects.list(board)).objects)
  assert.ok(objects.some(({ id }) => id === connector.id))
})
