// Tests that jobs of a killed process run in the next one.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { pino } from 'pino'
import { FakeClock } from '../../testing/fake-clock.ts'
import { allInState, enqueue, expireLeases, jobRows, mailJob, waitForJobs } from '../../testing/job-rows.ts'
import { killAtFirstOutput } from '../../testing/killed-program.ts'
import { testDatabase, testEngine } from '../../testing/test-database.ts'
import { pollUntil } from '../../testing/until.ts'
import { type DatabaseSettings, openDatabase } from '../db/open-database.ts'
import { databaseTime } from '../sql/database-time.ts'
import { openWorker } from './worker.ts'

const log = pino({ level: 'silent' })

/** A process that starts every job, prints that, and never finishes one. */
const program = (settings: DatabaseSettings) => `
  const at = path => import(new URL(path, ${JSON.stringify(import.meta.url)}))
  const { openDatabase } = await at('../db/open-database.ts')
  const { openWorker } = await at('./worker.ts')
  const db = await openDatabase(${JSON.stringify(settings)})
  const log = { error: console.error, warn: console.error }
  const begin = () => { console.log('begun'); return new Promise(() => {}) }
  await openWorker({ db, log, handlers: { 'send-password-link': begin } })`

test('[JOB-6] a job whose process was killed is run by another one, in its order and with its attempts counted', async () => {
  const { db, settings, drop } = await testDatabase()
  const start = Date.now()
  await enqueue(db, [mailJob('a', 1), mailJob('a', 2)], start)
  await killAtFirstOutput(program(settings), import.meta.dirname)
  const [left] = await jobRows(db)
  assert.deepEqual([left?.state, left?.attempts], ['running', 1])

  const clock = new FakeClock(Date.now())
  const seen: number[][] = []
  const worker = await openWorker({
    db,
    log,
    clock,
    handlers: {
      async 'send-password-link'({ payload, attempt }) {
        seen.push([payload.user_id, attempt])
      },
    },
  })
  if (db.engine === 'postgres') {
    // Until its lease expires, the first process counts as alive.
    while (clock.timersMs.length === 0) await new Promise(setImmediate)
    assert.deepEqual(seen, [])
    await expireLeases(db)
    clock.advance(5_000)
  }
  await waitForJobs(db, allInState('done'))
  assert.deepEqual(seen, [
    [1, 2],
    [2, 1],
  ])
  await worker.close()
  await drop()
})

test('[JOB-6] a job whose server ended ten times waits before it is started again', async () => {
  const { db, drop } = await testDatabase()
  const clock = new FakeClock(Date.now())
  await enqueue(db, [mailJob('a', 1), mailJob('b', 2)], clock.now())
  for (const [key, attempts] of [
    ['a', 10],
    ['b', 11],
  ] as const) {
    const interrupted = { state: 'running', attempts, lease_owner: 'killed', leased_until: '2000-01-01T00:00:00.000Z' }
    await db.write(tx => tx.updateTable('jobs').set(interrupted).where('key', '=', key).execute())
  }
  const run: number[] = []
  const worker = await openWorker({
    db,
    log,
    clock,
    handlers: { 'send-password-link': async ({ payload }) => void run.push(payload.user_id) },
  })
  const [first, second] = await waitForJobs(db, ([one]) => one?.state === 'done')
  assert.deepEqual([first?.attempts, second?.state, second?.attempts], [11, 'waiting', 11])
  clock.advance(29_000)
  assert.deepEqual(run, [1])
  while (clock.timersMs.length === 0) await new Promise(setImmediate)
  clock.advance(1_000)
  await waitForJobs(db, allInState('done'))
  assert.deepEqual(run, [1, 2])
  await worker.close()
  await drop()
})

if (testEngine === 'postgres')
  test('[JOB-6] a lease lasts 15 seconds by the clock of the database, regardless of the clocks of the processes', async () => {
    const { db, settings, drop } = await testDatabase()
    const hourMs = 3_600_000
    await enqueue(db, [mailJob('a', 1)], Date.now() - 2 * hourMs)
    const begun: string[] = []
    const end = Promise.withResolvers<void>()
    const start = async (name: string, clock: FakeClock) => {
      const own = await openDatabase(settings)
      const run = () => {
        begun.push(name)
        return end.promise
      }
      const worker = await openWorker({ db: own, log, clock, handlers: { 'send-password-link': run } })
      return async () => {
        await worker.close(0)
        await own.close()
      }
    }
    const slow = new FakeClock(Date.now() - hourMs)
    const fast = new FakeClock(Date.now() + hourMs)
    const stopFirst = await start('slow', slow)
    const [job] = await waitForJobs(db, allInState('running'))
    const { rows } = await sql<{ now: string }>`select ${databaseTime(db.read)} as now`.execute(db.read)
    const leftMs = Date.parse(job?.leased_until as string) - Date.parse(rows[0]?.now as string)
    assert.ok(leftMs > 0 && leftMs <= 15_000, `${leftMs} ms`)

    const stopSecond = await start('fast', fast)
    while (fast.timersMs.length === 0) await new Promise(setImmediate)
    assert.deepEqual(begun, ['slow'])
    await expireLeases(db)
    fast.advance(15_000)
    await pollUntil(
      async () => begun,
      all => all.length === 2,
    )
    assert.deepEqual(begun, ['slow', 'fast'])
    end.resolve()
    await stopSecond()
    await stopFirst()
    await drop()
  })
