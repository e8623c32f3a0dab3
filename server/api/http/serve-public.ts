// Operations that need no token: limited by IP address, with ETags. Clients must revalidate each time, because a workspace
// can be unpublished at any moment.

import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Operation } from '@tessera/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { notFound } from '../../accounts/access/index.ts'
import type { AnyOpenCall, FileReply, TaggedReply } from '../../accounts/handler.ts'
import type { RateLimit } from '../../platform/limits/index.ts'
import type { Database } from '../../platform/sql/index.ts'
import { networkOf } from '../../tools/index.ts'
import { startCharging } from './apply-allowance.ts'
import { sendProblem } from './problem-reply.ts'
import { paramsReader, queryReader } from './read-request.ts'
import { sendFileReply } from './send-file-reply.ts'

const compress = promisify(gzip)
const minCompressedLength = 1_024

interface PublicSettings {
  readonly db: Database
  readonly limit: RateLimit
  readonly stringify: (reply: unknown) => string
}

export function servePublic(
  operation: Operation,
  run: (call: AnyOpenCall) => Promise<TaggedReply<unknown> | FileReply>,
  { db, limit, stringify }: PublicSettings,
) {
  if (operation.needs.load !== 'nothing')
    throw new Error(`${operation.path} requires a token, so it cannot be served without one`)
  const readParams = paramsReader(operation)
  const readQuery = queryReader(operation.query)
  return {
    onRequest(request: FastifyRequest, reply: FastifyReply, done: () => void) {
      startCharging(request, reply, { limit, key: networkOf(request.ip), cost: operation.cost ?? 1 })
      done()
    },
    async handler(request: FastifyRequest, reply: FastifyReply) {
      const params = readParams(request.params as Record<string, string>, 0)
      if (!params) throw notFound('thing')
      const call = {
        params,
        query: readQuery(request.query),
        url: request.url,
        address: request.ip,
        body: {},
        db: db.read,
      }
      const result = await run(call)
      if ('open' in result) {
        const charge = (more: number) => request.charge?.(more)
        return await sendFileReply(request, reply, result, { caching: 'no-cache', charge })
      }
      const { tag, reply: make } = result
      const etag = `"${tag}"`
      reply.header('etag', etag).header('cache-control', 'no-cache').header('vary', 'accept-encoding')
      if (request.headers['if-none-match'] === etag) return reply.code(304).send()
      reply.header('content-type', 'application/json; charset=utf-8')
      return await sendText(request, reply, stringify(await make()))
    },
    async errorHandler(error: unknown, _request: FastifyRequest, reply: FastifyReply) {
      return sendProblem(reply, error, operation.errors)
    },
  }
}

async function sendText(request: FastifyRequest, reply: FastifyReply, text: string): Promise<FastifyReply> {
  const acceptsGzip = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))
  if (!acceptsGzip || text.length < minCompressedLength) return reply.send(text)
  return reply.header('content-encoding', 'gzip').send(await compress(text))
}
