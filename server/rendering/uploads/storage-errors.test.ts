// Tests errors of the storage and crashes of the server while a file is processed: they are not failures of the file.

import assert from 'node:assert/strict'
import { mkdtemp, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { pino } from 'pino'
import { FileMissing, type FileStorage, StorageUnavailable } from '../../platform/files/file-storage.ts'
import { jobRows } from '../../testing/job-rows.ts'
import { createPdf } from '../../testing/pdf-file.ts'
import { readSample } from '../../testing/sample-file.ts'
import { removeFolder } from '../../testing/test-database.ts'
import { type World, worldWithoutWorker } from '../../testing/world.ts'
import { drawImage } from '../drawing/draw-image.ts'
import { openProcessing } from './processing.ts'
import { startFile } from './processing-store.ts'

const never = new AbortController().signal

/** Runs the processing job of the board directly, with the given storage. */
async function withProcessing<T>(
  { dependencies }: World,
  files: FileStorage,
  run: (processFile: (attempt: number) => Promise<void>) => Promise<T>,
): Promise<T> {
  const dataDir = await mkdtemp(join(tmpdir(), 'storage-errors-'))
  const { db } = dependencies
  const processing = openProcessing({ db, files, dataDir, libreOffice: '', log: pino({ level: 'silent' }) })
  const row = (await jobRows(db)).findLast(({ name }) => name.startsWith('process-'))
  assert.ok(row)
  const job = { ...row, payload: JSON.parse(row.payload) }
  const name = row.name as 'process-image' | 'process-document'
  try {
    return await run(attempt => processing.handlers[name]({ ...job, name, attempt } as never, never))
  } finally {
    processing.close()
    await removeFolder(dataDir)
  }
}

const failing = (files: FileStorage, error: () => Error): FileStorage => ({
  ...files,
  open: () => Promise.reject(error()),
})

const stateOf = async ({ dependencies }: World) =>
  await dependencies.db.read.selectFrom('processed_files').select(['state', 'failures']).executeTakeFirst()

test('[FIL-16] [FIL-19] while the storage is unavailable a file stays in processing, however often its job is retried', async () => {
  const made = await worldWithoutWorker()
  const { ann, board, dependencies } = made
  const { document } = await ann.documents.create(board, { document: createPdf([{ text: 'x' }]), title: 'd' })
  const unavailable = failing(dependencies.files, () => new StorageUnavailable('connect ECONNREFUSED', null))
  await withProcessing(made, unavailable, async processFile => {
    for (const attempt of [1, 8, 60]) await assert.rejects(processFile(attempt), StorageUnavailable)
  })
  assert.deepEqual(await stateOf(made), { state: 'processing', failures: 0 })
  assert.equal((await ann.documents.get(board, document.id)).document.state, 'processing')
  await withProcessing(made, dependencies.files, processFile => processFile(61))
  assert.equal((await ann.documents.get(board, document.id)).document.state, 'ready')
})

test('[FIL-25] a file that stays missing from the storage eventually fails', async () => {
  const made = await worldWithoutWorker()
  const { ann, board, dependencies } = made
  const { image } = await ann.images.create(board, { image: await readSample('plain.jpg') })
  const missing = failing(dependencies.files, () => new FileMissing('x'))
  await withProcessing(made, missing, async processFile => {
    for (let attempt = 1; attempt <= 5; attempt += 1) await assert.rejects(processFile(attempt), FileMissing)
    assert.equal((await ann.images.get(board, image.id)).image.reasonCode, undefined)
    await processFile(60)
  })
  assert.equal((await ann.images.get(board, image.id)).image.reasonCode, 'STORAGE_FAILED')
})

test('[FIL-16] [FIL-19] a file is processed however often the server was killed meanwhile', async () => {
  const made = await worldWithoutWorker()
  const { ann, board, dependencies } = made
  const { image } = await ann.images.create(board, { image: await readSample('plain.jpg') })
  const { hash } = JSON.parse((await jobRows(dependencies.db)).at(-1)?.payload as string)
  const now = new Date().toISOString()
  for (let killed = 0; killed < 10; killed += 1) await dependencies.db.write(tx => startFile(tx, hash, now))
  await withProcessing(made, dependencies.files, processFile => processFile(11))
  assert.equal((await ann.images.get(board, image.id)).image.reasonCode, undefined)
  assert.deepEqual(
    await dependencies.db.read.selectFrom('processed_files').select('state').where('hash', '=', hash).execute(),
    [{ state: 'ready' }],
  )
})

test('[FIL-16] [JOB-15] a full disk is not a failure of the image', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'full-disk-'))
  const path = join(folder, 'image')
  await writeFile(path, await readSample('plain.jpg'))
  await symlink('/dev/full', join(folder, '16.webp'))
  await assert.rejects(drawImage({ path, folder, sides: [16], isAnimated: false }), { code: 'ENOSPC' })
  await removeFolder(folder)
})
