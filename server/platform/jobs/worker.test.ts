// The worker on a real database: order, fairness, attempts, leases, and the cost of an idle worker.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as delay, setImmediate as later } from 'node:timers/promises'
import { pino } from 'pino'
import { FakeClock } from '../../testing/fake-clock.ts'
import { allInState, enqueue, eraseJob, expireLeases, jobRows, mailJob, waitForJobs } from '../../testing/job-rows.ts'
import { testDatabase } from '../../testing/test-database.ts'
import { openDatabase } from '../db/open-database.ts'
import type { Database } from '../sql/database.ts'
import { PermanentFailure, RetryLater } from './job.ts'
import { lanes, policies } from './job-policies.ts'
import { enqueueJobs } from './job-store.ts'
import { leaseMs, renewMs } from './lease-renewal.ts'
import { openWorker, type WorkerSettings } from './worker.ts'

const log = pino({ level: 'silent' })
const closers: (() => Promise<void>)[] = []
after(async () => {
  for (const close of closers.reverse()) await close()
})

async function queue() {
  const made = await testDatabase()
  closers.push(made.drop)
  return made
}

async function work(db: Database, handlers: WorkerSettings['handlers'], clock?: FakeClock) {
  const worker = await openWorker({ db, handlers, log, ...(clock ? { clock } : {}) })
  closers.push(() => worker.close(0))
  return worker
}

test('[JOB-2] jobs of one key run one after the other in the order they were enqueued', async () => {
  const { db } = await queue()
  const seen = new Map<string, number[]>()
  const running = new Set<string>()
  await work(db, {
    async 'send-password-link'({ key, payload }) {
      assert.ok(!running.has(key), 'two of one key ran at once')
      running.add(key)
      for (let count = payload.user_id % 3; count > 0; count--) await later()
      seen.set(key, [...(seen.get(key) ?? []), payload.user_id])
      running.delete(key)
    },
  })
  const order = Array.from({ length: 40 }, (_, index) => index)
  for (const user_id of order)
    await enqueue(
      db,
      ['a', 'b', 'c'].map(key => mailJob(key, user_id)),
    )
  await waitForJobs(db, allInState('done'))
  for (const key of ['a', 'b', 'c']) assert.deepEqual(seen.get(key), order)
})

test('[JOB-3] a slow key with many jobs does not delay another key', async () => {
  const { db } = await queue()
  const other = Promise.withResolvers<void>()
  await enqueue(
    db,
    Array.from({ length: 250 }, () => mailJob('slow', 1)),
  )
  await enqueue(db, [mailJob('other', 2)])
  await work(db, {
    // The slow job ends only after the other, which was enqueued last, has run.
    'send-password-link': async ({ key }) => (key === 'slow' ? other.promise : other.resolve()),
  })
  await waitForJobs(db, allInState('done'))
})

test('[JOB-3] keys alternate, no matter how many jobs one of them has', async () => {
  const { db } = await queue()
  const clock = new FakeClock()
  const seen: string[] = []
  await enqueue(db, [eraseJob('a', 1), eraseJob('a', 2), eraseJob('a', 3), eraseJob('b', 4)], clock.now())
  await work(
    db,
    {
      async 'erase-workspace'({ key, payload }) {
        seen.push(key + payload.workspace_id)
        clock.advance(1)
      },
    },
    clock,
  )
  await waitForJobs(db, allInState('done'))
  assert.deepEqual(seen, ['a1', 'b4', 'a2', 'a3'])
})

test('[JOB-3] a lane whose jobs hang does not block another lane', async () => {
  const { db } = await queue()
  const erased = Promise.withResolvers<void>()
  const mails = Array.from({ length: 2 * lanes.mail }, (_, index) => mailJob(`mail ${index}`, index))
  await enqueue(db, [...mails, eraseJob('workspace:1', 1)])
  let running = 0
  await work(db, {
    async 'send-password-link'() {
      running += 1
      assert.ok(running <= lanes.mail, `${running} ran at once`)
      await erased.promise
      running -= 1
    },
    'erase-workspace': async () => erased.resolve(),
  })
  await waitForJobs(db, allInState('done'))
})

test('[JOB-4] a job without a handler here stays untouched, and delays no other', async () => {
  const { db } = await queue()
  const publish = {
    name: 'publish-workspace',
    key: 'workspace:1',
    payload: { workspace_id: 1, requested_by: 1, requested_at: '' },
  } as const
  await enqueue(db, [...Array.from({ length: 300 }, () => publish), eraseJob('workspace:1', 1)])
  await work(db, { 'erase-workspace': async () => {} })
  const rows = await waitForJobs(db, all => all.at(-1)?.state === 'done')
  for (const row of rows.slice(0, -1)) assert.deepEqual([row.state, row.attempts], ['waiting', 0])
})

