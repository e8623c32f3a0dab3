// Tests delivery while processes are killed, share the listeners, or lose their database.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import type { Client } from '@tessera/client'
import { sql } from 'kysely'
import pg from 'pg'
import { startPrivatePostgres } from '../../testing/private-postgres.ts'
import { type Notification, type Receiver, receiver } from '../../testing/receiver.ts'
import { seededRandom } from '../../testing/seeded-random.ts'
import { createPeople, findFreePort, startProcess } from '../../testing/server-process.ts'
import { migratedLocation, testEngine } from '../../testing/test-database.ts'
import { until } from '../../testing/until.ts'
import { worldWith } from '../../testing/world.ts'

/** Each round kills the server at a random point. FAULT_ROUNDS sets the number of rounds, FUZZ_SEED repeats a run. */
const rounds = Number(process.env.FAULT_ROUNDS ?? 8)

/** Several writers, each with one request after the other, until the server is gone or `isOver`. */
async function writeUntil(
  client: Client,
  board: string,
  acknowledged: Set<string>,
  isOver: () => boolean,
): Promise<void> {
  const writer = async () => {
    while (!isOver()) {
      const made = await unlessUnavailable(client.notes.create(board, { text: `note ${acknowledged.size}` }))
      if (made) acknowledged.add(made.note.id)
    }
  }
  await Promise.allSettled(Array.from({ length: 4 }, writer))
}

/** Returns null for a 503, which the server returns while its database is unavailable. */
const unlessUnavailable = <Made>(made: Promise<Made>): Promise<Made | null> =>
  made.catch(error => (error.status === 503 ? null : Promise.reject(error)))

/** The notifications of one path, in order of arrival. */
const receivedAt = (hook: Receiver, path: string): Notification[] =>
  hook.received.filter(one => one.path === path && one.body.event.seq > 0)

/** Asserts that nothing is missing, events arrive in order, and a repeated event has the same webhook-id. */
function assertDelivered(all: readonly Notification[], acknowledged: ReadonlySet<string>): void {
  let last = 0
  const ids = new Map<number, string>()
  for (const { body, headers } of all) {
    const { seq } = body.event
    assert.ok(seq <= last + 1, `${seq} came after ${last}`)
    last = Math.max(last, seq)
    assert.equal(headers['webhook-id'], ids.get(seq) ?? headers['webhook-id'])
    ids.set(seq, headers['webhook-id'] as string)
  }
  assert.equal(new Set(ids.values()).size, ids.size)
  const notes = new Set(all.map(({ body }) => body.note?.id))
  for (const id of acknowledged) assert.ok(notes.has(id), `${id} was acknowledged and never delivered`)
}

async function lastSeq(client: Client, board: string): Promise<number> {
  const { seq } = (await Array.fromAsync(client.events.list.all(board, { limit: 1_000 }))).at(-1) ?? { seq: 0 }
  return seq
}

const isDeliveredUpTo = (hook: Receiver, paths: readonly string[], seq: number) =>
  paths.every(path => receivedAt(hook, path).some(({ body }) => body.event.seq === seq))

test('[LIS-8] [LIS-10] [LIS-20] acknowledged changes are delivered, in order, whenever the server is killed', async t => {
  const seed = Number(process.env.FUZZ_SEED ?? Date.now())
  t.diagnostic(`seed ${seed}`)
  const random = seededRandom(seed)
  const { settings, drop } = await migratedLocation()
  const { ann, organization } = await createPeople(settings)
  let server = await startProcess(settings)
  after(async () => {
    await server.kill()
    await drop()
  })
  const hook = await receiver((_, response) => setTimeout(() => response.end(), random.below(4)))
  const origin = new URL(hook.url).origin
  const paths = ['/one', '/two']
  const client = ann.at(server.url)
  const board = (await client.workspaces.create(organization, { name: 'Board' })).workspace.properties.uid
  for (const path of paths)
    await client.listeners.create({ workspaceId: board, url: origin + path, eventTypes: ['ALL'] })
  const acknowledged = new Set<string>()
  for (let round = 0; round < rounds; round += 1) {
    let isOver = false
    const writing = writeUntil(ann.at(server.url), board, acknowledged, () => isOver)
    // The server is killed after a number of changes, not after a time, so that a slow machine also kills it in the
    // middle.
    const goal = acknowledged.size + 1 + random.below(40)
    while (acknowledged.size < goal) await delay(2)
    await delay(random.below(60))
    await server.kill()
    isOver = true
    await writing
    server = await startProcess(settings)
  }
  const end = await lastSeq(ann.at(server.url), board)
  assert.ok(end >= acknowledged.size && acknowledged.size >= rounds)
  await hook.until(() => isDeliveredUpTo(hook, paths, end))
  for (const path of paths) assertDelivered(receivedAt(hook, path), acknowledged)
})

