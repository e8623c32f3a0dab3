// Objects with many connectors: how many there can be, and when they follow.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ListedChange, maxChanges, maxConnectorEnds } from '@tessera/contract'
import { refused } from '../../testing/assert-refused.ts'
import { openLive } from '../../testing/live-client.ts'
import { testEngine } from '../../testing/test-database.ts'
import { type World, worldWithoutWorker } from '../../testing/world.ts'
import { routeLater } from './route-later.ts'

type Connector = Awaited<ReturnType<World['ann']['connectors']['get']>>['connector']
type Point = readonly [x: number, y: number]

const at = (id: string) => ({ id, anchor: 'left' as const })
const link = (from: string, to: string): ListedChange => ({
  op: 'create',
  kind: 'connector',
  data: { from: at(from), to: at(to), path: 'straight' },
})

async function newBoard(made: World, hubs: number): Promise<{ board: string; hubs: string[] }> {
  const { ann, organization } = made
  const board = (await ann.workspaces.create(organization, { name: 'Connected' })).workspace.properties.uid
  const changes = Array.from({ length: hubs }, (_, index) => newShape(`Hub ${index}`, 1_000 * index))
  const { results } = await ann.objects.change(board, { changes })
  return { board, hubs: results.map(result => (result as { shape: { id: string } }).shape.id) }
}

const newShape = (text: string, x: number): ListedChange => ({ op: 'create', kind: 'shape', data: { text, x } })

const changeIn =
  ({ ann }: World) =>
  async (board: string, ...changes: ListedChange[]) =>
    (await ann.objects.change(board, { changes })).results

/** Each of the six hubs has this many connectors to the next one, and as many from the one before. */
const toNext = 450

async function newRing(made: World): Promise<{ board: string; hubs: string[]; connectors: Connector[] }> {
  const { board, hubs } = await newBoard(made, 6)
  const all = hubs.flatMap((hub, index) =>
    Array.from({ length: toNext }, () => link(hub, hubs[(index + 1) % hubs.length] as string)),
  )
  const connectors: Connector[] = []
  for (let from = 0; from < all.length; from += maxChanges)
    for (const result of await changeIn(made)(board, ...all.slice(from, from + maxChanges)))
      connectors.push((result as { connector: Connector }).connector)
  return { board, hubs, connectors }
}

const connectorIn =
  ({ ann }: World) =>
  async (board: string, { id }: { id: string }) =>
    (await ann.connectors.get(board, id)).connector
const pointsOf = ({ points }: Connector) => points as unknown as Point[]

/** Runs the jobs that compute paths, and returns how many there were. */
async function runRouting({ dependencies: { db } }: World, board: string): Promise<number> {
  const rows = await db.read
    .selectFrom('jobs')
    .innerJoin('workspaces', join => join.on('workspaces.uid', '=', board))
    .select(['jobs.payload', 'workspaces.id'])
    .where('jobs.name', '=', 'route-connectors')
    .execute()
  const own = rows.map(({ payload, id }) => ({ ...JSON.parse(payload), id })).filter(one => one.workspace_id === one.id)
  for (const payload of own) await routeLater(db, payload)
  return own.length
}

test('[LIM-22] an object takes 1,000 connectors, and what is there already stays', async () => {
  const made = await worldWithoutWorker()
  const { ann } = made
  const [change, connectorOf] = [changeIn(made), connectorIn(made)]
  const { board, hubs } = await newBoard(made, 2)
  const [hub, other] = hubs as [string, string]
  const free = { x: 5, y: 5 }
  const results = await change(
    board,
    ...Array.from(
      { length: maxConnectorEnds },
      (): ListedChange => ({
        op: 'create',
        kind: 'connector',
        data: { from: at(hub), to: free },
      }),
    ),
  )
  const [first] = results.map(result => (result as { connector: Connector }).connector) as [Connector]
  const { connector: loose } = await ann.connectors.create(board, { from: free, to: at(other) })
  await refused(ann.connectors.create(board, { from: free, to: at(hub) }), 400, 'BadRequest', 'to')
  await refused(ann.connectors.update(board, loose.id, { from: at(hub) }), 400, 'BadRequest', 'from')
  await refused(
    ann.objects.change(board, { changes: [link(other, other), link(other, hub)] }),
    400,
    'BadRequest',
    'changes[1].data.to',
  )
  // The one that is there can be changed, and another can take its place.
  await ann.connectors.update(board, first.id, { from: { id: hub, anchor: 'top' }, label: 'still here' })
  await change(board, { op: 'delete', id: first.id }, link(hub, other))
  await refused(ann.connectors.create(board, { from: at(hub), to: free }), 400, 'BadRequest', 'from')
  await change(board, { op: 'restore', id: first.id })
  assert.deepEqual((await connectorOf(board, first)).from, { id: hub, anchor: 'top' }, 'restored beyond the limit')
  const { workspace } = await ann.workspaces.copy(board, {})
  assert.equal((await ann.connectors.list(workspace.uid, { limit: 1 })).total, maxConnectorEnds + 2)
  // Objects that the list itself creates count as well.
  const loops = Array.from({ length: 501 }, () => link('new', 'new')).map(one => {
    const end = { id: { ref: 'new' }, anchor: 'left' }
    return { ...one, data: { from: end, to: end } } as ListedChange
  })
  await refused(
    ann.objects.change(board, { changes: [{ ...newShape('New', 0), ref: 'new' } as ListedChange, ...loops] }),
    400,
    'BadRequest',
    'changes[501].data.from',
  )
})