test('[JOB-5] a job that fails is retried with growing delays, then is a failed job with its error', async () => {
  const { db } = await queue()
  const clock = new FakeClock()
  const { maxAttempts, firstDelayMs, maxDelayMs } = policies['send-password-link']
  await enqueue(db, [mailJob('a', 1), mailJob('a', 2)], clock.now())
  const attempts: number[] = []
  await work(
    db,
    {
      async 'send-password-link'({ payload, attempt }) {
        if (payload.user_id === 2) return
        attempts.push(attempt)
        throw new Error(`no luck at ${attempt}`)
      },
    },
    clock,
  )
  for (let attempt = 1; attempt < maxAttempts; attempt++) {
    const [row] = await waitForJobs(db, ([one]) => one?.state === 'waiting' && one.attempts === attempt)
    assert.equal(row?.last_error, `no luck at ${attempt}`)
    const delayMs = Date.parse(row.run_at) - clock.now()
    const whole = Math.min(maxDelayMs, firstDelayMs * 2 ** (attempt - 1))
    assert.ok(delayMs >= whole / 2 && delayMs <= whole, `${delayMs} of ${whole}`)
    assert.notEqual((await jobRows(db))[1]?.state, 'done')
    // During a claim the worker has read the clock and not yet set its timer.
    while (clock.timersMs.length === 0) await later()
    clock.advance(delayMs)
  }
  const rows = await waitForJobs(db, all => all[1]?.state === 'done')
  assert.deepEqual([rows[0]?.state, rows[0]?.last_error], ['dead', `no luck at ${maxAttempts}`])
  assert.deepEqual(
    attempts,
    Array.from({ length: maxAttempts }, (_, index) => index + 1),
  )
})

test('[JOB-5] a permanent failure is not retried', async () => {
  const { db } = await queue()
  await enqueue(db, [mailJob('a', 1)])
  const worker = await work(db, {
    async 'send-password-link'() {
      throw new PermanentFailure('no such mailbox')
    },
  })
  const [row] = await waitForJobs(db, allInState('dead'))
  assert.deepEqual([row?.attempts, row?.last_error], [1, 'no such mailbox'])
  await worker.close()
  const counted = worker.counts.samples().filter(({ value }) => value > 0)
  assert.deepEqual(counted, [{ labels: { name: 'send-password-link', ending: 'dead' }, value: 1 }])
})

/** Waits until all jobs are running and their worker has set the timer for the leases. */
async function untilLeased(db: Database, clock: FakeClock) {
  const rows = await waitForJobs(db, allInState('running'))
  while (!clock.timersMs.includes(renewMs)) await later()
  return rows
}

test('[JOB-6] a job that another worker has taken over is aborted, and its outcome here is discarded', async () => {
  const { db } = await queue()
  const clock = new FakeClock()
  const stopped = Promise.withResolvers<void>()
  await enqueue(db, [mailJob('a', 1)], clock.now())
  const worker = await work(
    db,
    {
      'send-password-link': (_job, signal) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => {
            stopped.resolve()
            reject(signal.reason)
          })
        }),
    },
    clock,
  )
  await untilLeased(db, clock)
  await db.write(tx => tx.updateTable('jobs').set({ lease_owner: 'another' }).execute())
  clock.advance(renewMs)
  await stopped.promise
  await worker.close()
  const [row] = await jobRows(db)
  assert.deepEqual([row?.state, row?.lease_owner, row?.last_error], ['running', 'another', null])
})

test('[JOB-6] a lease is renewed for as long as its job runs', async () => {
  const { db } = await queue()
  const clock = new FakeClock()
  const end = Promise.withResolvers<void>()
  await enqueue(db, [mailJob('a', 1)], clock.now())
  await work(db, { 'send-password-link': () => end.promise }, clock)
  const [begun] = await untilLeased(db, clock)
  clock.advance(renewMs)
  await waitForJobs(db, ([row]) => (row?.leased_until ?? '') > (begun?.leased_until ?? ''))
  end.resolve()
  await waitForJobs(db, allInState('done'))
})

