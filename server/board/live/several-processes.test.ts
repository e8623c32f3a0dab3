// Tests two servers on one PostgreSQL: changes at one appear at the other, with and without Redis. Not for the embedded
// database, which has one process.

import assert from 'node:assert/strict'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { closeCodes } from '@tessera/contract/live'
import { type LiveSocket, openLive } from '../../testing/live-client.ts'
import { openRedisProxy, type RedisProxy } from '../../testing/redis-proxy.ts'
import { createPeople, type ServerProcess, startProcess, type Token } from '../../testing/server-process.ts'
import { migratedLocation, removeFolder, testEngine } from '../../testing/test-database.ts'
import { until } from '../../testing/until.ts'

const note = (text: string) => ({ op: 'create', kind: 'note', data: { text } })

const closers: (() => Promise<unknown>)[] = []
after(async () => {
  for (const close of closers.reverse()) await close()
})

async function startTwo(more: Record<string, string> = {}, ofOther = more) {
  const { settings, drop } = await migratedLocation('postgres')
  closers.push(drop)
  const people = await createPeople(settings)
  const start = async (own = more) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'tessera-node-'))
    const server = await startProcess({ ...settings, dataDir }, own)
    closers.push(async () => {
      await server.kill()
      await removeFolder(dataDir)
    })
    return server
  }
  return { one: await start(), other: await start(ofOther), start, ...people }
}

async function startTwoWithRedis(more: Record<string, string> = {}) {
  const redis = await openRedisProxy()
  closers.push(() => redis.close())
  return { ...(await startTwo({ REDIS_URL: redis.url, ...more })), redis }
}

/** Waits until both servers report that this transports their messages. */
async function usesBus({ one, other }: Pick<Two, 'one' | 'other'>, bus: 'redis' | 'postgres'): Promise<void> {
  for (const { url } of [one, other])
    await until(async () => {
      const response = await fetch(`${url}/health/ready`)
      const { checks } = (await response.json()) as { checks: { redis: { ok: boolean; detail?: string } } }
      assert.ok(checks.redis.ok, JSON.stringify(checks))
      return (checks.redis.detail ?? '').startsWith('degraded') === (bus === 'postgres')
    })
}

type Two = Awaited<ReturnType<typeof startTwo>>

/** Shared by the tests that do not stop them: starting servers takes most of the time. */
function once<T>(start: () => Promise<T>): () => Promise<T> {
  let started: Promise<T> | undefined
  return () => (started ??= start())
}
const two = once(() => startTwo())
const twoWithRedis = once(() => startTwoWithRedis({ LOG_LEVEL: 'fatal' }))

/** A new board for a test. */
async function pair<T extends Two>(servers: T) {
  const { one, organization, bobsEmail, ann } = servers
  const users = [{ email: bobsEmail, workspace_role_id: 3 }]
  const { workspace } = await ann.at(one.url).workspaces.create(organization, { name: 'Shared', users })
  return { ...servers, board: workspace.properties.uid }
}

type Pair = Awaited<ReturnType<typeof pair>>

/** Ann is at the first server, Bob at the second. */
async function bothOpen({ one, other, board, ann, bob }: Pair): Promise<[ann: LiveSocket, bob: LiveSocket]> {
  const here = await openLive({ url: one.url, board }, ann, { as: 'browser' })
  const there = await openLive({ url: other.url, board }, bob)
  await here.until(() => seen(here).size === 2)
  await there.until(() => seen(there).size === 2)
  return [here, there]
}

/** The participants by connection, from the messages of a socket. */
function seen(socket: LiveSocket) {
  const people = new Map<string, { email: string; leader: boolean; cursor: unknown }>()
  for (const message of socket.messages) {
    if (message.type === 'welcome') for (const person of message.people) people.set(person.connection, person)
    if (message.type !== 'presence') continue
    if (message.all) people.clear()
    for (const person of message.people) people.set(person.connection, person)
    for (const connection of message.left) people.delete(connection)
  }
  return people
}

async function assertShared(shared: Pair): Promise<void> {
  const { one, other, board, ann, bob } = shared
  const [here, there] = await bothOpen(shared)
  await using _here = here
  await using _there = there
  for (let round = 0; round < 10; round += 1) {
    await Promise.all([
      here.change(`${round}`, [note(`ann ${round}`)]),
      there.change(`${round}`, [note(`bob ${round}`)]),
    ])
  }
  const { events } = await ann.at(one.url).events.list(board, { limit: 1_000 })
  const last = events.at(-1)?.seq as number
  await Promise.all([here.upTo(last), there.upTo(last)])
  for (const socket of [here, there]) assert.deepEqual(socket.events, events.slice(-socket.events.length))

  here.send({ type: 'presence', cursor: { x: 1, y: 2 }, moving: [{ id: 'a', x: 'ü'.length, points: [1, 2] }] })
  await there.next('presence', message =>
    message.people.some(person => person.cursor?.x === 1 && person.moving?.length === 1),
  )

  there.send({ type: 'lead', on: true })
  const bobsId = (await there.next('welcome')).user.id
  await here.next('leader', message => message.user_id === bobsId)
  for (const server of [one, other]) {
    const { active_users } = await ann.at(server.url).workspaces.listActiveUsers(board)
    assert.deepEqual(
      active_users.map(({ id, type, leader }) => [id === bobsId, type, leader]),
      [
        [false, 'browser', false],
        [true, 'app', true],
      ],
    )
    const { workspace } = await bob.at(server.url).workspaces.get(board)
    assert.equal(workspace.properties.active_users_count, 2)
  }
  await there.close()
  await here.next('leader', message => message.user_id === null)
  await here.until(() => seen(here).size === 1)
}

