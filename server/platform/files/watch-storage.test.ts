// Tests which errors of a storage count as an outage, and which are errors of the caller.

import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import { FileMissing, type FileStorage, StorageFull, StorageUnavailable } from './file-storage.ts'
import { watchStorage } from './watch-storage.ts'

const refused = () => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED', syscall: 'connect' })

function watch(storage: Partial<FileStorage>) {
  const { files, health } = watchStorage(storage as FileStorage)
  const changes: (string | null)[] = []
  health.onChange = outage => changes.push(outage?.name ?? null)
  return { files, health, changes }
}

async function drain(source: AsyncIterable<Uint8Array>, beforeStore?: (hash: string, size: number) => Promise<void>) {
  for await (const _ of source);
  await beforeStore?.('x', 0)
  return { hash: 'x', size: 0, head: Buffer.alloc(0) }
}

test('[FIL-26] an outage is reported once when it begins and once when it ends', async () => {
  let isAway = true
  const { files, health, changes } = watch({
    put: (source, { beforeStore }) => (isAway ? Promise.reject(refused()) : drain(source, beforeStore)),
    size: () => Promise.reject(refused()),
  })
  await assert.rejects(files.put(Readable.from([]), { maxBytes: 1 }), StorageUnavailable)
  await assert.rejects(files.size('x'), StorageUnavailable)
  assert.deepEqual(changes, ['StorageUnavailable'])
  isAway = false
  await files.put(Readable.from([]), { maxBytes: 1 })
  assert.deepEqual(changes, ['StorageUnavailable', null])
  health.close()
})

test('[FIL-26] errors of the caller and missing files are not an outage', async () => {
  const { files, changes } = watch({
    put: (source, { beforeStore }) => drain(source, beforeStore),
    open: hash => Promise.reject(new FileMissing(hash)),
  })
  const aborted = Readable.from(
    (async function* () {
      yield Buffer.from('x')
      throw refused()
    })(),
  )
  await assert.rejects(files.put(aborted, { maxBytes: 9 }), { code: 'ECONNREFUSED' })
  const beforeStore = () => Promise.reject(new Error('no database'))
  await assert.rejects(files.put(Readable.from([]), { maxBytes: 9, beforeStore }), /no database/)
  await assert.rejects(files.open('x'), FileMissing)
  assert.deepEqual(changes, [])
})

test('[FIL-26] a read that fails midway is an outage, one that the reader ends is not', async () => {
  const broken = async () =>
    Readable.from(
      (async function* () {
        yield Buffer.from('x')
        throw Object.assign(new Error('other side closed'), { code: 'UND_ERR_SOCKET' })
      })(),
    )
  const { files } = watch({ open: broken })
  await assert.rejects(buffer(await files.open('x')), StorageUnavailable)
  const ended = await files.open('x')
  const closed = new Promise((resolve, reject) => ended.once('close', resolve).once('error', reject))
  ended.destroy()
  await closed
})

test('[JOB-15] the longer an outage of the storage lasts, the longer jobs wait, and longest if it is full', async () => {
  const { files, health } = watch({ size: () => Promise.reject(refused()) })
  const error = await files.size('x').catch(failed => failed)
  const delayMs = health.retryDelayMs(error) as number
  assert.ok(delayMs >= 750 && delayMs <= 1_250, String(delayMs))
  assert.equal(health.retryDelayMs(new StorageFull(null)), 60_000)
  assert.equal(health.retryDelayMs(new Error('a fault of the job')), null)
  health.close()
})
