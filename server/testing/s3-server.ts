// A small S3 server for tests, with the requests we use, over real HTTP. It stores objects in memory, pages its lists, and
// rejects requests that are not signed with its secret.
import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { signatureError } from './s3-signature.ts'

export interface S3ServerOptions {
  accessKeyId: string
  secretAccessKey: string
  region: string
  bucket: string
  pageSize?: number
}

type S3Failure = { status: number; code: string } | 'hang up'

export interface S3Server {
  endpoint: string
  objects: Map<string, S3Object>
  /** Errors for the next requests: a status and an S3 error code, or 'hang up'. */
  queuedErrors: S3Failure[]
  requests: { method: string; path: string }[]
  /** What happens to a request: by default it is answered. A frozen request never is. */
  faultOf: (method: string) => S3Failure | 'freeze' | null
  close(): Promise<void>
}

interface S3Object {
  body: Buffer
  storedAt: Date
}

class S3Error extends Error {
  readonly status: number
  readonly code: string
  constructor(status: number, code: string) {
    super(code)
    this.status = status
    this.code = code
  }
}

export async function startS3Server(options: S3ServerOptions): Promise<S3Server> {
  const objects: S3Server['objects'] = new Map()
  const queuedErrors: S3Server['queuedErrors'] = []
  const requests: S3Server['requests'] = []
  const running: S3Server = {
    endpoint: '',
    objects,
    queuedErrors,
    requests,
    faultOf: () => null,
    async close() {
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
  }
  const server = createServer(async (request, response) => {
    requests.push({ method: request.method ?? '', path: request.url ?? '' })
    const fault = running.faultOf(request.method ?? '')
    if (fault === 'freeze') return
    const queued = fault ?? queuedErrors.shift()
    if (queued === 'hang up') return request.destroy()
    try {
      const body = await readAll(request)
      if (queued) throw new S3Error(queued.status, queued.code)
      respond(objects, options, request, body, response)
    } catch (error) {
      refuse(request, response, error)
    }
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo

  running.endpoint = `http://127.0.0.1:${port}`
  return running
}

async function readAll(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks)
}

function respond(
  objects: S3Server['objects'],
  options: S3ServerOptions,
  request: IncomingMessage,
  body: Buffer,
  response: ServerResponse,
): void {
  const url = new URL(request.url ?? '', `http://${request.headers.host}`)
  const error = signatureError({ method: request.method ?? '', url, headers: request.headers }, options)
  if (error) throw new S3Error(403, error)
  const bodyHash = createHash('sha256').update(body).digest('hex')
  const claimed = request.headers['x-amz-content-sha256']
  if (claimed !== bodyHash && claimed !== 'UNSIGNED-PAYLOAD') throw new S3Error(400, 'XAmzContentSHA256Mismatch')
  const key = objectKey(url, options.bucket)

  if (request.method === 'PUT') {
    if (request.headers['content-length'] === undefined) throw new S3Error(411, 'MissingContentLength')
    objects.set(key, { body, storedAt: new Date() })
    response.writeHead(200).end()
  } else if (request.method === 'DELETE') {
    objects.delete(key)
    response.writeHead(204).end()
  } else if (key === '' && request.method === 'HEAD') {
    response.writeHead(200).end()
  } else if (key === '') {
    response.writeHead(200, { 'content-type': 'application/xml' }).end(listing(objects, url.searchParams, options))
  } else {
    sendObject(objects.get(key), request.headers.range, response)
  }
}

// Path style only: /bucket/key.
function objectKey(url: URL, bucket: string): string {
  const [, name, ...rest] = decodeURIComponent(url.pathname).split('/')
  if (name !== bucket) throw new S3Error(404, 'NoSuchBucket')
  return rest.join('/')
}

function sendObject(object: S3Object | undefined, range: string | undefined, response: ServerResponse): void {
  if (!object) throw new S3Error(404, 'NoSuchKey')
  const size = object.body.length
  const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(range ?? '') ?? []
  if (first === undefined) {
    response.writeHead(200, { 'content-length': size, 'last-modified': object.storedAt.toUTCString() }).end(object.body)
    return
  }
  const start = Number(first)
  const end = Math.min(last ? Number(last) : size, size - 1)
  if (start >= size) throw new S3Error(416, 'InvalidRange')
  const part = object.body.subarray(start, end + 1)
  response.writeHead(206, { 'content-length': part.length, 'content-range': `bytes ${start}-${end}/${size}` }).end(part)
}

function listing(objects: S3Server['objects'], query: URLSearchParams, { bucket, pageSize = 1000 }: S3ServerOptions) {
  if (query.get('list-type') !== '2') throw new S3Error(501, 'NotImplemented')
  const prefix = query.get('prefix') ?? ''
  const after = Buffer.from(query.get('continuation-token') ?? '', 'base64').toString()
  const keys = [...objects.keys()].filter(key => key.startsWith(prefix) && key > after).sort()
  const page = keys.slice(0, pageSize)
  const isTruncated = keys.length > page.length
  const token = Buffer.from(page.at(-1) ?? '').toString('base64')
  const contents = page.map(key => {
    const { body, storedAt } = objects.get(key) as S3Object
    const fields = `<Key>${escapeXml(key)}</Key><LastModified>${storedAt.toISOString()}</LastModified>`
    return `<Contents>${fields}<ETag>&quot;0&quot;</ETag><Size>${body.length}</Size></Contents>`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>
<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Name>${bucket}</Name><Prefix>${escapeXml(prefix)}</Prefix>
<KeyCount>${page.length}</KeyCount><IsTruncated>${isTruncated}</IsTruncated>
${isTruncated ? `<NextContinuationToken>${token}</NextContinuationToken>` : ''}${contents.join('\n')}</ListBucketResult>`
}

function escapeXml(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
}

function refuse(request: IncomingMessage, response: ServerResponse, error: unknown): void {
  const { status, code } = error instanceof S3Error ? error : { status: 500, code: 'InternalError' }
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${code}</Message></Error>`
  response.writeHead(status, { 'content-type': 'application/xml' }).end(request.method === 'HEAD' ? undefined : body)
}