test('[LIV-12] a server without a reachable Redis starts and works alone', async () => {
  const { settings, drop } = await migratedLocation()
  closers.push(drop)
  const { ann, organization } = await createPeople(settings)
  const server = await startProcess(settings, { REDIS_URL: 'redis://127.0.0.1:1', LOG_LEVEL: 'fatal' })
  closers.push(() => server.kill())
  const { workspace } = await ann.at(server.url).workspaces.create(organization, { name: 'Alone' })
  const board = workspace.properties.uid
  await using socket = await openLive({ url: server.url, board }, ann)
  const done = await socket.change('1', [note('alone')])
  assert.ok(done.type === 'done')
  assert.equal(socket.seq, done.seq)
  assert.equal((await ann.at(server.url).workspaces.listActiveUsers(board)).total, 1)
})

if (testEngine === 'postgres') {
  test('[LIV-12] [LIV-11] [LIV-7] two servers share changes, presence and the lead through PostgreSQL', async () => {
    await assertShared(await pair(await two()))
  })

  test('[ADR-12] [LIV-12] [LIV-11] two servers share changes, presence and the lead through Redis', async () => {
    await assertShared(await pair(await twoWithRedis()))
  })

  test('[LIV-12] the participants of a killed server are removed, and their lead ends', async () => {
    const shared = await pair(await two())
    const dying = await shared.start()
    const [here, there] = await bothOpen({ ...shared, other: dying })
    await using _here = here
    await using _there = there
    there.send({ type: 'lead', on: true })
    await here.next('leader', message => message.user_id !== null)
    await dying.kill()
    await here.until(() => seen(here).size === 1)
    await here.next('leader', message => message.user_id === null)
  })

  test('[LIV-9] access removed at one server closes the socket at the other', async () => {
    const { one, other, board, ann, bob } = await pair(await two())
    await using socket = await openLive({ url: other.url, board }, bob)
    const { id } = socket.welcome.user
    await ann.at(one.url).workspaces.removeUser(board, id)
    assert.equal((await socket.closed).code, closeCodes.notAllowed)
  })

  for (const [what, breakIt] of [
    ['away', (redis: RedisProxy) => redis.cut()],
    ['frozen', (redis: RedisProxy) => redis.freeze()],
  ] as const)
    test(`[CLU-10] [CLU-12] [CLU-14] [LIV-12] with Redis ${what} everyone sees everyone, and one person leads`, async () => {
      const { redis, ...shared } = await pair(await twoWithRedis())
      await usesBus(shared, 'redis')
      breakIt(redis)
      await usesBus(shared, 'postgres')
      await assertShared(shared)
      const [here, there] = await bothOpen(shared)
      await using _here = here
      await using _there = there
      redis.mend()
      await usesBus(shared, 'redis')
      there.send({ type: 'presence', cursor: { x: 5, y: 5 } })
      await here.next('presence', ({ people }) => people.some(person => person.cursor?.x === 5))
      assert.equal(seen(here).size, 2)
    })

  test('[CLU-11] one server without Redis and one with it share changes, presence and the lead', async () => {
    const [redis, healthy] = [await openRedisProxy(), await openRedisProxy()]
    closers.push(
      () => redis.close(),
      () => healthy.close(),
    )
    const settings = (url: string) => ({ REDIS_URL: url, LOG_LEVEL: 'fatal' })
    const shared = await pair(await startTwo(settings(redis.url), settings(healthy.url)))
    const { one, other } = shared
    redis.freeze()
    await usesBus({ one, other: one }, 'postgres')
    await usesBus({ one: other, other }, 'redis')
    await assertShared(shared)
  })

  test('[LIM-1] [LIM-2] [CLU-13] with Redis a user has one rate limit for all servers, without it one for each', async () => {
    const more = { RATE_LIMIT_PER_MINUTE: '40', LOG_LEVEL: 'fatal' }
    const { one, other, board, ann, bob, redis } = await pair(await startTwoWithRedis(more))
    const isAllowed = async ({ url }: ServerProcess, { token }: Token) => {
      const response = await fetch(`${url}/api/workspaces/${board}`, { headers: { authorization: `Bearer ${token}` } })
      return response.status === 200
    }
    const minute = () => Math.floor(Date.now() / 60_000)
    // With a new minute the limit starts again, and so does the test.
    for (let [began, allowed] = [-1, 0]; began !== minute(); ) {
      began = minute()
      for (let count = 0; count < 30; count += 1) await isAllowed(one, ann)
      allowed = 0
      // The counts are shared a few times a second, so requests at this pace see them.
      for (; await isAllowed(other, ann); allowed += 1) await delay(200)
      assert.ok(began !== minute() || allowed < 30, `${allowed} more were allowed at the other`)
    }
    redis.freeze()
    await usesBus({ one, other }, 'postgres')
    for (const server of [one, other])
      for (let count = 0; count < 30; count += 1) assert.ok(await isAllowed(server, bob), `${count} at ${server.url}`)
  })
}
