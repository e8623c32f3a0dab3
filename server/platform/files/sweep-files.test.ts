// Tests which files the sweep removes and which it keeps, on both storages.

import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import sharp from 'sharp'
import { jobRows } from '../../testing/job-rows.ts'
import { createPdf } from '../../testing/pdf-file.ts'
import { fetchFile, processedDocument, processedImage } from '../../testing/processed.ts'
import { startS3Server } from '../../testing/s3-server.ts'
import { readSample } from '../../testing/sample-file.ts'
import { testDatabase } from '../../testing/test-database.ts'
import { until } from '../../testing/until.ts'
import { worldWith } from '../../testing/world.ts'
import { listArchivedTables } from '../backup/archived-tables.ts'
import { migrations } from '../db/migrations/index.ts'
import { openDatabase } from '../db/open-database.ts'
import type { Database } from '../sql/database.ts'
import { openDiskStorage } from './disk-storage.ts'
import { enqueueSweepIfDue } from './enqueue-sweep.ts'
import { insertFiles } from './file-record-store.ts'
import type { FileStorage } from './file-storage.ts'
import { openS3Storage } from './s3-storage.ts'
import { removeErasedFiles, sweepFiles, withSweepProtection } from './sweep-files.ts'

const hourMs = 3_600_000
const days = (count: number) => Date.now() + count * 24 * hourMs

/**
 * Sweeps as if days had passed. Each round removes the files that the previous one marked; files derived from those
 * follow.
 */
async function sweepLater(dependencies: { db: Database; files: FileStorage }, rounds = 3): Promise<number> {
  let removed = 0
  for (let round = 0; round < rounds; round++)
    removed += await sweepFiles({ ...dependencies, clock: () => days(2) + round * 2 * hourMs })
  return removed
}

const hashes = async (files: FileStorage) => new Set(await Array.fromAsync(files.list(), file => file.hash))

const hashIn = (url: string | null | undefined) => new URL(url as string).pathname.replace('/files/', '')

const put = (files: FileStorage, text: string) => files.put(Readable.from([Buffer.from(text)]), { maxBytes: 1_000 })

test('[FIL-11] the sweep keeps every file that objects, the log, avatars or snapshots reference, and removes the others', async () => {
  const { dependencies, ann, board, organization, url } = await worldWith({}, {})
  const { db, files } = dependencies
  const create = { width: 700, height: 20, channels: 3, background: '#246' } as const
  const { image } = await ann.images.create(board, { image: await sharp({ create }).png().toBuffer() })
  const { document } = await ann.documents.create(board, {
    document: createPdf([{ text: 'a' }, { text: 'b' }]),
    title: 'd',
  })
  const deleted = (await ann.images.create(board, { image: await readSample('plain.jpg') })).image
  const { avatar_url } = await ann.users.setAvatar('me', { avatar: await readSample('plain.png') })
  for (const { id } of [image, deleted]) await processedImage({ as: ann, board }, id)
  await processedDocument({ as: ann, board }, document.id)
  await ann.images.delete(board, deleted.id)
  await ann.workspaces.publish(board)
  await until(async () => (await ann.workspaces.get(board)).workspace.properties.publish_state === 'published')
  const other = await ann.workspaces.create(organization, { name: 'Other' })
  const otherBoard = other.workspace.properties.uid
  const gone = (await ann.images.create(otherBoard, { image: await readSample('lossy.webp') })).image
  const shared = (await ann.images.create(otherBoard, { image: await readSample('plain.jpg') })).image
  await processedImage({ as: ann, board: otherBoard }, gone.id)
  const stray = await put(dependencies.storage, 'unreferenced')
  const before = await hashes(files)

  assert.equal(await sweepFiles({ db, files }), 0, 'nothing is old enough')
  await ann.workspaces.delete(otherBoard, { is_permanent: true })
  await until(
    async () => !(await db.read.selectFrom('workspaces').select('id').where('uid', '=', otherBoard).executeTakeFirst()),
  )
  assert.ok((await sweepLater({ db, files })) > 0)
  const after = await hashes(files)
  const removed = [...before].filter(hash => !after.has(hash))
  // These remain: the unreferenced file, the avatar's original, and what only the other workspace had: an image and its
  // one picture.
  const avatarOriginal = hashIn((await ann.images.create(board, { image: await readSample('plain.png') })).image.url)
  assert.deepEqual(new Set(removed).has(stray.hash), true)
  assert.deepEqual(new Set(removed).has(hashIn(gone.url)), true)
  assert.deepEqual(new Set(removed).has(hashIn(shared.url)), false, 'another workspace once used it')
  assert.equal(removed.length, 4)
  assert.ok(removed.includes(avatarOriginal))
  const { pages } = await ann.documents.listPages(board, document.id)
  const { images } = await ann.images.list(board)
  const past = await ann.objects.list(board, { at: 3 })
  const urls = [
    avatar_url,
    document.url,
    ...pages.flatMap(page => page.pictures.map(picture => picture.url)),
    ...images.flatMap(one => [one.url, ...one.pictures.map(picture => picture.url)]),
    ...past.objects.map(object => ('url' in object ? object.url : '')),
  ]
  for (const address of urls) assert.equal((await fetchFile({ url }, address)).status, 200, address)
  const { events } = await ann.events.list(board)
  for (const { url: address } of events.flatMap(event => event.image?.pictures ?? []))
    assert.equal((await fetchFile({ url }, address)).status, 200, 'the pictures in the log')
  const { objects } = await ann.objects.list(board, { query: 'b' })
  assert.equal(objects.length, 1)
})

