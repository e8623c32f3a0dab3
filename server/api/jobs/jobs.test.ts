// The queue and the installation through the API, as operators use them.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { settings } from '../../platform/config/settings.ts'
import { refused } from '../../testing/assert-refused.ts'
import { stateOf } from '../../testing/database-state.ts'
import { enqueue, insertFailedJob, jobRows, mailJob, waitForJobs } from '../../testing/job-rows.ts'
import { readSample } from '../../testing/sample-file.ts'
import { world, worldWith, worldWithoutWorker } from '../../testing/world.ts'

const [admin, support] = [{ application_role_id: 1 }, { application_role_id: 2 }]

test('[JOB-11] only Admin and Support see the queue counts', async () => {
  const { person, dependencies, ann } = await worldWithoutWorker()
  const [ada, sue] = [await person('Ada', admin), await person('Sue', support)]
  const start = Date.now() - 60_000
  await enqueue(dependencies.db, [mailJob('figures', 1), mailJob('figures', 2)], start)
  await enqueue(dependencies.db, [mailJob('later', 3)], Date.now() + 3_600_000)
  await dependencies.db.write(tx =>
    tx.updateTable('jobs').set({ attempts: 2 }).where('key', '=', 'figures').where('payload', 'like', '%2}').execute(),
  )
  await insertFailedJob(dependencies.db, 'send-mention')
  const { jobs } = await sue.jobs.count()
  assert.deepEqual((await ada.jobs.count()).jobs, jobs)
  const links = jobs.find(({ name }) => name === 'send-password-link')
  assert.deepEqual(links, {
    name: 'send-password-link',
    waiting: 2,
    retrying: 1,
    scheduled: 1,
    running: 0,
    done: 0,
    dead: 0,
    oldest_at: new Date(start).toISOString(),
  })
  assert.equal(jobs.find(({ name }) => name === 'send-mention')?.dead, 1)
  await refused(ann.jobs.count(), 403, 'ForbiddenError')
  await refused(ann.jobs.listDead(), 403, 'ForbiddenError')
  await refused(ann.installation.get(), 403, 'ForbiddenError')
})

test('[JOB-12] a failed job is listed, retried and done; another is deleted', async () => {
  const { person, dependencies } = await world()
  const [ada, sue] = [await person('Ada', admin), await person('Sue', support)]
  const [first, second] = [
    await insertFailedJob(dependencies.db),
    await insertFailedJob(dependencies.db, 'erase-workspace', Date.now() + 60_000),
  ]
  const { dead_jobs, total } = await sue.jobs.listDead()
  assert.equal(total, 2)
  assert.deepEqual(
    dead_jobs.map(({ id, name }) => [id, name]),
    [
      [second, 'erase-workspace'],
      [first, 'send-password-link'],
    ],
  )
  const { created_at, died_at, ...failed } = dead_jobs[1] ?? assert.fail()
  assert.deepEqual(failed, {
    id: first,
    name: 'send-password-link',
    key: 'mail:0',
    about: [{ name: 'user_id', value: '0' }],
    attempts: 17,
    reason: 'connection refused',
  })
  assert.ok(Date.parse(died_at) >= Date.parse(created_at))

  // The commit wakes the worker. User 0 does not exist, so there is nothing to send and the job is done.
  await sue.jobs.retry(first)
  const rows = await waitForJobs(dependencies.db, all => all.find(row => row.id === first)?.state === 'done')
  assert.equal(rows.find(row => row.id === first)?.attempts, 1)
  await refused(sue.jobs.retry(first), 404, 'ResourceNotFound')
  await refused(ada.jobs.delete(first), 404, 'ResourceNotFound')

  const before = await stateOf(dependencies.db)
  await refused(sue.jobs.delete(second), 403, 'ForbiddenError')
  await refused(ada.jobs.delete(0), 404, 'ResourceNotFound')
  await refused(ada.jobs.retry(999_999_999_999), 404, 'ResourceNotFound')
  assert.deepEqual(await stateOf(dependencies.db), before)
  await ada.jobs.delete(second)
  assert.equal((await ada.jobs.listDead()).total, 0)
  assert.ok((await jobRows(dependencies.db)).every(({ id }) => id !== second))
})