test('[LIM-23] the deletes of a list free up to 5,000 connector ends, and a single one frees any number', async () => {
  const made = await worldWithoutWorker()
  const { ann } = made
  const [change, connectorOf] = [changeIn(made), connectorIn(made)]
  const { board, hubs, connectors } = await newRing(made)
  const deletes = hubs.map((id): ListedChange => ({ op: 'delete', id }))
  await refused(ann.objects.change(board, { changes: deletes }), 400, 'BadRequest', 'changes[5].id')
  await refused(
    ann.objects.change(board, {
      changes: [0, 1, 2].flatMap((): ListedChange[] => [deletes[0] as never, { op: 'restore', id: hubs[0] as string }]),
    }),
    400,
    'BadRequest',
    'changes[5].id',
  )
  assert.deepEqual(await connectorOf(board, connectors[0] as Connector), connectors[0], 'nothing has changed')
  await change(board, ...deletes.slice(0, 5))
  const [first] = connectors as [Connector]
  const freed = await connectorOf(board, first)
  assert.deepEqual([freed.from, freed.to, freed.version], [{ x: 0, y: 80 }, { x: 1_000, y: 80 }, 3])
  await change(board, ...hubs.slice(0, 5).map((id): ListedChange => ({ op: 'restore', id })))
  const back = await connectorOf(board, first)
  assert.deepEqual([back.from, back.to, back.points], [first.from, first.to, first.points])
})

test('[KND-21] the connectors of objects with many follow later, and an event has the path of its time', async () => {
  const made = await worldWithoutWorker()
  const { ann } = made
  const [change, connectorOf] = [changeIn(made), connectorIn(made)]
  const { board, hubs, connectors } = await newRing(made)
  const [a, b] = hubs as [string, string]
  const { events: earlier } = await ann.events.list(board, { after: connectors.length, limit: 1_000 })
  const seq = (earlier.at(-1) as { seq: number }).seq
  await change(
    board,
    ...[1, 2, 3].flatMap(step => hubs.map((id): ListedChange => ({ op: 'update', id, data: { y: 100 * step } }))),
  )
  const states = await Promise.all(
    connectors
      .map(one => one.id)
      .slice(0, 2_700)
      .filter((_, index) => index % toNext === 0)
      .map(id => connectorOf(board, { id })),
  )
  const late = states.filter(one => pointsOf(one)[0]?.[1] !== 380)
  assert.ok(late.length > 0 && late.length < states.length, 'some follow at once and others later')

  // A change of a connector, and of what it is attached to, knows where the objects are.
  const [one] = late as [Connector]
  const { connector: labelled } = await ann.connectors.update(board, one.id, { label: 'a label' })
  assert.deepEqual(
    pointsOf(labelled).map(([, y]) => y),
    [380, 380],
  )
  const { workspace } = await ann.workspaces.copy(board, {})
  await ann.shapes.delete(board, hubs[0] as string)
  for (const id of connectors
    .filter(({ from }) => (from as { id: string }).id === a)
    .slice(0, 5)
    .map(one => one.id))
    assert.deepEqual((await connectorOf(board, { id })).from, { x: 0, y: 380 })

  assert.equal(await runRouting(made, board), 1)
  assert.equal(await runRouting(made, workspace.uid), 1, 'the copy follows, too')
  for (const uid of [board, workspace.uid])
    for (let page = await ann.objects.list(uid, { kind: 'connector' }); ; ) {
      for (const object of page.objects as unknown as Connector[])
        assert.deepEqual(
          pointsOf(object).map(([, y]) => y),
          [380, 380],
          object.id,
        )
      if (page.next_cursor === null) break
      page = await ann.objects.list(uid, { kind: 'connector', cursor: page.next_cursor })
    }
  const untouched = connectors.find(
    ({ from, to }) => ![from, to].some(end => (end as { id: string }).id === a) && (from as { id: string }).id !== b,
  ) as Connector
  const followed = await connectorOf(board, untouched)
  assert.deepEqual([followed.version, followed.updated_at], [untouched.version, untouched.updated_at])
  const { events } = await ann.events.list(board, { after: seq + 18, limit: 1 })
  assert.deepEqual(
    events.map(({ type }) => type),
    ['CONNECTOR_UPDATE'],
    'the label was the next event',
  )
})

