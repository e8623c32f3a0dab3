// The route of the MCP endpoint: authenticates the caller, with a token for the endpoint, and checks the origin. The
// protocol is in agents/.

import { Problem } from '@tessera/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Caller, type Claim, getBearerToken, getCaller } from '../../accounts/access/index.ts'
import { jsonLimits, longTextLimits, type RateLimit, requireJsonShape } from '../../platform/limits/index.ts'
import type { Reader } from '../../platform/sql/index.ts'
import { chargeBody, startCharging } from './apply-allowance.ts'
import { localFetch } from './local-fetch.ts'
import { sendProblem } from './problem-reply.ts'

export interface McpRouteSettings {
  readonly db: Reader
  readonly publicUrl: string
  readonly verify: (authorization: string | undefined) => Claim | Promise<Claim>
  readonly limit: RateLimit
  /** Of every message but those of `isFileMessage`. */
  readonly maxMessageBytes: number
  readonly maxFileMessageBytes: number
  /** Whether the message carries a file, so that it may be large. */
  readonly isFileMessage: (message: unknown) => boolean
  readonly respond: (request: Request, call: McpCall, message: unknown) => Promise<Response>
}

interface McpCall {
  readonly token: string
  readonly caller: Caller
  readonly grantId: string
  readonly fetch: typeof fetch
}

export function serveMcp(app: FastifyInstance, settings: McpRouteSettings): void {
  const { publicUrl, verify, limit, maxFileMessageBytes } = settings
  const resource = `${publicUrl}/mcp`
  const acceptedAudiences = [resource, publicUrl]
  const requireAudience = ({ aud }: Claim) => {
    if (aud === undefined || acceptedAudiences.includes(aud)) return
    throw new Problem('Unauthorized', `This token is for ${aud}; get one with resource=${resource}`)
  }
  // Registered in its own scope: the protocol has its own errors for bodies that are not JSON.
  app.register(async scope => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (request, body, done) => {
      try {
        chargeBody(request, body.length)
        done(null, body)
      } catch (error) {
        done(error as Error)
      }
    })
    scope.route({
      method: ['GET', 'POST', 'DELETE'],
      url: '/mcp',
      bodyLimit: maxFileMessageBytes,
      config: { resourceMetadataUrl: `${publicUrl}/.well-known/oauth-protected-resource/mcp` },
      async onRequest(request, reply) {
        requireOwnOrigin(request, publicUrl)
        const claim = await verify(request.headers.authorization)
        request.claim = claim
        requireAudience(claim)
        startCharging(request, reply, { limit, key: claim.user_id, cost: 1 })
      },
      async handler(request, reply) {
        const claim = request.claim as Claim
        const message = readMessage(request.body as Buffer | undefined, settings)
        // A list of messages counts as many times as it has messages.
        if (Array.isArray(message) && message.length > 1) request.charge?.(message.length - 1)
        const caller = await getCaller(settings.db, claim)
        const token = getBearerToken(request.headers.authorization)
        const fetch = localFetch(app, request.ip)
        const call = { token, caller, grantId: claim.grant_id, fetch }
        return await settings.respond(webRequestOf(request, reply, publicUrl), call, message)
      },
      errorHandler: (error, _request, reply) => sendProblem(reply, error, 'A'),
    })
  })
}

/** A page of another site must not reach a server on the network of its visitor under any name (DNS rebinding). */
function requireOwnOrigin({ headers }: FastifyRequest, publicUrl: string): void {
  if (headers.origin !== undefined && headers.origin !== new URL(publicUrl).origin)
    throw new Problem('ForbiddenError', 'Requests from pages of another origin are not accepted')
}

/** Undefined if the bytes are not JSON: the protocol has its own error for that. */
function readMessage(bytes: Buffer | undefined, settings: McpRouteSettings): unknown {
  if (bytes === undefined) return undefined
  const isLarge = bytes.length > settings.maxMessageBytes
  requireJsonShape(bytes, isLarge ? longTextLimits : jsonLimits)
  let message: unknown
  try {
    message = JSON.parse(bytes.toString())
  } catch {
    return undefined
  }
  if (isLarge && !settings.isFileMessage(message)) throw new Problem('PayloadTooLarge', 'The body is too large')
  return message
}

function webRequestOf(request: FastifyRequest, reply: FastifyReply, publicUrl: string): Request {
  const left = new AbortController()
  reply.raw.once('close', () => left.abort())
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) if (value !== undefined) headers.set(name, `${value}`)
  const body = request.body as Buffer<ArrayBuffer> | undefined
  return new Request(`${publicUrl}/mcp`, {
    method: request.method,
    headers,
    signal: left.signal,
    ...(body === undefined || request.method !== 'POST' ? {} : { body }),
  })
}
