// Stores files in an S3 bucket, as <prefix>ab/cdef…. The hash is known only at the end of a stream, so the stream is
// spooled to a local file first and sent with one request under its final key. The bucket never holds partial or
// temporary objects, nothing is copied there, and the signature covers the hash, so the bucket verifies the body.
import { createReadStream } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { type ByteRange, FileMissing, type FileStorage, isHash, StorageFull } from './file-storage.ts'
import { openS3Bucket, type S3Bucket, S3Error, type S3Settings } from './s3-bucket.ts'
import { openSpoolFolder, probeFolder, spool } from './spool.ts'

export interface S3StorageSettings extends S3Settings {
  prefix: string
  /** The folder for spooled streams; set it if the system's temporary folder is in memory. */
  spoolFolder?: string
}

const outOfRange = 416
const probeTimeoutMs = 3_000

export async function openS3Storage(settings: S3StorageSettings): Promise<FileStorage> {
  const { prefix, spoolFolder = join(tmpdir(), 'tessera-spool') } = settings
  if (!/^[\w./-]*$/.test(prefix)) throw new Error('The S3 prefix may only contain letters, digits and . _ - /')
  await openSpoolFolder(spoolFolder)
  const bucket = openS3Bucket(settings)
  const keyOf = (hash: string) => `${prefix}${hash.slice(0, 2)}/${hash.slice(2)}`

  return {
    put(source, { maxBytes, beforeStore: beforeKeep }) {
      return spool(spoolFolder, source, maxBytes, async (path, { hash, size }) => {
        await beforeKeep?.(hash, size)
        await uploadFile(bucket, keyOf(hash), path, { hash, size })
      })
    },

    async open(hash, range) {
      const response = isHash(hash) ? await download(bucket, keyOf(hash), range) : null
      if (!response) throw new FileMissing(hash)
      return response
    },

    async size(hash) {
      const response = isHash(hash) ? await bucket({ method: 'HEAD', key: keyOf(hash) }) : null
      await response?.body.dump()
      return response ? Number(response.headers['content-length']) : null
    },

    async storedAt(hash) {
      const response = isHash(hash) ? await bucket({ method: 'HEAD', key: keyOf(hash) }) : null
      await response?.body.dump()
      return response ? new Date(String(response.headers['last-modified'])) : null
    },

    list() {
      return listObjects(bucket, prefix)
    },

    async remove(hash) {
      const response = isHash(hash) ? await bucket({ method: 'DELETE', key: keyOf(hash) }) : null
      await response?.body.dump()
    },

    // The spool folder is probed too: without it nothing can be stored.
    async probe() {
      await probeFolder(spoolFolder)
      const response = await bucket({ method: 'HEAD', key: '', attempts: 1, timeoutMs: probeTimeoutMs })
      if (!response) throw new S3Error(404, 'NoSuchBucket')
      await response.body.dump()
    },
  }
}

async function uploadFile(
  bucket: S3Bucket,
  key: string,
  path: string,
  { hash, size }: { hash: string; size: number },
): Promise<void> {
  const headers = { 'content-length': String(size), 'content-type': 'application/octet-stream' }
  try {
    const response = await bucket({ method: 'PUT', key, headers, body: () => createReadStream(path), bodyHash: hash })
    if (!response) throw new S3Error(404, '')
    await response.body.dump()
  } catch (error) {
    const isFull = error instanceof S3Error && (error.status === 507 || /StorageFull|QuotaExceeded/.test(error.code))
    throw isFull ? new StorageFull(error) : error
  }
}

async function download(bucket: S3Bucket, key: string, range?: ByteRange): Promise<Readable | null> {
  const headers = range && { range: `bytes=${range.start}-${range.end}` }
  try {
    const response = await bucket({ method: 'GET', key, headers })
    return response?.body ?? null
  } catch (error) {
    if (error instanceof S3Error && error.status === outOfRange) return Readable.from([])
    throw error
  }
}

async function* listObjects(
  bucket: S3Bucket,
  prefix: string,
): AsyncIterable<{ hash: string; size: number; storedAt: Date }> {
  let token: string | undefined
  do {
    const query = { 'list-type': '2', prefix, ...(token && { 'continuation-token': token }) }
    const response = await bucket({ method: 'GET', key: '', query })
    if (!response) throw new S3Error(404, '')
    const xml = await response.body.text()
    for (const [, contents = ''] of xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
      const hash = element(contents, 'Key').slice(prefix.length).replace('/', '')
      const size = Number(element(contents, 'Size'))
      if (isHash(hash)) yield { hash, size, storedAt: new Date(element(contents, 'LastModified')) }
    }
    token = element(xml, 'NextContinuationToken')
  } while (token)
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

// The listing is machine-generated and three elements of it are needed, so no XML parser is used.
function element(xml: string, name: string): string {
  const text = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? ''
  return text.replace(/&(amp|lt|gt|quot|apos);/g, (_, entity: string) => entities[entity] ?? '')
}
