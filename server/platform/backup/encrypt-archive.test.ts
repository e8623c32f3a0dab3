// Encrypted archives: they are restored unchanged with the right key, and not at all otherwise.

import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fillTables, readTables } from '../../testing/database-rows.ts'
import { type TestDatabase, testDatabase } from '../../testing/test-database.ts'
import { openDiskStorage } from '../files/disk-storage.ts'
import type { FileStorage } from '../files/file-storage.ts'
import { backUp } from './back-up.ts'
import { type ArchiveKey, decryptArchive, encryptArchive, isEncryptedArchive } from './encrypt-archive.ts'
import { restore } from './restore.ts'

const key: ArchiveKey = { kind: 'key-file', bytes: randomBytes(32) }
const passphrase = (text: string): ArchiveKey => ({ kind: 'passphrase', passphrase: text })
const chunkBytes = 64 * 1024
const headerBytes = 49

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
  await files.put(bytesOf(randomBytes(200_000)), { maxBytes: 1_000_000 })
  await backUp(source.db, files, join(folder, 'whole'), { key })
  whole = await readFile(join(folder, 'whole'))
})
after(async () => {
  await source.drop()
  await target.drop()
  await rm(folder, { recursive: true, force: true })
})

async function* bytesOf(...parts: Buffer[]) {
  yield* parts
}

const decrypted = async (archive: Buffer, by: ArchiveKey | undefined) =>
  Buffer.concat(await Array.fromAsync(decryptArchive(bytesOf(archive), by)))

async function assertRejected(archive: Buffer, sentence: RegExp, by: ArchiveKey | undefined): Promise<void> {
  const path = join(folder, 'archive')
  await writeFile(path, archive)
  const untouched = await readTables(target.db)
  await assert.rejects(restore(target.db, files, path, { replace: true, key: by }), sentence)
  assert.deepEqual(await readTables(target.db), untouched)
}

test('[STO-15] an encrypted archive shows nothing of its content, and is restored with its key', async () => {
  assert.ok(await isEncryptedArchive(join(folder, 'whole')))
  assert.ok(whole.length > 3 * chunkBytes)
  const start = (await decrypted(whole, key)).subarray(0, 16)
  assert.deepEqual([...start.subarray(0, 3)], [0x1f, 0x8b, 0x08], 'the archive is compressed')
  assert.ok(!whole.includes('manifest') && !whole.includes(start))
  const own = await testDatabase()
  await restore(own.db, files, join(folder, 'whole'), { key })
  assert.deepEqual(await readTables(own.db), await readTables(source.db))
  await own.drop()
})

test('[STO-15] without the right key nothing is restored', async () => {
  await assertRejected(whole, /cannot be decrypted: the passphrase or key file is wrong/, {
    kind: 'key-file',
    bytes: randomBytes(32),
  })
  await assertRejected(whole, /cannot be decrypted: it is encrypted with a key file/, undefined)
  await assertRejected(whole, /cannot be decrypted: it is encrypted with a key file/, passphrase('correct horse'))
})

test('[STO-15] a passphrase opens what it encrypted, and another one does not', async () => {
  const content = randomBytes(10)
  const archive = Buffer.concat(await Array.fromAsync(encryptArchive(bytesOf(content), passphrase('correct hörse'))))
  assert.deepEqual(await decrypted(archive, passphrase('correct ho\u0308rse')), content)
  await assert.rejects(decrypted(archive, passphrase('correct horse')), /the passphrase or key file is wrong/)
})

test('[STO-15] an encrypted archive that is truncated anywhere is rejected', async () => {
  const chunk = chunkBytes + 16
  const lengths = [14, headerBytes - 1, headerBytes, headerBytes + 5, headerBytes + chunk, headerBytes + 2 * chunk + 7]
  for (const length of [...lengths, whole.length - 1])
    await assert.rejects(decrypted(whole.subarray(0, length), key), /truncated|cut off|damaged/, String(length))
  await assertRejected(whole.subarray(0, headerBytes + 2 * chunk), /is damaged: it is truncated/, key)
  await assertRejected(whole.subarray(0, whole.length - 1), /is damaged: /, key)
})

test('[STO-15] changed, swapped, repeated and appended parts of an encrypted archive are detected', async () => {
  const positions = [...Array(headerBytes).keys(), ...[1, 3, 5, 7, 9].map(part => (whole.length * part) >> 4)]
  for (const at of positions.slice(14)) {
    const flipped = Buffer.from(whole)
    flipped.writeUInt8((flipped[at] ?? 0) ^ 0x10, at)
    await assert.rejects(decrypted(flipped, key), String(at))
  }
  const chunk = (number: number) => {
    const start = headerBytes + number * (chunkBytes + 16)
    return whole.subarray(start, start + chunkBytes + 16)
  }
  const [header, rest] = [whole.subarray(0, headerBytes), whole.subarray(headerBytes + 2 * (chunkBytes + 16))]
  for (const parts of [
    [header, chunk(1), chunk(0), rest],
    [header, chunk(0), chunk(0), chunk(1), rest],
    [header, chunk(0), rest],
    [whole, whole.subarray(headerBytes)],
    [whole, Buffer.from('x')],
  ])
    await assertRejected(Buffer.concat(parts), /is damaged: |cannot be decrypted: /, key)
})

test('[STO-15] contents of every length are restored, in chunks of any size', async () => {
  for (const length of [0, 1, chunkBytes - 1, chunkBytes, chunkBytes + 1, 3 * chunkBytes, 3 * chunkBytes + 5]) {
    const content = randomBytes(length)
    const pieces = Array.from({ length: Math.ceil(length / 10_007) }, (_, index) =>
      content.subarray(index * 10_007, (index + 1) * 10_007),
    )
    const archive = Buffer.concat(await Array.fromAsync(encryptArchive(bytesOf(...pieces), key)))
    assert.ok((await decrypted(archive, key)).equals(content), String(length))
  }
})

test('[STO-15] encrypting takes bounded memory: output follows input chunk by chunk', async () => {
  let read = 0
  async function* endless() {
    for (;;) {
      read += 10_000
      yield Buffer.alloc(10_000)
    }
  }
  let written = 0
  for await (const part of encryptArchive(endless(), key)) {
    written += part.length
    assert.ok(read - written < 2 * chunkBytes, `${read} bytes read, ${written} written`)
    if (written > 20 * chunkBytes) break
  }
})

test('[STO-15] an archive of a newer format is rejected with that reason', async () => {
  const newer = Buffer.from(whole)
  newer.writeUInt8(2, 14)
  await assertRejected(newer, /encrypted in format 2, which only a newer version of Tessera can read/, key)
})
