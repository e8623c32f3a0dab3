// Archives that are truncated, altered or from a newer version: restoring them fails with a reason and changes nothing.

import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { gunzipSync, gzipSync } from 'node:zlib'
import { fillTables, readTables } from '../../testing/database-rows.ts'
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts'
import { openDiskStorage } from '../files/disk-storage.ts'
import type { FileStorage } from '../files/file-storage.ts'
import { backUp } from './back-up.ts'
import { restore } from './restore.ts'
import { readTar, tarEnd, tarEntry } from './tar.ts'

let folder: string
let source: TestDatabase
let target: TestDatabase
let files: FileStorage
let whole: Buffer
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tessera-test-'))
  source = await testDatabase()
  target = await testDatabase()
  files = await openDiskStorage(join(folder, 'files'))
  await fillTables(source.db)
  await files.put(bytes('content'), { maxBytes: 100 })
  await backUp(source.db, files, join(folder, 'whole'))
  whole = await readFile(join(folder, 'whole'))
})
after(async () => {
  await source.drop()
  await target.drop()
  await rm(folder, { recursive: true, force: true })
})

async function* bytes(content: string | Buffer) {
  yield Buffer.from(content)
}

async function assertRejected(archive: Buffer, sentence: RegExp): Promise<void> {
  const path = join(folder, 'archive')
  await writeFile(path, archive)
  const untouched = await readTables(target.db)
  await assert.rejects(restore(target.db, files, path, { replace: true }), sentence)
  assert.deepEqual(await readTables(target.db), untouched)
}

type Alter = (name: string, content: Buffer) => Buffer | null

/** The archive with changed contents and valid headers and checksums; null omits an entry. */
async function alterArchive(
  alter: Alter,
  extra?: readonly [name: string, content: string],
  archive = whole,
): Promise<Buffer> {
  const parts: Uint8Array[] = []
  const add = async (name: string, content: Buffer) => {
    parts.push(...(await Array.fromAsync(tarEntry(name, content.length, [content]))))
  }
  if (extra) await add(extra[0], Buffer.from(extra[1]))
  for await (const { name, content } of readTar(bytes(gunzipSync(archive)))) {
    const changed = alter(name, Buffer.concat(await Array.fromAsync(content)))
    if (changed) await add(name, changed)
  }
  return gzipSync(Buffer.concat([...parts, tarEnd()]))
}

const changedManifest =
  (change: object): Alter =>
  (name, content) =>
    name === 'manifest.json' ? Buffer.from(JSON.stringify({ ...JSON.parse(String(content)), ...change })) : content

const manifestWith = (change: object) => alterArchive(changedManifest(change))

test('[STO-10] a repacked archive without alterations is accepted', async () => {
  const path = join(folder, 'unaltered')
  await writeFile(path, await alterArchive((_name, content) => content))
  const own = await testDatabase()
  await restore(own.db, files, path)
  assert.deepEqual(await readTables(own.db), await readTables(source.db))
  await own.drop()
})

test('[STO-10] an archive truncated anywhere is rejected', async () => {
  for (const share of [0, 0.001, 0.3, 0.6, 0.9, 0.999])
    await assertRejected(whole.subarray(0, Math.floor(whole.length * share)), /is damaged: /)
  await assertRejected(whole.subarray(0, whole.length - 1), /is damaged: /)
  const tar = gunzipSync(whole)
  for (const share of [0, 0.3, 0.6, 0.9]) {
    const blocks = Math.floor((tar.length / 512) * share)
    await assertRejected(gzipSync(tar.subarray(0, blocks * 512)), /is damaged: it is truncated/)
  }
})

test('[STO-10] a flipped bit anywhere is detected', async () => {
  const steps = 16
  for (let step = 0; step < steps; step++) {
    const flipped = Buffer.from(whole)
    const at = 10 + Math.floor(((whole.length - 10) * step) / steps) // after the gzip header, which is not checked
    flipped.writeUInt8((flipped[at] ?? 0) ^ 0x10, at)
    if (unpacksToSame(flipped)) continue
    // The message depends on the position: a flipped digit may look like another version.
    await assertRejected(flipped, /is damaged: |cannot be restored: /)
  }
})

/** A few bits of a gzip file have no effect, such as the length of an unused code. */
function unpacksToSame(archive: Buffer): boolean {
  try {
    return gunzipSync(archive).equals(gunzipSync(whole))
  } catch {
    return false
  }
}

test('[STO-10] altered rows, files and names are detected', async () => {
  const cases: [Promise<Buffer>, RegExp][] = [
    [
      alterArchive((name, content) => (name.includes('/users/') ? Buffer.from(`${content}{}\n`) : content)),
      /its table users does not match/,
    ],
    [alterArchive((name, content) => (name.includes('/users/') ? null : content)), /its table users does not match/],
    [
      alterArchive((name, content) => (name.startsWith('files/') ? Buffer.from('other') : content)),
      /does not match its hash/,
    ],
    [
      alterArchive((name, content) => (name.startsWith('files/') ? null : content)),
      /its files do not match the manifest/,
    ],
    [alterArchive((name, content) => (name === 'manifest.json' ? null : content)), /it has no manifest/],
    [alterArchive((_name, content) => content, ['../../etc/passwd', 'x']), /is not part of a backup/],
    [
      alterArchive((_name, content) => content, ['tables/strangers/000001.jsonl', '{}\n']),
      /its table strangers does not match/,
    ],
    [alterArchive((name, content) => (name === 'manifest.json' ? Buffer.from('{') : content)), /is damaged: /],
    [manifestWith({ tables: null }), /its manifest is invalid/],
    [manifestWith({ format: 'x' }), /its manifest is invalid/],
  ]
  for (const [archive, message] of cases) await assertRejected(await archive, message)
})

test('[STO-10] an archive of a newer version is rejected with that reason', async () => {
  await assertRejected(
    await manifestWith({ format: 2 }),
    /cannot be restored: it was made by a newer version of Tessera \(format 2\)/,
  )
  const migrations = ['0001-foundation', '9999-later']
  await assertRejected(
    await manifestWith({ migrations }),
    /newer version of Tessera \(9999-later\): restore it with that version/,
  )
})

test('[STO-10] a file that is no archive is rejected', async () => {
  await assertRejected(Buffer.from('hello'), /is damaged: /)
  await assertRejected(gzipSync('hello'), /is damaged: /)
  await assert.rejects(restore(target.db, files, join(folder, 'missing')), /cannot be read: ENOENT/)
  await assert.rejects(restore(target.db, files, folder), /cannot be read: EISDIR/)
})

// The archive is as a defective program could have written it: the manifest matches the rows.
test('[STO-10] rows that violate a foreign key are rejected, even if the archive is intact', async () => {
  const own = await testDatabase()
  const path = join(folder, 'orphans')
  const { tables } = await backUp(own.db, files, path)
  const orphan = '{"user_id":404,"workspace_id":404}\n'
  const favorites = { count: 1, sha256: hash('sha256', orphan), last_id: null }
  const alter = changedManifest({ tables: { ...tables, favorites } })
  await writeFile(path, await alterArchive(alter, ['tables/favorites/000001.jsonl', orphan], await readFile(path)))

  await own.db.write(tx => tx.insertInto('secrets').values({ name: 'kept', value: '' }).execute())
  const before = await readTables(own.db)
  await assert.rejects(restore(own.db, files, path), /favorites/)
  assert.deepEqual(await readTables(own.db), before)
  await own.drop()
})