/** Columns whose references keep a file, columns that describe a file, and hashes of other things. */
const hashColumns = {
  referencing: [
    'exports.hash',
    'file_pictures.picture_hash',
    'imports.prepared_hash',
    'imports.source_hash',
    'objects.file_hash',
    'previews.hash',
    'processed_files.pdf_hash',
    'snapshot_documents.hash',
    'snapshot_files.hash',
    'users.avatar_hash',
    'web_pages.icon_hash',
    'web_pages.picture_hash',
    'workspace_files.hash',
  ],
  describing: ['document_pages.hash', 'file_pictures.hash', 'files.hash', 'processed_files.hash', 'unused_files.hash'],
  other: [
    'applications.secret_hash',
    'authorization_codes.hash',
    'device_codes.hash',
    'device_codes.user_code_hash',
    'grants.token_hash',
    'idempotency_keys.body_hash',
    'known_devices.hash',
    'mailed_links.hash',
    'recovery_codes.hash',
    'refresh_tokens.hash',
    'sign_in_challenges.hash',
    'users.password_hash',
    'web_pages.url_hash',
  ],
}

test('[FIL-11] the sweep checks every column that can reference a file', async () => {
  const tables = await listArchivedTables(migrations)
  const found = tables.flatMap(({ name, columns }) =>
    Object.keys(columns)
      .filter(column => /hash$/.test(column))
      .map(column => `${name}.${column}`),
  )
  assert.deepEqual(
    found.sort(),
    Object.values(hashColumns).flat().sort(),
    'a new column must be checked by the sweep or listed here',
  )
  const store = await readFile(new URL('./unused-file-store.ts', import.meta.url), 'utf8')
  for (const column of hashColumns.referencing) {
    const [table, name] = column.split('.')
    assert.match(store, new RegExp(`from ${table} (\\w) where \\1\\.${name} = k\\.hash`), column)
  }
})

test('[FIL-11] only one sweep is enqueued at a time, and a job runs it', async () => {
  const { dependencies } = await worldWith({})
  const { db } = dependencies
  await enqueueSweepIfDue(db)
  await enqueueSweepIfDue(db)
  const sweepJobs = async () => (await jobRows(db)).filter(row => row.name === 'sweep-files')
  await until(async () => (await sweepJobs()).every(row => row.state === 'done'))
  await enqueueSweepIfDue(db)
  assert.equal((await sweepJobs()).length, 1)
  await enqueueSweepIfDue(db, new Date(Date.now() + 13 * hourMs))
  assert.equal((await sweepJobs()).length, 2)
})

