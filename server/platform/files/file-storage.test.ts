// One test suite for every storage: disk and S3 behave the same.
import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { test } from 'node:test'
import { startS3Server } from '../../testing/s3-server.ts'
import { readSample } from '../../testing/sample-file.ts'
import { readStored } from './byte-source.ts'
import { detectImage } from './detect-file-type.ts'
import { openDiskStorage } from './disk-storage.ts'
import { FileMissing, type FileStorage, FileTooLarge } from './file-storage.ts'
import { openS3Storage } from './s3-storage.ts'

interface OpenedStorage {
  storage: FileStorage
  leftovers(): Promise<string[]>
  close(): Promise<void>
}

const storages: Record<string, () => Promise<OpenedStorage>> = {
  async disk() {
    const folder = await mkdtemp(join(tmpdir(), 'disk-storage-'))
    return {
      storage: await openDiskStorage(folder),
      leftovers: () => readdir(join(folder, 'tmp')),
      close: () => rm(folder, { recursive: true }),
    }
  },
  async s3() {
    const spoolFolder = await mkdtemp(join(tmpdir(), 's3-storage-'))
    const keys = { accessKeyId: 'AKTEST', secretAccessKey: 'secret/of+the=tests', region: 'eu-test-1', bucket: 'board' }
    const server = await startS3Server({ ...keys, pageSize: 2 })
    return {
      storage: await openS3Storage({
        ...keys,
        endpoint: server.endpoint,
        forcePathStyle: true,
        prefix: 'a/b-',
        spoolFolder,
      }),
      leftovers: () => readdir(spoolFolder),
      async close() {
        await server.close()
        await rm(spoolFolder, { recursive: true })
      },
    }
  },
}

const plenty = { maxBytes: 10_000_000 }

