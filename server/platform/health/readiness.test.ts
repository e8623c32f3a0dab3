// The health of a node: which failures make it unready, and what a probe costs.

import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { pino } from 'pino'
import { pollUntil } from '../../testing/until.ts'
import { worldWith } from '../../testing/world.ts'
import { lockTable } from '../sql/lock-table.ts'
import { type CheckName, checkNames, Readiness, type ReadinessReport } from './readiness.ts'
import { commitCheck, readinessChecks } from './readiness-checks.ts'

const log = pino({ level: 'silent' })
const impatient = { deadlineMs: 200, cacheMs: 0 }
const healthy = async () => undefined
const everythingHealthy = Object.fromEntries(checkNames.map(name => [name, healthy])) as Record<
  CheckName,
  () => Promise<undefined>
>

async function openNode(settings: Parameters<typeof worldWith>[0] = {}) {
  const readiness = new Readiness(log, impatient)
  const there = await worldWith(settings, { hasProcessing: false, readiness })
  const probe = async (query = '') => {
    const response = await there.send(`/health/ready${query}`)
    return { response, status: response.status, report: (await response.json()) as ReadinessReport }
  }
  return { ...there, readiness, probe }
}

test('[OPS-1] [OPS-2] [OPS-6] a node is ready while everything works, and only live while it drains', async () => {
  const { send, readiness, probe } = await openNode()
  const { status, report } = await probe()
  assert.equal(status, 200)
  assert.deepEqual([report.ready, report.phase, Object.keys(report.checks)], [true, 'ready', [...checkNames]])
  assert.ok(Object.values(report.checks).every(({ ok }) => ok))
  for (const phase of ['starting', 'waiting-for-database', 'migrating', 'draining'] as const) {
    readiness.phase = phase
    const now = await probe()
    assert.deepEqual([now.status, now.report.ready, now.report.phase], [503, false, phase])
    assert.match(now.response.headers.get('retry-after') ?? '', /^\d+$/)
    const live = await send('/health/live')
    assert.deepEqual([live.status, await live.json()], [200, { ok: true }])
    assert.equal((await send('/health')).status, 200)
  }
})

test('[OPS-3] a node that reads but cannot commit is not ready, and is again when commits work', async () => {
  const { dependencies, probe, send } = await openNode()
  const [locked, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const holder = dependencies.db
    .write(async tx => {
      await lockTable(tx, 'installation_facts')
      locked.resolve()
      await release.promise
    })
    .catch(() => {})
  await locked.promise
  const { status, report } = await probe()
  assert.deepEqual([status, report.checks.database.ok, report.checks.commits.ok], [503, true, false])
  assert.equal((await send('/health')).status, 200)
  release.resolve()
  await holder
  await pollUntil(probe, now => now.status === 200)
})

test('[OPS-2] [OPS-4] a node whose storage is unavailable is not ready, unless the probe excludes storage', async () => {
  const { dependencies, probe } = await openNode()
  await rm(join(dependencies.config.dataDir, 'files'), { recursive: true })
  const { status, report } = await probe()
  assert.deepEqual([status, report.checks.storage], [503, { ok: false, detail: 'failed; the log has the cause' }])
  const excluded = await probe('?exclude=storage,disk')
  assert.deepEqual([excluded.status, excluded.report.ready], [200, true])
  assert.equal(excluded.report.checks.storage.ok, false)
  assert.equal((await probe('?exclude=redis&exclude=disk')).status, 503)
  assert.equal((await probe('?exclude=s3')).status, 400)
})

test('[OPS-3] a node whose disk is nearly full is not ready', async () => {
  const { probe } = await openNode({ minFreeDiskBytes: Number.MAX_SAFE_INTEGER })
  const { status, report } = await probe()
  assert.equal(status, 503)
  assert.match(report.checks.disk.detail ?? '', /^less than \d+ MB free in DATA_DIR/)
})

test('[OPS-3] without Redis a node is ready as long as PostgreSQL transports the messages', async () => {
  const redisOf = async (redis: 'unused' | 'connected' | 'lost', bus: 'redis' | 'postgres' | 'none') => {
    const readiness = new Readiness(log)
    readiness.phase = 'ready'
    readiness.checks = readinessChecks({
      ping: async () => {},
      commit: async () => {},
      probeStorage: async () => {},
      clusterState: () => ({ redis, bus }),
      dataDir: '/',
      minFreeDiskBytes: 0,
    })
    const { ready, checks } = await readiness.check()
    return [ready, checks.redis.ok, checks.redis.detail?.split(':')[0]]
  }
  assert.deepEqual(await redisOf('unused', 'none'), [true, true, 'not used'])
  assert.deepEqual(await redisOf('connected', 'redis'), [true, true, undefined])
  assert.deepEqual(await redisOf('lost', 'postgres'), [true, true, 'degraded'])
  assert.deepEqual(await redisOf('lost', 'none'), [false, false, 'the connection is lost'])
})

test('[OPS-3] the node commits at most every 5 seconds, and one at a time', async () => {
  let [now, commits] = [0, 0]
  let commit = async () => {}
  const check = commitCheck(
    () => {
      commits += 1
      return commit()
    },
    () => now,
  )
  await Promise.all([check(), check()])
  now = 4_999
  await check()
  assert.equal(commits, 1)
  now = 5_000
  commit = async () => Promise.reject(new Error('read-only'))
  await assert.rejects(check(), /read-only/)
  await assert.rejects(check(), /read-only/)
  const stalled = Promise.withResolvers<void>()
  commit = () => stalled.promise
  const waiting = [check(), check()]
  stalled.resolve()
  await Promise.all(waiting)
  assert.equal(commits, 4)
})

test('[OPS-5] probes that arrive together share one run of the checks, and its result is used again', async () => {
  let runs = 0
  const readiness = new Readiness(log, { deadlineMs: 2_000, cacheMs: 60_000 })
  readiness.phase = 'ready'
  const counted = async () => {
    runs += 1
    return undefined
  }
  readiness.checks = { ...everythingHealthy, database: counted }
  await Promise.all(Array.from({ length: 50 }, () => readiness.check()))
  await readiness.check()
  assert.equal(runs, 1)
})

test('[OPS-5] a check that hangs fails alone, after its deadline', async () => {
  const readiness = new Readiness(log, { deadlineMs: 20, cacheMs: 0 })
  readiness.phase = 'ready'
  readiness.checks = { ...everythingHealthy, storage: () => new Promise(() => {}) }
  const { ready, checks } = await readiness.check()
  assert.deepEqual([ready, checks.storage], [false, { ok: false, detail: 'no response within 0.02 s' }])
  assert.deepEqual(
    checkNames.filter(name => !checks[name].ok),
    ['storage'],
  )
})
