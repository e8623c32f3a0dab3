import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { type S3Server, startS3Server } from '../../testing/s3-server.ts'
import { FileMissing, type FileStorage, StorageFull } from './file-storage.ts'
import { S3Error } from './s3-bucket.ts'
import { openS3Storage, type S3StorageSettings } from './s3-storage.ts'

const keys = { accessKeyId: 'AKTEST', secretAccessKey: 'secret/of+the=tests', region: 'eu-test-1', bucket: 'board' }

test('an object is stored under prefix and hash, and no other is ever in the bucket', async () => {
  await withBucket({ prefix: 'files/' }, async ({ storage, server }) => {
    const { hash } = await storage.put(once('hello'), { maxBytes: 100 })
    assert.deepEqual([...server.objects.keys()], [`files/${hash.slice(0, 2)}/${hash.slice(2)}`])
    assert.deepEqual(new Set(server.requests.map(({ method }) => method)), new Set(['PUT']))
  })
})

test('objects of other programs in the bucket are not listed', async () => {
  await withBucket({ prefix: 'files/' }, async ({ storage, server }) => {
    const { hash } = await storage.put(once('hello'), { maxBytes: 100 })
    const stranger = { body: Buffer.from('?'), storedAt: new Date() }
    for (const key of ['files/readme <1>', `other/${hash.slice(0, 2)}/${hash.slice(2)}`]) {
      server.objects.set(key, stranger)
    }
    const listed: string[] = []
    for await (const file of storage.list()) listed.push(file.hash)
    assert.deepEqual(listed, [hash])
  })
})

test('a wrong secret throws an error that does not contain the secret', async () => {
  await withBucket({ secretAccessKey: 'guessed' }, async ({ storage, server }) => {
    const refused = (error: unknown) =>
      error instanceof S3Error &&
      error.status === 403 &&
      error.message.includes('SignatureDoesNotMatch') &&
      !error.message.includes('guessed')
    await assert.rejects(storage.put(once('hello'), { maxBytes: 100 }), refused)
    await assert.rejects(storage.open('0'.repeat(64)), refused)
    assert.equal(server.objects.size, 0)
  })
})

test('a missing bucket is an error, not a missing file', async () => {
  await withBucket({ bucket: 'other' }, async ({ storage }) => {
    const refused = (error: unknown) => error instanceof S3Error && error.code === 'NoSuchBucket'
    await assert.rejects(storage.open('0'.repeat(64)), refused)
    await assert.rejects(storage.put(once('hello'), { maxBytes: 100 }), refused)
    await assert.rejects(async () => {
      for await (const _ of storage.list());
    }, refused)
  })
})

test('transient errors are retried with the whole body', async () => {
  await withBucket({}, async ({ storage, server }) => {
    const content = randomBytes(500_000)
    server.queuedErrors.push({ status: 503, code: 'SlowDown' }, 'hang up', { status: 500, code: 'InternalError' })
    const { hash } = await storage.put(once(content), { maxBytes: 1_000_000 })
    assert.deepEqual([...server.objects.values()][0]?.body, content)
    server.queuedErrors.push('hang up')
    assert.equal(await storage.size(hash), 500_000)
  })
})

test('a permanent error is thrown, and the spool folder is empty', async () => {
  await withBucket({}, async ({ storage, server, spoolFolder }) => {
    server.queuedErrors.push(...Array.from({ length: 4 }, () => ({ status: 503, code: 'SlowDown' })))
    const failed = (error: unknown) => error instanceof S3Error && error.status === 503 && error.code === 'SlowDown'
    await assert.rejects(storage.put(once('hello'), { maxBytes: 100 }), failed)
    assert.deepEqual(await readdir(spoolFolder), [])
    assert.equal(server.objects.size, 0)
  })
})

test('a full bucket throws StorageFull', async () => {
  await withBucket({}, async ({ storage, server }) => {
    server.queuedErrors.push({ status: 400, code: 'QuotaExceeded' })
    await assert.rejects(storage.put(once('hello'), { maxBytes: 100 }), StorageFull)
  })
})

test('removing a file twice is allowed, and the file is then missing', async () => {
  await withBucket({}, async ({ storage }) => {
    const { hash } = await storage.put(once('hello'), { maxBytes: 100 })
    await storage.remove(hash)
    await storage.remove(hash)
    await assert.rejects(storage.open(hash), FileMissing)
  })
})

test('[FIL-26] a request to a bucket that never responds is aborted', async () => {
  await withBucket({ timeoutMs: 50 }, async ({ storage, server, spoolFolder }) => {
    server.faultOf = () => 'freeze'
    await assert.rejects(storage.put(once('hello'), { maxBytes: 100 }), { code: 'UND_ERR_HEADERS_TIMEOUT' })
    await assert.rejects(storage.open('0'.repeat(64)), { code: 'UND_ERR_HEADERS_TIMEOUT' })
    assert.deepEqual(await readdir(spoolFolder), [])
  })
})

test('a probe asks the bucket once, and fails with its error', async () => {
  await withBucket({}, async ({ storage, server }) => {
    await storage.probe()
    server.queuedErrors.push({ status: 503, code: 'SlowDown' })
    await assert.rejects(storage.probe(), error => error instanceof S3Error && error.status === 503)
    assert.equal(server.requests.length, 2)
  })
  await withBucket({ bucket: 'other' }, async ({ storage }) => {
    await assert.rejects(storage.probe(), /NoSuchBucket/)
  })
})

test('a prefix that would need escaping is rejected when the storage is opened', async () => {
  await assert.rejects(openS3Storage({ ...keys, forcePathStyle: true, prefix: 'a b' }), /prefix/)
})

interface Bucket {
  storage: FileStorage
  server: S3Server
  spoolFolder: string
}

async function withBucket(changed: Partial<S3StorageSettings>, body: (bucket: Bucket) => Promise<void>) {
  const spoolFolder = await mkdtemp(join(tmpdir(), 's3-storage-'))
  const server = await startS3Server(keys)
  const { endpoint } = server
  try {
    const settings = { ...keys, endpoint, forcePathStyle: true, prefix: '', spoolFolder, ...changed }
    await body({ storage: await openS3Storage(settings), server, spoolFolder })
  } finally {
    await server.close()
    await rm(spoolFolder, { recursive: true })
  }
}

async function* once(content: string | Buffer): AsyncIterable<Uint8Array> {
  yield Buffer.from(content)
}
