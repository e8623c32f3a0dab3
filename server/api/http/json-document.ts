// Serves a JSON document that never changes while the server runs, such as the OpenAPI spec: compressed and with an ETag.
// The document is made for the first request, because it is large and few processes are ever asked for it.

import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { acceptedEncoding, compressOnce } from './compress-once.ts'

export function serveJsonDocument(app: FastifyInstance, paths: readonly string[], describe: () => object): void {
  let served: ServedDocument | undefined
  for (const path of paths) {
    app.get(path, async (request, reply) => {
      served ??= prepare(describe())
      const { body, etag, compressed } = served
      const encoding = acceptedEncoding(compressed, request.headers['accept-encoding'])
      reply
        .header('content-type', 'application/json; charset=utf-8')
        .header('vary', 'accept-encoding')
        .header('cache-control', 'no-cache')
        .header('etag', etag)
      if (request.headers['if-none-match'] === etag) return reply.code(304).send()
      return encoding ? reply.header('content-encoding', encoding).send(await compressed[encoding]()) : reply.send(body)
    })
  }
}

type ServedDocument = ReturnType<typeof prepare>

function prepare(document: object) {
  const body = Buffer.from(JSON.stringify(document))
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  return { body, etag, compressed: compressOnce(body) }
}
