// Imports from Miro as jobs: the token is stored sealed, for as long as the fetch lasts, and a fetch survives its server.

import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import type { RequestListener, ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { pino } from 'pino'
import { backUp } from '../../platform/backup/back-up.ts'
import { restore } from '../../platform/backup/restore.ts'
import type { JobHandlers } from '../../platform/jobs/job.ts'
import { enqueueJobs } from '../../platform/jobs/job-store.ts'
import { openWorker, type Worker } from '../../platform/jobs/worker.ts'
import { openSealedSecrets } from '../../platform/secrets/sealed-secrets.ts'
import type { Database } from '../../platform/sql/database.ts'
import { FakeClock } from '../../testing/fake-clock.ts'
import { fakeMiro } from '../../testing/fake-miro.ts'
import { importEnded, importRunner } from '../../testing/imports.ts'
import { withServer } from '../../testing/local-server.ts'
import { testDatabase } from '../../testing/test-database.ts'
import { until } from '../../testing/until.ts'
import { type World, worldWith, worldWithoutWorker } from '../../testing/world.ts'
import { endImportFetch, fetchImport } from './fetch-import.ts'
import { findImport, type ImportRow, maxFetchMs } from './import-store.ts'

const token = 'secret-token'
const log = pino({ level: 'silent' })

const startFetch = async ({ ann, board }: World, more: object = {}) =>
  (await ann.imports.create(board, { format: 'miro', board: 'uXjVK=', token, ...more } as never)).import.id

const rowOf = async ({ dependencies: { db } }: World, id: string) => (await findImport(db.read, id)) as ImportRow

const outcomeOf = ({ state, error_code, miro_token }: ImportRow) => ({ state, error_code, miro_token })

/** Runs what needs a worker that fetches from a fake Miro. */
const withFetcher = <T>({ dependencies }: World, handler: RequestListener, run: (worker: Worker) => Promise<T>) =>
  withServer(handler, async ({ origin, outbound: { guardedFetch } }) => {
    const settings = { ...dependencies, guardedFetch, storageLimitBytes: 0, miroOrigin: origin }
    const handlers: Partial<JobHandlers> = { 'fetch-import': (job, signal) => fetchImport(settings, job, signal) }
    const worker = await openWorker({ db: dependencies.db, log, handlers })
    try {
      return await run(worker)
    } finally {
      await worker.close(0)
    }
  })

test('[IMP-38] without a file, the board of Miro and a token are required', async () => {
  const { ann, board } = await worldWithoutWorker()
  const start = (body: object) => ann.imports.create(board, body as never)
  await assert.rejects(start({}), /file.*required/)
  await assert.rejects(start({ format: 'miro', token: 'x' }), /board.*required/)
  await assert.rejects(start({ format: 'miro', board: 'uXjVK=' }), /token.*required/)
  await assert.rejects(start({ format: 'miro', board: 'https://evil.test/uXjVK', token: 'x' }), /board.*Miro/)
})

test('[IMP-38] the board is fetched with the token, which is cleared, and then imported', async t => {
  const made = await worldWithoutWorker()
  const id = await startFetch(made)
  const isFetched = async () => (await rowOf(made, id)).source_hash !== ''
  await withFetcher(made, fakeMiro(token).handler, () => until(isFetched))
  assert.deepEqual(outcomeOf(await rowOf(made, id)), { state: 'running', error_code: null, miro_token: null })
  const runner = importRunner(made)
  t.after(runner.close)
  await runner.run(id)
  const { state, report } = await importEnded(made.ann, made.board, id)
  assert.deepEqual([state, report?.created], ['done', 72])
})

test('[IMP-38] Miro refuses the token: the import fails with the reason, and the token is cleared', async () => {
  const made = await worldWithoutWorker()
  const id = await startFetch(made, { token: 'wrong' })
  const ended = () => importEnded(made.ann, made.board, id)
  const { error, error_code } = await withFetcher(made, fakeMiro(token).handler, ended)
  assert.match(error ?? '', /does not accept the token/)
  assert.equal(error_code, 'refused')
  assert.equal((await rowOf(made, id)).miro_token, null)
})

test('[IMP-38] a fetch whose server stops goes on in another one', async () => {
  const made = await worldWithoutWorker()
  const id = await startFetch(made)
  const asked = Promise.withResolvers<ServerResponse>()
  await withFetcher(
    made,
    (_request, response) => asked.resolve(response),
    async worker => {
      const response = await asked.promise
      await worker.close(0)
      response.destroy()
      await until(async () => worker.running === 0)
    },
  )
  const before = await rowOf(made, id)
  assert.deepEqual([before.state, before.source_hash], ['running', ''])
  const isFetched = async () => (await rowOf(made, id)).source_hash !== ''
  await withFetcher(made, fakeMiro(token).handler, () => until(isFetched))
})

test('[IMP-38] after 15 minutes the import fails and the token is cleared, even if nothing fetched it and other jobs take long', async t => {
  const made = await worldWithoutWorker()
  const id = await startFetch(made)
  const row = await rowOf(made, id)
  assert.notEqual(row.miro_token, null)
  const { db } = made.dependencies
  const end = await db.read
    .selectFrom('jobs')
    .select(['name', 'run_at', 'payload'])
    .where('name', '=', 'end-import-fetch')
    .where('payload', 'like', `%${id}%`)
    .executeTakeFirstOrThrow()
  assert.equal(Date.parse(end.run_at), Date.parse(row.created_at) + maxFetchMs)
  const clock = new FakeClock(Date.parse(end.run_at))
  const sweep = Promise.withResolvers<void>()
  const handlers: Partial<JobHandlers> = {
    'end-import-fetch': job => endImportFetch(db, job),
    'sweep-files': () => sweep.promise,
  }
  // A sweep of a large storage takes longer than that.
  await db.write(tx => enqueueJobs(tx, [{ name: 'sweep-files', key: 'sweep', payload: {} }], row.created_at))
  const worker = await openWorker({ db, log, clock, handlers })
  t.after(() => {
    sweep.resolve()
    return worker.close(0)
  })
  const { state, error, error_code } = await importEnded(made.ann, made.board, id)
  assert.deepEqual([state, error_code], ['failed', 'too_slow'])
  assert.match(error ?? '', /within 15 minutes\. Start the import again/)
  assert.equal((await rowOf(made, id)).miro_token, null)
})

test('[IMP-38] the token is sealed with SECRET_KEY, and is in no payload of a job', async () => {
  const secretKey = 'a key that is long enough to be a key'
  const made = await worldWith({ secretKey }, { hasWorker: false })
  const id = await startFetch(made)
  const { miro_token } = await rowOf(made, id)
  assert.match(miro_token ?? '', /^sealed:1:/)
  assert.equal(openSealedSecrets({ secretKey }).open(miro_token ?? '', 'import-token'), token)
  const jobs = await made.dependencies.db.read.selectFrom('jobs').select('payload').execute()
  assert.equal(jobs.filter(({ payload }) => payload.includes(id)).length, 2)
  assert.doesNotMatch(JSON.stringify(jobs), /secret-token|sealed/)
})

test('[IMP-38] [STO-9] a backup leaves the token out, and the restored import fails', async t => {
  const made = await worldWithoutWorker()
  const { db, files } = made.dependencies
  const id = await startFetch(made)
  assert.equal((await rowOf(made, id)).miro_token, token)
  const folder = await mkdtemp(join(tmpdir(), 'tessera-test-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const path = join(folder, 'backup')
  await backUp(db, files, path)
  const content = gunzipSync(await readFile(path)).toString()
  assert.ok(content.includes(id) && content.includes('uXjVK='))
  assert.ok(!content.includes(token) && !content.includes('miro_token'))

  const target = await testDatabase()
  t.after(target.drop)
  await restore(target.db, files, path)
  await fetchOnce(target.db, made, id)
  const row = (await findImport(target.db.read, id)) as ImportRow
  assert.deepEqual(outcomeOf(row), { state: 'failed', error_code: 'server_error', miro_token: null })
  assert.match(row.error ?? '', /token of Miro is no longer there/)
})

async function fetchOnce(db: Database, { dependencies }: World, import_id: string): Promise<void> {
  const guardedFetch = () => Promise.reject(new Error('nothing is fetched'))
  const job = { id: 1, name: 'fetch-import', key: '', attempt: 1, organization_id: null, created_at: '' } as const
  await fetchImport(
    { ...dependencies, db, guardedFetch, storageLimitBytes: 0 },
    { ...job, payload: { import_id } },
    new AbortController().signal,
  )
}
