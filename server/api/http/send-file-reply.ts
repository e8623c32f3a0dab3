// Sends the reply of an operation that returns a file: with an ETag and a name, and only if the client does not have it.

import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FileCreation, FileReply } from '../../accounts/handler.ts'
import { contentDisposition, matchesAny } from './file-route.ts'

interface FileSending extends Pick<FileCreation, 'charge'> {
  readonly caching: string
}

export async function sendFileReply(
  request: FastifyRequest,
  reply: FastifyReply,
  { tag, type, name, open }: FileReply,
  { caching, charge }: FileSending,
): Promise<FastifyReply> {
  const etag = `"${tag}"`
  const describe = () =>
    reply
      .header('etag', etag)
      .header('cache-control', caching)
      .header('content-type', type)
      .header('content-disposition', contentDisposition(name))
      .header('content-security-policy', policy)
      .header('cross-origin-resource-policy', 'cross-origin')
  if (matchesAny(etag, request.headers['if-none-match'])) return describe().code(304).send()
  if (request.method === 'HEAD') return describe().send(Readable.from([]))
  const waiting = new AbortController()
  const abort = () => waiting.abort(new Error('the client has gone away'))
  reply.raw.once('close', abort)
  // The headers are set when nothing can fail any more: an error must not have those of the file.
  const { size, content } = await open({ charge, signal: waiting.signal })
  reply.raw.off('close', abort)
  return describe().header('content-length', size).send(content)
}

/** An SVG that is opened by itself runs no scripts and loads nothing, but shows what is embedded in it. */
const policy = "sandbox allow-popups; default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:"