if (testEngine === 'sqlite') {
  test('[LIS-8] [STO-11] on a full disk nothing acknowledged is lost, and delivery resumes once there is space', async () => {
    const { ann, board, dependencies } = await worldWith({})
    const hook = await receiver()
    await ann.listeners.create({ workspaceId: board, url: hook.url, eventTypes: ['ALL'] })
    const allow = (pages: number) =>
      dependencies.db.write(tx => sql.raw(`pragma max_page_count = ${pages}`).execute(tx))
    const acknowledged = new Set<string>()
    for (let round = 0; round < 3; round += 1) {
      await allow(1) // the current number of pages
      await assert.rejects(
        async () => {
          for (;;) acknowledged.add((await ann.notes.create(board, { text: 'x'.repeat(20_000) })).note.id)
        },
        { status: 503 },
      )
      // The progress of this delivery cannot be stored.
      await delay(100)
      await allow(1_000_000)
      for (let count = 0; count < 20; count += 1)
        acknowledged.add((await ann.notes.create(board, { text: `note ${count}` })).note.id)
    }
    const end = await lastSeq(ann, board)
    const { pathname } = new URL(hook.url)
    await hook.until(() => isDeliveredUpTo(hook, [pathname], end))
    const { notes } = await ann.notes.list(board, { limit: 100 })
    assert.deepEqual(new Set(notes.map(note => note.id)), acknowledged)
    assertDelivered(receivedAt(hook, pathname), acknowledged)
  })
} else {
  test('[LIS-20] two processes share the listeners, and one continues where the other was killed', async () => {
    const location = await migratedLocation()
    const other = await migratedLocation()
    const { ann, organization } = await createPeople(location.settings)
    const first = await startProcess(location.settings)
    const second = await startProcess({ ...location.settings, dataDir: other.settings.dataDir })
    after(async () => {
      for (const server of [first, second]) await server.kill()
      for (const { drop } of [location, other]) await drop()
    })
    const hook = await receiver((_, response) => setTimeout(() => response.end(), 5))
    const origin = new URL(hook.url).origin
    const [one, two] = [ann.at(first.url), ann.at(second.url)]
    const boards: string[] = []
    for (let index = 0; index < 6; index += 1)
      boards.push((await one.workspaces.create(organization, { name: `Board ${index}` })).workspace.properties.uid)
    for (const board of boards)
      await one.listeners.create({ workspaceId: board, url: `${origin}/${board}`, eventTypes: ['ALL'] })
    const acknowledged = new Map(boards.map(board => [board, new Set<string>()]))
    // Each process delivers its own changes first: under load one of them might otherwise claim everything.
    for (const [client, { url }, board] of [
      [one, first, boards[0] as string],
      [two, second, boards[1] as string],
    ] as const)
      await until(async () => {
        acknowledged.get(board)?.add((await client.notes.create(board, { text: 'to begin with' })).note.id)
        return (await deliveredBy(url)) > 0
      })
    let isOver = false
    const writing = boards.flatMap((board, index) =>
      [one, two]
        .map(client => (index % 2 ? client : two))
        .map(client => writeUntil(client, board, acknowledged.get(board) as Set<string>, () => isOver)),
    )
    await hook.until(all => all.length > 400)
    await second.kill()
    isOver = true
    await Promise.all(writing)
    for (const board of boards) {
      const end = await lastSeq(one, board)
      await hook.until(() => isDeliveredUpTo(hook, [`/${board}`], end))
      assertDelivered(receivedAt(hook, `/${board}`), acknowledged.get(board) as Set<string>)
    }
  })

  test('[LIS-8] if all database connections are cut under load, nothing is lost and delivery resumes', async () => {
    const { settings, drop } = await migratedLocation()
    const { client, board, hook } = await listenedBoard(settings)
    after(drop)
    const acknowledged = new Set<string>()
    for (let round = 0; round < 5; round += 1) {
      let isOver = false
      const goal = acknowledged.size + 20
      const writing = writeUntil(client, board, acknowledged, () => isOver)
      while (acknowledged.size < goal) await delay(2)
      await cutConnections(settings.databaseUrl as string)
      isOver = true
      await writing
    }
    await until(() => unlessUnavailable(client.notes.create(board, { text: 'the last' })))
    const end = await until(() => unlessUnavailable(lastSeq(client, board)))
    await hook.until(() => isDeliveredUpTo(hook, ['/hook'], end))
    assertDelivered(receivedAt(hook, '/hook'), acknowledged)
  })

  test('[LIS-8] [STO-3] if PostgreSQL is restarted under load, nothing acknowledged is lost and delivery resumes', async () => {
    const own = await startPrivatePostgres(process.env.TEST_POSTGRES_URL as string, await findFreePort())
    const { settings, drop } = await migratedLocation()
    const { client, board, hook } = await listenedBoard({ dataDir: settings.dataDir, databaseUrl: own.url })
    after(own.drop)
    after(drop)
    const acknowledged = new Set<string>()
    for (let round = 0; round < 3; round += 1) {
      let isOver = false
      const goal = acknowledged.size + 20
      const writing = writeUntil(client, board, acknowledged, () => isOver)
      while (acknowledged.size < goal) await delay(2)
      await own.restart()
      isOver = true
      await writing
    }
    await until(() => unlessUnavailable(client.notes.create(board, { text: 'the last' })))
    const end = await until(() => unlessUnavailable(lastSeq(client, board)))
    await hook.until(() => isDeliveredUpTo(hook, ['/hook'], end))
    assertDelivered(receivedAt(hook, '/hook'), acknowledged)
  })
}

/** Starts a server process with a board and a listener for all of its events. The caller drops the database. */
async function listenedBoard(settings: Parameters<typeof createPeople>[0]) {
  const { ann, organization } = await createPeople(settings)
  const server = await startProcess(settings)
  after(() => server.kill())
  const hook = await receiver()
  const client = ann.at(server.url)
  const board = (await client.workspaces.create(organization, { name: 'Board' })).workspace.properties.uid
  await client.listeners.create({ workspaceId: board, url: hook.url, eventTypes: ['ALL'] })
  return { client, board, hook }
}

/** How many notifications this process has delivered. */
async function deliveredBy(url: string): Promise<number> {
  const figures = await (await fetch(`${url}/metrics`)).text()
  return Number(/deliveries_total\{outcome="delivered"\} (\d+)/.exec(figures)?.[1] ?? 0)
}

async function cutConnections(databaseUrl: string): Promise<void> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  await client.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )
  await client.end()
}
