// Sends a response before the request's body has arrived, such as when an upload is refused. The rest of the body must
// be read off the connection, or the next request on it would wait forever behind unread bytes.

import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** Up to this size the rest is read and discarded, and the connection is reused. */
const maxReusedBytes = 1_048_576

/** How much of a larger body is discarded, and for how long, before the connection is closed. */
const maxDrainBytes = 8_388_608
const maxDrainMs = 2_000

/** Sends the text whether or not the request has been read to its end. */
export function sendBeforeBody(reply: FastifyReply, text: string): FastifyReply {
  const { raw } = reply.request
  const { 'content-length': length, 'transfer-encoding': encoding } = raw.headers
  if (raw.complete || raw.destroyed || (length === undefined && encoding === undefined)) return reply.send(text)
  raw.unpipe()
  raw.resume()
  if (Number(length) <= maxReusedBytes) return reply.removeHeader('connection').send(text)
  const body = Buffer.from(text)
  reply.header('connection', 'close').header('content-length', body.length)
  return reply.send(Readable.from(thenDrain(body, raw)))
}

/** Closing at once would reset the connection, and a client that is still sending could lose the response. */
async function* thenDrain(body: Buffer, raw: IncomingMessage): AsyncGenerator<Buffer> {
  yield body
  await drain(raw)
}

function drain(raw: IncomingMessage): Promise<void> {
  return new Promise(resolve => {
    let bytes = 0
    const count = (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > maxDrainBytes) stop()
    }
    const stop = () => {
      clearTimeout(timer)
      raw.off('data', count).off('close', stop)
      resolve()
    }
    const timer = setTimeout(stop, maxDrainMs)
    if (raw.complete || raw.destroyed) stop()
    else raw.on('data', count).once('end', stop).once('close', stop).once('error', stop)
  })
}