test('[FIL-11] [WSP-12] no URL leads to the files of an erased workspace, and they are removed minutes later', async () => {
  const { dependencies, ann, board, organization, url } = await worldWith({}, {})
  const { db, files } = dependencies
  const other = (await ann.workspaces.create(organization, { name: 'Other' })).workspace.properties.uid
  const only = (await ann.images.create(other, { image: await readSample('lossy.webp') })).image
  const shared = (await ann.images.create(other, { image: await readSample('plain.jpg') })).image
  await ann.images.create(board, { image: await readSample('plain.jpg') })
  for (const { id } of [only, shared]) await processedImage({ as: ann, board: other }, id)
  const list = (await ann.images.list(other)).images
  const urlsOf = (id: string) =>
    list.filter(one => one.id === id).flatMap(one => [one.url, ...one.pictures.map(p => p.url)])
  const statuses = (urls: string[]) => Promise.all(urls.map(async one => (await fetchFile({ url }, one)).status))
  assert.deepEqual(new Set(await statuses(list.flatMap(({ id }) => urlsOf(id)))), new Set([200]))

  await ann.workspaces.delete(other, { is_permanent: true })
  assert.deepEqual(new Set(await statuses(urlsOf(only.id))), new Set([404]))
  assert.deepEqual(new Set(await statuses(urlsOf(shared.id))), new Set([200]), 'another workspace has the same file')
  const removals = async () => (await jobRows(db)).filter(row => row.name === 'remove-erased-files')
  await until(async () => (await removals()).length > 0)
  const minutes = (Date.parse((await removals())[0]?.run_at ?? '') - Date.now()) / 60_000
  assert.ok(minutes > 5 && minutes < 15)

  const clock = () => Date.now() + 11 * 60_000
  assert.equal(await removeErasedFiles({ db, files, clock: () => Date.now() + 5 * 60_000 }), 0, 'not yet')
  assert.equal(await removeErasedFiles({ db, files, clock }), urlsOf(only.id).length)
  for (const one of urlsOf(only.id)) assert.equal(await files.size(hashIn(one)), null)
  assert.deepEqual(new Set(await statuses(urlsOf(shared.id))), new Set([200]))
})

const storages: Record<string, () => Promise<{ storage: FileStorage; close(): Promise<void> }>> = {
  async disk() {
    const folder = await mkdtemp(join(tmpdir(), 'sweep-'))
    return { storage: await openDiskStorage(folder), close: () => rm(folder, { recursive: true }) }
  },
  async s3() {
    const spoolFolder = await mkdtemp(join(tmpdir(), 'sweep-'))
    const keys = { accessKeyId: 'AKTEST', secretAccessKey: 'secret/of+the=tests', region: 'eu-test-1', bucket: 'board' }
    const server = await startS3Server({ ...keys, pageSize: 2 })
    const settings = { ...keys, endpoint: server.endpoint, forcePathStyle: true, prefix: '', spoolFolder }
    const close = async () => {
      await server.close()
      await rm(spoolFolder, { recursive: true })
    }
    return { storage: await openS3Storage(settings), close }
  },
}