test('[JOB-6] after a stall of the process, the jobs that run there are not started again', async () => {
  const { db } = await queue()
  const clock = new FakeClock()
  // The renewal comes late, as it does when all timers fire at once after a stall.
  const after = clock.after.bind(clock)
  clock.after = (delayMs, callback) => (delayMs === renewMs ? () => {} : after(delayMs, callback))
  const end = Promise.withResolvers<void>()
  const begun: number[] = []
  await enqueue(db, [mailJob('a', 1)], clock.now())
  await work(
    db,
    {
      'send-password-link': ({ payload }) => {
        begun.push(payload.user_id)
        return payload.user_id === 1 ? end.promise : Promise.resolve()
      },
    },
    clock,
  )
  while (begun.length === 0 || clock.timersMs.length === 0) await later()
  clock.advance(leaseMs + 1_000)
  await expireLeases(db)
  await enqueue(db, [mailJob('b', 2)], clock.now())
  await waitForJobs(db, rows => rows[1]?.state === 'done')
  end.resolve()
  await waitForJobs(db, allInState('done'))
  assert.deepEqual(begun, [1, 2])
})

test('[JOB-7] several workers share the queue, and each job runs once', async () => {
  const { db, settings } = await queue()
  const others = db.engine === 'postgres' ? [await openDatabase(settings), await openDatabase(settings)] : [db, db]
  const seen: string[] = []
  const nodes = new Set<number>()
  const both = Promise.withResolvers<void>()
  for (const [node, one] of others.entries()) {
    if (one !== db) closers.push(() => one.close())
    await work(one, {
      async 'send-password-link'({ key, payload }) {
        seen.push(`${key}:${payload.user_id}`)
        if (nodes.add(node).size === 2) both.resolve()
        // Otherwise the first worker might finish everything before the second has started.
        await both.promise
      },
    })
  }
  const jobs = Array.from({ length: 300 }, (_, index) => mailJob(`key ${index % 25}`, index))
  // Each worker wakes up for the jobs of its own process.
  await Promise.all(others.map((one, half) => enqueue(one, jobs.slice(half * 150, half * 150 + 150))))
  await waitForJobs(db, all => all.length === 300 && allInState('done')(all))
  assert.equal(new Set(seen).size, 300)
  assert.equal(seen.length, 300)
  assert.equal(nodes.size, 2)
  assert.ok((await jobRows(db)).every(row => row.attempts === 1))
})