for (const [name, openStorage] of Object.entries(storages)) {
  const testStorage = (title: string, body: (opened: OpenedStorage) => Promise<void>) =>
    test(`${title} (${name})`, async () => {
      const opened = await openStorage()
      try {
        await body(opened)
      } finally {
        await opened.close()
      }
    })

  testStorage('stored content is found under its hash, with its size and head', async ({ storage }) => {
    const content = randomBytes(300_000)
    const stored = await storage.put(inPieces(content, 70_001), plenty)
    assert.deepEqual(stored, { hash: hashOf(content), size: 300_000, head: content.subarray(0, 8192) })
    assert.deepEqual(await read(await storage.open(stored.hash)), content)
    assert.equal(await storage.size(stored.hash), 300_000)
  })

  testStorage('a head may come in many pieces, and a short file consists only of its head', async ({ storage }) => {
    const content = randomBytes(9000)
    assert.deepEqual((await storage.put(inPieces(content, 100), plenty)).head, content.subarray(0, 8192))
    assert.deepEqual((await storage.put(inPieces(Buffer.from('short'), 2), plenty)).head, Buffer.from('short'))
  })

  testStorage('an empty file is a file', async ({ storage }) => {
    const { hash, size } = await storage.put(inPieces(Buffer.alloc(0), 1), plenty)
    assert.equal(size, 0)
    assert.equal(await storage.size(hash), 0)
    assert.deepEqual(await read(await storage.open(hash)), Buffer.alloc(0))
    assert.deepEqual(await read(await storage.open(hash, { start: 0, end: 9 })), Buffer.alloc(0))
  })

  testStorage('a range includes both ends and stops at the end of the file', async ({ storage }) => {
    const { hash } = await storage.put(inPieces(Buffer.from('0123456789'), 3), plenty)
    const part = async (start: number, end: number) => String(await read(await storage.open(hash, { start, end })))
    assert.equal(await part(0, 0), '0')
    assert.equal(await part(2, 5), '2345')
    assert.equal(await part(8, 99), '89')
    assert.equal(await part(10, 12), '')
  })

  testStorage('[STO-6] the same content twice is one file, also at the same time', async ({ storage, leftovers }) => {
    const content = randomBytes(200_000)
    const puts = [1, 2, 3, 4].map(piece => storage.put(inPieces(content, piece * 10_000), plenty))
    assert.equal(new Set((await Promise.all(puts)).map(({ hash }) => hash)).size, 1)
    assert.equal((await collect(storage.list())).length, 1)
    assert.deepEqual(await read(await storage.open(hashOf(content))), content)
    assert.deepEqual(await leftovers(), [])
  })

  testStorage('[FIL-5] a file at the limit is stored, one byte more leaves no file', async ({ storage, leftovers }) => {
    await storage.put(inPieces(Buffer.alloc(1000), 400), { maxBytes: 1000 })
    const tooLarge = storage.put(inPieces(Buffer.alloc(1001), 400), { maxBytes: 1000 })
    await assert.rejects(tooLarge, error => error instanceof FileTooLarge && error.maxBytes === 1000)
    assert.deepEqual(await leftovers(), [])
    assert.equal((await collect(storage.list())).length, 1)
  })

  testStorage('[FIL-5] a source that fails midway leaves nothing, and its error is the one thrown', async opened => {
    const { storage, leftovers } = opened
    async function* broken() {
      yield Buffer.alloc(100_000)
      throw new Error('the sender hung up')
    }
    await assert.rejects(storage.put(broken(), plenty), /the sender hung up/)
    assert.deepEqual(await leftovers(), [])
    assert.deepEqual(await collect(storage.list()), [])
  })

  testStorage('[FIL-6] the type of a stored file is detected by reading ranges of it', async ({ storage }) => {
    const picture = await readSample('turned.jpg')
    const { hash, size, head } = await storage.put(inPieces(picture, 50), plenty)
    const readAt = readStored(storage, hash)
    assert.deepEqual(await readAt(5, 10), picture.subarray(5, 15))
    assert.deepEqual(await readAt(size - 3, 10), picture.subarray(size - 3))
    const { type, width, height } = await detectImage(head.subarray(0, 20), readAt, size)
    assert.deepEqual([type, width, height], ['jpeg', 23, 40])
    await assert.rejects(readStored(storage, '0'.repeat(64))(0, 10), FileMissing)
  })

  testStorage('a file that is not stored is missing, whatever its name', async ({ storage }) => {
    for (const hash of ['0'.repeat(64), '../../etc/passwd', '', `${'0'.repeat(63)}/`, 'A'.repeat(64)]) {
      await assert.rejects(storage.open(hash), FileMissing)
      assert.equal(await storage.size(hash), null)
      await storage.remove(hash)
    }
  })

  testStorage('a probe succeeds and leaves nothing behind', async ({ storage, leftovers }) => {
    await storage.probe()
    assert.deepEqual(await leftovers(), [])
    assert.deepEqual(await collect(storage.list()), [])
  })

  testStorage('the list holds every file over all its pages, and no removed one', async ({ storage }) => {
    const before = Date.now() - 2000
    const contents = Array.from({ length: 7 }, (_, index) => Buffer.from(`content ${index}`))
    const stored = await Promise.all(contents.map(content => storage.put(inPieces(content, 4), plenty)))
    await storage.remove(hashOf(contents[0] as Buffer))
    const listed = await collect(storage.list())
    const expected = stored.slice(1).map(({ hash, size }) => ({ hash, size }))
    const byHash = (a: { hash: string }, b: { hash: string }) => (a.hash < b.hash ? -1 : 1)
    assert.deepEqual(listed.map(({ hash, size }) => ({ hash, size })).sort(byHash), expected.sort(byHash))
    assert.ok(listed.every(({ storedAt }) => storedAt.getTime() >= before))
    await assert.rejects(storage.open(hashOf(contents[0] as Buffer)), FileMissing)
  })
}

async function* inPieces(content: Buffer, length: number): AsyncIterable<Uint8Array> {
  for (let at = 0; at < content.length; at += length) yield content.subarray(at, at + length)
}

function hashOf(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex')
}

async function read(stream: Readable): Promise<Buffer> {
  return Buffer.concat(await collect<Buffer>(stream))
}

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const collected: T[] = []
  for await (const item of items) collected.push(item)
  return collected
}
