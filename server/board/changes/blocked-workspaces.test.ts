// Tests requests for locked workspaces: their order, their timeout, and how one failure affects the others.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { SqliteAdapter, sql } from 'kysely'
import type { Tx } from '../../platform/sql/database.ts'
import { testEngine } from '../../testing/test-database.ts'
import { until } from '../../testing/until.ts'
import { world } from '../../testing/world.ts'
import type { Outcome } from './batch-outcome.ts'
import { BlockedWorkspaces } from './blocked-workspaces.ts'
import type { ChangeRequest } from './change-request.ts'
import { runBlocked } from './run-blocked.ts'

const requestFor = (workspace_uid: string, name: string) =>
  ({ workspace_uid, name, changes: [] }) as unknown as ChangeRequest & { name: string }
const namesOf = (requests: readonly ChangeRequest[]) =>
  requests.map(request => (request as never as { name: string }).name)

test('[CLU-2] requests of a locked workspace run in order, together, and without those of another', async () => {
  const runs: string[][] = []
  const gate = Promise.withResolvers<void>()
  const blocked = new BlockedWorkspaces(async requests => {
    runs.push(namesOf(requests))
    if (runs.length === 1) await gate.promise
    return namesOf(requests)
  }, 10)
  const [a, b, other] = [requestFor('w', 'a'), requestFor('w', 'b'), requestFor('x', 'other')]
  const first = [a, b].map(request => blocked.setAside(request).outcome)
  await turn()
  const later = ['c', 'd'].map(name => blocked.setAside(requestFor('w', name)).outcome)
  assert.equal(await blocked.setAside(other).outcome, 'other')
  assert.equal(blocked.isBlocked(requestFor('w', 'new')), true)
  assert.equal(blocked.isBlocked(requestFor('x', 'new')), false)
  gate.resolve()
  assert.deepEqual(await Promise.all([...first, ...later]), ['a', 'b', 'c', 'd'])
  assert.deepEqual(runs, [['a', 'b'], ['other'], ['c', 'd']])
  await turn()
  assert.equal(blocked.isBlocked(requestFor('w', 'new')), false)
})

test('[CLU-2] a request that was set aside is not run again by a batch that runs again', async () => {
  let runs = 0
  const blocked = new BlockedWorkspaces(async () => {
    runs += 1
    return ['done']
  }, 10)
  const request = requestFor('w', 'a')
  await blocked.setAside(request).outcome
  await turn()
  assert.equal(blocked.isBlocked(request), true)
  assert.equal(await blocked.setAside(request).outcome, 'done')
  assert.equal(runs, 1)
})

test('[CLU-2] a transaction has a limited number of changes, or one request', async () => {
  const runs: string[][] = []
  const blocked = new BlockedWorkspaces(async requests => {
    runs.push(namesOf(requests))
    return namesOf(requests)
  }, 10)
  const sizes = { a: 6, b: 4, c: 1, large: 50, d: 1 }
  const outcomes = Object.entries(sizes).map(([name, length]) =>
    blocked.setAside({ ...requestFor('w', name), changes: Array(length) } as never),
  )
  await Promise.all(outcomes.map(({ outcome }) => outcome))
  assert.deepEqual(runs, [['a', 'b'], ['c'], ['large'], ['d']])
})

const lockTimeout = Object.assign(new Error('lock timeout'), { severity: 'ERROR', code: '55P03' })
const tx = { getExecutor: () => ({ adapter: new SqliteAdapter() }) } as unknown as Tx

const separately = (apply: (names: readonly string[]) => readonly Outcome[]) => ({
  run: <T>(work: (tx: Tx) => Promise<T>) => work(tx),
  apply: async (_: Tx, requests: readonly ChangeRequest[]) => apply(namesOf(requests)),
})

test('[CLU-2] a wait for a lock is repeated until the lock is free', async () => {
  let tries = 0
  const apply = (names: readonly string[]) => {
    tries += 1
    if (tries < 4) throw lockTimeout
    return names
  }
  assert.deepEqual(await runBlocked(separately(apply), [requestFor('w', 'a')], performance.now()), ['a'])
  assert.equal(tries, 4)
})

test('[CLU-2] after 5 s the requests fail as unavailable', async () => {
  const apply = () => {
    throw lockTimeout
  }
  const outcomes = await runBlocked(
    separately(apply),
    [requestFor('w', 'a'), requestFor('w', 'b')],
    performance.now() - 5_001,
  )
  assert.deepEqual(outcomes, [{ refused: lockTimeout }, { refused: lockTimeout }])
})

test('[CLU-2] an unexpected error of one request fails it alone', async () => {
  const broken = new Error('broken')
  const apply = (names: readonly string[]) => {
    if (names.includes('b')) throw broken
    return names
  }
  const requests = ['a', 'b', 'c'].map(name => requestFor('w', name))
  const outcomes = await runBlocked(separately(apply), requests, performance.now())
  assert.deepEqual(outcomes, ['a', { refused: broken }, 'c'])
})

if (testEngine === 'postgres')
  test('[CLU-2] [OPS-23] the commit of a locked workspace is measured, too', async () => {
    const { ann, board, dependencies } = await world()
    const { db, writePath } = dependencies
    const ends: number[] = []
    writePath.onBatchEnd = seconds => void ends.push(seconds)
    const isLocked = Promise.withResolvers<void>()
    const release = Promise.withResolvers<void>()
    const holder = db.write(async tx => {
      await sql`select 1 from workspaces where uid = ${board} for update`.execute(tx)
      isLocked.resolve()
      await release.promise
    })
    await isLocked.promise
    const created = ann.notes.create(board, { text: 'waits' })
    await until(async () => ends.length === 1)
    release.resolve()
    await Promise.all([holder, created])
    assert.equal(ends.length, 2, 'of the batch it left, and its own')
  })
