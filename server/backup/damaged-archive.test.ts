// An archive that is cut, altered or from the future: refused with a sentence, and nothing is changed because of it.

import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { gunzipSync, gzipSync } from 'node:zlib'
import { openDiskStorage } from '../files/disk-storage.ts'
import type { FileStorage } from '../files/file-storage.ts'
import { fillTables, readTables } from '../testing/filled-database.ts'
import { type TestDatabase, testDatabase } from '../testing/test-database.ts'
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

async function assertRefused(archive: Buffer, sentence: RegExp): Promise<void> {
  const path = join(folder, 'archive')
  await writeFile(path, archive)
  const untouched = await readTables(target.db)
  await assert.rejects(restore(target.db, files, path, { replace: true }), sentence)
  assert.deepEqual(await readTables(target.db), untouched)
}

type Alter = (name: string, content: Buffer) => Buffer | null

/** The archive with other contents under valid headers and checksums; null leaves an entry out. */
async function altered(
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

const manifestWith = (change: object) => altered(changedManifest(change))

test('[STO-10] what is altered is noticed although it is packed again: without alterations it would be taken', async () => {
  const path = join(folder, 'unaltered')
  await writeFile(path, await altered((_name, content) => content))
  const own = await testDatabase()
  await restore(own.db, files, path)
  assert.deepEqual(await readTables(own.db), await readTables(source.db))
  await own.drop()
})

test('[STO-10] an archive that is cut anywhere is refused', async () => {
  for (const share of [0, 0.001, 0.3, 0.6, 0.9, 0.999])
    await assertRefused(whole.subarray(0, Math.floor(whole.length * share)), /is damaged: /)
  await assertRefused(whole.subarray(0, whole.length - 1), /is damaged: /)
  const tar = gunzipSync(whole)
  for (const share of [0, 0.3, 0.6, 0.9]) {
    const blocks = Math.floor((tar.length / 512) * share)
    await assertRefused(gzipSync(tar.subarray(0, blocks * 512)), /is damaged: it is cut short/)
  }
})

test('[STO-10] a flipped bit anywhere is noticed', async () => {
  for (let step = 0; step < 40; step++) {
    const flipped = Buffer.from(whole)
    const at = 10 + Math.floor(((whole.length - 10) * step) / 40) // after the gzip header, whose time says nothing
    flipped.writeUInt8((flipped[at] ?? 0) ^ 0x10, at)
    if (isUnpackedAlike(flipped)) continue
    // Which sentence depends on where it falls: a flipped digit may make it look like one of another version.
    await assertRefused(flipped, /is damaged: |cannot be restored: /)
  }
})

/** A few bits of a packed file mean nothing, such as the length of a code that none of it uses. */
function isUnpackedAlike(archive: Buffer): boolean {
  try {
    return gunzipSync(archive).equals(gunzipSync(whole))
  } catch {
    return false
  }
}

test('[STO-10] altered rows, files and names are noticed', async () => {
  const cases: [Promise<Buffer>, RegExp][] = [
    [
      altered((name, content) => (name.includes('/users/') ? Buffer.from(`${content}{}\n`) : content)),
      /its table users is/,
    ],
    [altered((name, content) => (name.includes('/users/') ? null : content)), /its table users is/],
    [altered((name, content) => (name.startsWith('files/') ? Buffer.from('other') : content)), /has another content/],
    [altered((name, content) => (name.startsWith('files/') ? null : content)), /its files are not those/],
    [altered((name, content) => (name === 'manifest.json' ? null : content)), /it has no manifest/],
    [altered((_name, content) => content, ['../../etc/passwd', 'x']), /does not belong in it/],
    [altered((_name, content) => content, ['tables/strangers/000001.jsonl', '{}\n']), /its table strangers is/],
    [altered((name, content) => (name === 'manifest.json' ? Buffer.from('{') : content)), /is damaged: /],
    [manifestWith({ tables: null }), /its manifest makes no sense/],
    [manifestWith({ format: 'x' }), /its manifest makes no sense/],
  ]
  for (const [archive, sentence] of cases) await assertRefused(await archive, sentence)
})

test('[STO-10] an archive of a newer version is refused with a sentence', async () => {
  await assertRefused(
    await manifestWith({ format: 2 }),
    /cannot be restored: it was made by a newer Tessera \(format 2\)/,
  )
  const migrations = ['0001-foundation', '9999-later']
  await assertRefused(await manifestWith({ migrations }), /newer Tessera \(9999-later\): restore it with that version/)
})

test('[STO-10] what is no archive at all is refused', async () => {
  await assertRefused(Buffer.from('hello'), /is damaged: /)
  await assertRefused(gzipSync('hello'), /is damaged: /)
  await assert.rejects(restore(target.db, files, join(folder, 'missing')), /cannot be read: ENOENT/)
  await assert.rejects(restore(target.db, files, folder), /cannot be read: EISDIR/)
})

// As a faulty program could have made it: the manifest counts the rows as they are.
test('[STO-10] rows that refer to nothing are refused, though the archive is whole', async () => {
  const own = await testDatabase()
  const path = join(folder, 'orphans')
  const { tables } = await backUp(own.db, files, path)
  const orphan = '{"user_id":404,"workspace_id":404}\n'
  const favorites = { count: 1, sha256: hash('sha256', orphan), last_id: null }
  const alter = changedManifest({ tables: { ...tables, favorites } })
  await writeFile(path, await altered(alter, ['tables/favorites/000001.jsonl', orphan], await readFile(path)))

  await own.db.write(tx => tx.insertInto('secrets').values({ name: 'kept', value: '' }).execute())
  const before = await readTables(own.db)
  await assert.rejects(restore(own.db, files, path), /favorites/)
  assert.deepEqual(await readTables(own.db), before)
  await own.drop()
})