test('[JOB-12] a retried job waits behind the running job of its key', async () => {
  const { person, dependencies } = await worldWithoutWorker()
  const sue = await person('Sue', support)
  const failed = await insertFailedJob(dependencies.db)
  await sue.jobs.retry(failed)
  const [row] = (await jobRows(dependencies.db)).filter(({ id }) => id === failed)
  assert.deepEqual([row?.state, row?.attempts, row?.finished_at], ['waiting', 0, null])
})

test('[JOB-13] the installation reports its database, storage, counts and deliveries', async () => {
  const { person, dependencies, ann, board } = await world()
  const sue = await person('Sue', support)
  const listener = { workspaceId: board, url: 'http://127.0.0.1:9/', eventTypes: ['ALL'] }
  await ann.listeners.create(listener)
  const { id } = await ann.listeners.create(listener)
  await ann.listeners.update(id, { status: 'IN_ACTIVE' })
  await ann.notes.create(board, { text: 'one' })
  const { installation } = await sue.installation.get()
  assert.equal(installation.database.engine, dependencies.db.engine)
  assert.match(installation.database.version, /^\d+\.\d+/)
  assert.ok(installation.database.bytes > 100_000)
  assert.equal(installation.storage.kind, 'disk')
  assert.ok((installation.storage.free_bytes ?? 0) > 0)
  assert.ok(installation.counts.users >= 5 && installation.counts.objects >= 1)
  assert.deepEqual([installation.deliveries.active, installation.deliveries.paused], [1, 1])
  assert.equal(installation.process.node, process.version)
})

test('[LIM-15] the installation lists every limit with its highest use, and the largest organizations', async () => {
  const { person, ann, bob, board, organization } = await worldWith({ storageLimitBytes: 1_000_000 })
  const sue = await person('Sue', support)
  const listener = { workspaceId: board, url: 'http://127.0.0.1:9/', eventTypes: ['ALL'] }
  await Promise.all([ann, ann, bob].map(one => one.listeners.create(listener)))
  await ann.organizations.addMember(organization, { email: 'someone@example.com' })
  const image = await readSample('plain.png')
  await ann.images.create(board, { image })
  const { limits, largest_organizations } = (await sue.installation.get()).installation
  const of = (setting: string) => limits.find(limit => limit.setting === setting)
  const fixed = [
    'IMAGE_FETCHES',
    'IMAGE_FETCHES_PER_USER',
    'LISTENERS_PER_USER',
    'LISTENERS_PER_WORKSPACE',
    'APPLICATIONS_PER_USER',
  ]
  const mails = 'MAILS_PER_RECIPIENT_PER_HOUR'
  const names = [...Object.keys(settings).filter(name => /_PER_|^STORAGE_LIMIT/.test(name)), ...fixed, mails]
  assert.deepEqual(limits.map(({ setting }) => setting).sort(), names.sort())
  assert.deepEqual(of('LISTENERS_PER_USER'), { setting: 'LISTENERS_PER_USER', value: 200, used: 2 })
  assert.equal(of('LISTENERS_PER_WORKSPACE')?.used, 3)
  assert.equal(of('MAILS_PER_SENDER_PER_HOUR')?.used, 1)
  assert.equal(of('RATE_LIMIT_PER_MINUTE')?.used, null, 'there is none in tests')
  assert.deepEqual([of('STORAGE_LIMIT_BYTES')?.used, of('STORAGE_LIMIT_BYTES')?.value], [image.length, 1_000_000])
  assert.deepEqual(
    largest_organizations.map(({ organization_id, bytes }) => [organization_id, bytes]),
    [[organization, image.length]],
  )
})
