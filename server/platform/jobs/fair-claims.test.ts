// Tests jobs of several organizations: whose job runs next.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { pino } from 'pino'
import { enqueue, jobRows, waitForJobs } from '../../testing/job-rows.ts'
import { readSample } from '../../testing/sample-file.ts'
import { testDatabase } from '../../testing/test-database.ts'
import { until } from '../../testing/until.ts'
import { worldWithoutWorker } from '../../testing/world.ts'
import type { Database } from '../sql/database.ts'
import { lanes } from './job-policies.ts'
import type { NewJob } from './job-store.ts'
import { openWorker } from './worker.ts'

const closers: (() => Promise<void>)[] = []
after(async () => {
  for (const close of closers.reverse()) await close()
})

async function queue(): Promise<Database> {
  const { db, drop } = await testDatabase()
  closers.push(drop)
  return db
}

const documentJob = (organization_id: number, name: string): NewJob => ({
  name: 'process-document',
  key: `file:${name}`,
  payload: { workspace_id: organization_id, object_id: name, hash: name },
  organization_id,
})

const several = (organization_id: number, count: number) =>
  Array.from({ length: count }, (_, index) => documentJob(organization_id, `${organization_id}-${index}`))

/** A worker whose jobs end when the test ends them. */
async function work(db: Database) {
  const started: string[] = []
  const ends = new Map<string, () => void>()
  const worker = await openWorker({
    db,
    log: pino({ level: 'silent' }),
    handlers: {
      'process-document': ({ payload: { object_id } }, signal) =>
        new Promise(resolve => {
          started.push(object_id)
          ends.set(object_id, resolve)
          signal.addEventListener('abort', () => resolve())
        }),
    },
  })
  closers.push(() => worker.close(0))
  return { started, end: (name: string) => ends.get(name)?.() }
}

test('[LIM-11] a document is started at once while many jobs of another organization hang', async () => {
  const db = await queue()
  await enqueue(db, several(1, 6))
  const { started, end } = await work(db)
  await until(async () => started.length === lanes.documents - 1)
  await enqueue(db, [documentJob(2, 'urgent')])
  await until(async () => started.includes('urgent'))
  assert.deepEqual(started, ['1-0', 'urgent'])
  end('urgent')
  await waitForJobs(db, rows => rows.some(row => row.state === 'done'))
  // The free place is kept for another organization.
  assert.deepEqual(started, ['1-0', 'urgent'])
})

test('[LIM-11] the organization with the fewest running documents comes next, even behind thousands of others', async () => {
  const db = await queue()
  await enqueue(db, several(1, 500))
  await enqueue(db, [...several(2, 2), documentJob(3, 'last')])
  const { started, end } = await work(db)
  for (const name of ['1-0', '2-0', 'last', '2-1']) {
    await until(async () => started.includes(name))
    if (name !== '1-0') end(name)
  }
  assert.deepEqual(started.slice(0, 4), ['1-0', '2-0', 'last', '2-1'])
})

test('[LIM-11] the job of an upload names the organization of its workspace', async () => {
  const { ann, board, organization, dependencies } = await worldWithoutWorker()
  const { image } = await ann.images.create(board, { image: await readSample('plain.png') })
  await ann.workspaces.copy(board)
  const jobs = (await jobRows(dependencies.db)).filter(({ name }) => name === 'process-image')
  assert.ok(jobs.some(({ payload }) => payload.includes(image.id)))
  assert.deepEqual(
    jobs.map(({ organization_id }) => organization_id),
    [organization, organization],
  )
})