for (const [name, open] of Object.entries(storages)) {
  const testSweep = (
    title: string,
    body: (dependencies: {
      db: Database
      another(): Promise<Database>
      storage: FileStorage
      files: FileStorage
    }) => Promise<void>,
  ) =>
    test(`[FIL-11] ${title} (${name})`, async () => {
      const [{ db, settings, drop }, { storage, close }] = [await testDatabase(), await open()]
      const others: Database[] = []
      const another = async () => {
        // SQLite is used by one process, so every node shares its connection.
        if (db.engine === 'sqlite') return db
        others.push(await openDatabase(settings))
        return others.at(-1) as Database
      }
      try {
        await body({ db, another, storage, files: withSweepProtection(storage, db) })
      } finally {
        for (const one of [db, ...others]) await one.close()
        await drop()
        await close()
      }
    })

  testSweep('an unused file is removed only an hour after it was marked, with its metadata', async ({ db, files }) => {
    const { hash } = await put(files, 'unused')
    await db.write(tx => insertFiles(tx, [{ hash, size: 6, mime: 'image/png', created_at: '' }]))
    assert.equal(await sweepFiles({ db, files, clock: () => days(2) }), 0)
    assert.equal(await sweepFiles({ db, files, clock: () => days(2) + hourMs / 2 }), 0)
    assert.equal(await files.size(hash), 6)
    assert.equal(await sweepFiles({ db, files, clock: () => days(2) + hourMs }), 1)
    assert.equal(await files.size(hash), null)
    for (const table of ['files', 'unused_files'] as const)
      assert.deepEqual(await db.read.selectFrom(table).selectAll().execute(), [])
  })

  testSweep('a file that is stored again after it was marked is kept', async ({ db, files }) => {
    const { hash } = await put(files, 'wanted again')
    await sweepFiles({ db, files, clock: () => days(2) })
    await put(files, 'wanted again')
    assert.equal(await sweepFiles({ db, files, clock: () => days(2) + 2 * hourMs }), 0)
    assert.equal(await files.size(hash), 12)
  })

  testSweep('a file that is referenced after it was marked is kept', async ({ db, files }) => {
    const { hash } = await put(files, 'referenced again')
    await sweepFiles({ db, files, clock: () => days(2) })
    await db.write(tx => tx.insertInto('workspace_files').values({ hash, workspace_id: 7 }).execute())
    assert.equal(await sweepFiles({ db, files, clock: () => days(2) + 2 * hourMs }), 0)
    assert.equal(await files.size(hash), 16)
    assert.deepEqual(await db.read.selectFrom('unused_files').selectAll().execute(), [])
  })

  testSweep(
    'storing the same bytes while they are being removed waits, and they are stored afterwards',
    async ({ db, storage, files, another }) => {
      const { hash } = await put(files, 'at the same moment')
      await sweepFiles({ db, files, clock: () => days(2) })
      let isStored = false
      let storing: Promise<unknown> = Promise.resolve()
      const otherStorage = withSweepProtection(storage, await another())
      // The same bytes are uploaded between the last check of the sweep and the removal.
      const slow: FileStorage = {
        ...files,
        async remove(one) {
          storing = put(otherStorage, 'at the same moment').then(() => {
            isStored = true
          })
          await new Promise(resolve => setTimeout(resolve, 200))
          assert.equal(isStored, false, 'it waits')
          await files.remove(one)
        },
      }
      assert.equal(await sweepFiles({ db, files: slow, clock: () => days(2) + 2 * hourMs }), 1)
      await storing
      assert.equal(await files.size(hash), 18)
    },
  )

  testSweep('the next sweeps finish one that crashed', async ({ db, files, another }) => {
    const stored = await Promise.all(Array.from({ length: 12 }, (_, index) => put(files, `file ${index}`)))
    await sweepFiles({ db, files, clock: () => days(2) })
    const failing: FileStorage = {
      ...files,
      async remove(hash) {
        await files.remove(hash)
        throw new Error('the machine stopped')
      },
    }
    const clock = () => days(2) + 2 * hourMs
    await assert.rejects(sweepFiles({ db, files: failing, clock }), /stopped/)
    assert.equal(
      await sweepFiles({ db, files, clock }),
      stored.length - 1,
      'the interrupted removal may still be in progress',
    )
    assert.equal((await db.read.selectFrom('unused_files').selectAll().execute()).length, 1)
    const later = () => clock() + 11 * 60_000
    const nodes = [await another(), await another()]
    await Promise.all(nodes.map(node => sweepFiles({ db: node, files, clock: later })))
    assert.equal((await hashes(files)).size, 0)
    assert.deepEqual(await db.read.selectFrom('unused_files').selectAll().execute(), [])
  })
}
