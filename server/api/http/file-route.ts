// Serves stored files to anyone with a signed URL: whole or a byte range, with a fixed content type, in a sandbox.

import { Readable } from 'node:stream'
import { Problem } from '@tessera/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { FileMissing, type FileStorage, type SignedFile, verifyFileUrl } from '../../platform/files/index.ts'
import { sendProblem } from './problem-reply.ts'

export function serveFiles(app: FastifyInstance, files: FileStorage, key: Buffer): void {
  app.get('/files/:hash', async (request, reply) => {
    const file = verifyFileUrl(key, request.url)
    return await sendFile(request, reply, { files, file, caching: 'private, max-age=3600, immutable' })
  })
}

interface FileResponse {
  readonly files: FileStorage
  /** Null if there is no such file, or the caller may not read it. */
  readonly file: SignedFile | null
  readonly caching: string
}

export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { files, file, caching }: FileResponse,
): Promise<FastifyReply> {
  const size = file ? await files.size(file.hash) : null
  if (!file || size === null) return sendProblem(reply, missing(), 'A')
  const { headers, method } = request
  const etag = `"${file.hash}"`
  reply
    .header('content-type', file.mime)
    .header('accept-ranges', 'bytes')
    .header('etag', etag)
    .header('cache-control', caching)
    .header('content-security-policy', "sandbox; default-src 'none'")
    .header('cross-origin-resource-policy', 'cross-origin')
  if (file.name !== undefined) reply.header('content-disposition', contentDisposition(file.name))
  if (matchesAny(etag, headers['if-none-match'])) return reply.code(304).send()
  const range = isUnchanged(etag, headers['if-range']) ? readRange(headers.range, size) : null
  if (range === 'unsatisfiable') return reply.code(416).header('content-range', `bytes */${size}`).send()
  reply.header('content-length', range ? range.end - range.start + 1 : size)
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`)
  // Sending nothing would set Content-Length to 0.
  if (method === 'HEAD') return reply.send(Readable.from([]))
  try {
    return reply.send(await files.open(file.hash, range ?? undefined))
  } catch (error) {
    // An error must not be cached or measured like the file.
    for (const name of fileHeaders) reply.removeHeader(name)
    return sendProblem(reply, error instanceof FileMissing ? missing() : error, 'A')
  }
}

const fileHeaders = [
  'accept-ranges',
  'cache-control',
  'content-disposition',
  'content-length',
  'content-range',
  'etag',
] as const

/** The file name for saving, in the legacy and the UTF-8 form. */
export function contentDisposition(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const whole = encodeURIComponent(name).replace(/['()*]/g, mark => `%${mark.charCodeAt(0).toString(16)}`)
  return `inline; filename="${plain}"; filename*=UTF-8''${whole}`
}

export const matchesAny = (etag: string, header = '') =>
  header.trim() === '*' || header.split(',').some(one => one.trim().replace(/^W\//, '') === etag)

/** A range is only useful to a client that has the rest of the same version of the file. */
const isUnchanged = (etag: string, header: string | string[] | undefined) => header === undefined || header === etag

const missing = () => new Problem('ResourceNotFound', 'The file does not exist, or its address has expired')

/** One byte range, both ends inclusive; null for the whole file. */
export function readRange(
  header: string | undefined,
  size: number,
): { start: number; end: number } | 'unsatisfiable' | null {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '')
  if (!match || (match[1] === '' && match[2] === '')) return null
  const [, from, to] = match
  const start = from === '' ? Math.max(0, size - Number(to)) : Number(from)
  const end = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
  return start > end || start >= size ? 'unsatisfiable' : { start, end }
}