test('[JOB-8] close claims nothing new and waits for running jobs', async () => {
  const { db } = await queue()
  const [begun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const worker = await work(db, {
    'send-password-link': () => {
      begun.resolve()
      return end.promise
    },
  })
  await enqueue(db, [mailJob('a', 1)])
  await begun.promise
  const closed = worker.close()
  await enqueue(db, [mailJob('b', 2)])
  end.resolve()
  await closed
  assert.deepEqual(
    (await jobRows(db)).map(row => row.state),
    ['done', 'waiting'],
  )
})

test('[JOB-8] a job that is aborted because the server stops goes back to the queue, without counting an attempt', async () => {
  const { db } = await queue()
  const clock = new FakeClock()
  await enqueue(db, [mailJob('a', 1)], clock.now())
  const worker = await work(
    db,
    {
      'send-password-link': (_job, signal) =>
        new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    },
    clock,
  )
  await waitForJobs(db, allInState('running'))
  const closed = worker.close()
  while (!clock.timersMs.includes(3_000)) await later()
  clock.advance(3_000)
  await closed
  const [row] = await jobRows(db)
  assert.deepEqual([row?.state, row?.attempts, row?.leased_until, row?.last_error], ['waiting', 0, null, null])
})

test('[JOB-8] a job that does not end in time is aborted and keeps its lease until that expires', async () => {
  const { db } = await queue()
  const clock = new FakeClock()
  const stopped = Promise.withResolvers<void>()
  await enqueue(db, [mailJob('a', 1)], clock.now())
  const worker = await work(
    db,
    {
      'send-password-link': (_job, signal) => {
        signal.addEventListener('abort', () => stopped.resolve())
        return new Promise(() => {})
      },
    },
    clock,
  )
  await waitForJobs(db, allInState('running'))
  const closed = worker.close(1_000)
  while (!clock.timersMs.includes(1_000)) await later()
  clock.advance(1_000)
  await stopped.promise
  while (!clock.timersMs.includes(0)) await later()
  clock.advance(0)
  await closed
  const [row] = await jobRows(db)
  assert.equal(row?.state, 'running')
  assert.ok(Date.parse(row?.leased_until ?? '') > clock.now())
})

test('[JOB-1, JOB-9] a commit wakes the worker; without one it makes no query until its timer fires', async () => {
  const { db } = await queue()
  const clock = new FakeClock()
  let [queries, writing] = [0, 0]
  const counting = new Proxy(db, {
    get(target, name) {
      if (name === 'read' || name === 'write') queries += 1
      if (name !== 'write') return Reflect.get(target, name)
      return (...args: Parameters<Database['write']>) => {
        writing += 1
        return target.write(...args).finally(() => {
          writing -= 1
        })
      }
    },
  })
  const ran = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const worker = await work(
    counting,
    { 'send-password-link': async ({ payload }) => ran[payload.user_id]?.resolve() },
    clock,
  )
  /** Waits until the worker makes no query and only its timer is left. */
  const idle = async () => {
    for (let before = -1; before !== queries || writing > 0 || clock.timersMs.length !== 1; ) {
      before = queries
      await delay(100)
    }
  }
  await idle()
  await enqueue(db, [mailJob('a', 0)], clock.now())
  await ran[0]?.promise
  await waitForJobs(db, allInState('done'))
  await idle()
  assert.deepEqual(clock.timersMs, [5_000])

  // A transaction that is rolled back wakes no worker.
  const before = queries
  await assert.rejects(
    db.write(async tx => {
      await enqueueJobs(tx, [mailJob('a', 1)], new Date(clock.now()).toISOString())
      throw new Error('undone')
    }),
  )
  await idle()
  assert.equal(queries, before)

  // The timer is set for the next due job, and there is no query before.
  await enqueue(db, [mailJob('a', 1)], clock.now() + 3_000)
  await idle()
  assert.deepEqual(clock.timersMs, [3_000])
  clock.advance(3_000)
  await ran[1]?.promise
  await worker.close()
})

test('[JOB-9] a job of another process is found within five seconds', async () => {
  const { db } = await queue()
  const clock = new FakeClock()
  const ran = Promise.withResolvers<void>()
  await work(db, { 'send-password-link': async () => ran.resolve() }, clock)
  while (clock.timersMs.length !== 1) await later()
  // A commit of another process triggers no event here.
  const now = new Date(clock.now()).toISOString()
  const row = { name: 'send-password-link', key: 'a', payload: '{"user_id":1}', run_at: now, created_at: now }
  await db.write(tx =>
    tx
      .insertInto('jobs')
      .values({ ...row, leased_until: null, last_error: null })
      .execute(),
  )
  clock.advance(4_999)
  for (let count = 0; count < 50; count++) await later()
  assert.equal((await jobRows(db))[0]?.state, 'waiting')
  clock.advance(1)
  await ran.promise
})

test('[JOB-10] finished jobs are retained for a day, failed jobs until they are retried or deleted', async () => {
  const { db } = await queue()
  const clock = new FakeClock()
  await work(
    db,
    {
      async 'send-password-link'({ payload }) {
        if (payload.user_id === 2) throw new PermanentFailure('no')
      },
    },
    clock,
  )
  await enqueue(db, [mailJob('a', 1), mailJob('b', 2)], clock.now())
  await waitForJobs(db, rows => rows[0]?.state === 'done' && rows[1]?.state === 'dead')
  clock.advance(23 * 3_600_000)
  await enqueue(db, [mailJob('c', 3)], clock.now())
  await waitForJobs(db, rows => rows.length === 3 && rows[2]?.state === 'done')
  clock.advance(2 * 3_600_000)
  await enqueue(db, [mailJob('d', 4)], clock.now())
  const rows = await waitForJobs(db, all => all.at(-1)?.state === 'done' && all[0]?.key !== 'a')
  assert.deepEqual(
    rows.map(({ key }) => key),
    ['b', 'c', 'd'],
  )
})

test('[JOB-14] a job that has to wait for something else waits without counting an attempt', async () => {
  const { db } = await queue()
  const clock = new FakeClock()
  const attempts: number[] = []
  await work(
    db,
    {
      async 'send-password-link'({ attempt }) {
        attempts.push(attempt)
        if (attempts.length < 30) throw new RetryLater('not yet', 2_000)
      },
    },
    clock,
  )
  await enqueue(db, [mailJob('a', 1)], clock.now())
  for (let times = 1; times <= 30; times++) {
    await waitForJobs(db, ([row]) => attempts.length === times && row?.state !== 'running')
    while (clock.timersMs[0] !== 2_000 && times < 30) await later()
    clock.advance(2_000)
  }
  await waitForJobs(db, allInState('done'))
  assert.deepEqual(attempts, Array(30).fill(1))
})
