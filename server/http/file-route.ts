// The bytes of stored files, for whoever holds a signed address: whole or a range, as a fixed type, in a sandbox.

import { Problem } from '@tessera/contract'
import type { FastifyInstance } from 'fastify'
import { FileMissing, type FileStorage } from '../files/file-storage.ts'
import { checkAddress } from '../files/signed-address.ts'
import { sendProblem } from './problem-reply.ts'

export function serveFiles(app: FastifyInstance, files: FileStorage, key: Buffer): void {
  app.get('/files/:hash', async (request, reply) => {
    const file = checkAddress(key, request.url)
    const size = file ? await files.size(file.hash) : null
    if (!file || size === null) return sendProblem(reply, missing(), 'A')
    const range = readRange(request.headers.range, size)
    if (range === 'unsatisfiable') return reply.code(416).header('content-range', `bytes */${size}`).send()
    reply
      .header('content-type', file.mime)
      .header('content-length', range ? range.end - range.start + 1 : size)
      .header('accept-ranges', 'bytes')
      .header('etag', `"${file.hash}"`)
      .header('cache-control', 'private, max-age=3600, immutable')
      .header('x-content-type-options', 'nosniff')
      .header('content-security-policy', "sandbox; default-src 'none'")
      .header('cross-origin-resource-policy', 'cross-origin')
    if (request.headers['if-none-match'] === `"${file.hash}"`)
      return reply.removeHeader('content-length').code(304).send()
    if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`)
    try {
      return reply.send(await files.open(file.hash, range ?? undefined))
    } catch (error) {
      return sendProblem(reply, error instanceof FileMissing ? missing() : error, 'A')
    }
  })
}

const missing = () => new Problem('ResourceNotFound', 'There is no such file, or its address has expired')

/** One range of bytes, both ends included; null where the whole is asked for. */
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