test('[KND-12] within a list, an event of a connector has the path between the moves around it', async () => {
  const made = await worldWithoutWorker()
  const { ann } = made
  const [change, connectorOf] = [changeIn(made), connectorIn(made)]
  const { board, hubs } = await newBoard(made, 2)
  const [a, b] = hubs as [string, string]
  const [created] = await change(board, link(a, b))
  const { connector } = created as { connector: Connector }
  const move = (y: number): ListedChange => ({ op: 'update', id: a, data: { y } })
  const results = await change(
    board,
    move(100),
    { op: 'update', id: connector.id, data: { label: 'first' } },
    move(200),
    { op: 'group', ids: [connector.id, b] },
    move(300),
  )
  const { connector: between } = results[1] as { connector: Connector }
  assert.deepEqual(pointsOf(between)[0], [0, 180])
  const { events } = await ann.events.list(board, { limit: 1_000 })
  const paths = events.flatMap(event => ('connector' in event ? [pointsOf(event.connector as Connector)[0]] : []))
  assert.deepEqual(paths, [
    [0, 80],
    [0, 180],
    [0, 280],
  ])
  assert.deepEqual(pointsOf(await connectorOf(board, connector))[0], [0, 380])
  await refused(
    ann.objects.change(board, { changes: [move(900), { op: 'delete', id: 'f'.repeat(24) }] }),
    400,
    'BadRequest',
    'changes[1].id',
  )
  assert.deepEqual(pointsOf(await connectorOf(board, connector))[0], [0, 380], 'a refused list moves nothing')
})

test('[CHG-12] [CHG-16] what is sent before and after a deletion that takes long is done in that order', async () => {
  const made = await worldWithoutWorker()
  const { ann, dependencies } = made
  const { board, hubs } = await newRing(made)
  const [id] = hubs as [string]
  const { workspace } = await ann.workspaces.get(board)
  const { seq } = await ann.objects.change(board, { changes: [{ op: 'update', id, data: { text: 'last' } }] })
  await using socket = await openLive({ ...made, board: workspace.properties.uid }, ann)
  const sent: ListedChange[] = [
    newShape('before', 0),
    { op: 'update', id, data: { text: 'going' } },
    { op: 'delete', id },
    newShape('between', 0),
    { op: 'restore', id },
    { op: 'update', id, data: { text: 'back' } },
  ]
  const replies = await Promise.all(sent.map((change, index) => socket.change(`change ${index}`, [change])))
  assert.deepEqual(
    replies.map(({ type }) => type),
    sent.map(() => 'done'),
  )
  const types: string[] = []
  let last = seq as number
  for (let page = await ann.events.list(board, { after: last, limit: 1_000 }); page.events.length > 0; ) {
    for (const event of page.events) {
      assert.equal(event.seq, ++last, 'the log has no hole')
      types.push(event.type)
    }
    page = await ann.events.list(board, { after: last, limit: 1_000 })
  }
  assert.deepEqual(
    types.filter(type => type.startsWith('SHAPE')),
    ['SHAPE_CREATE', 'SHAPE_UPDATE', 'SHAPE_DELETE', 'SHAPE_CREATE', 'SHAPE_CREATE', 'SHAPE_UPDATE'],
  )
  assert.equal(types.filter(type => type === 'CONNECTOR_UPDATE').length, 4 * toNext, 'freed, and attached again')
  let batches = 0
  dependencies.writePath.onBatchEnd = () => void batches++
  await ann.shapes.delete(board, id)
  assert.equal(batches, testEngine === 'postgres' ? 2 : 1, 'the one it left, and its own')
  batches = 0
  await ann.shapes.create(board, { text: 'alone' })
  assert.equal(batches, 1)
})
