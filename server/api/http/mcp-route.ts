// The route of the MCP endpoint: authenticates the caller, with a token for the endpoint, and checks the origin. The
// protocol is in agents/.

import { Problem } from '@tessera/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Caller, type Claim, getBearerToken, getCaller } from '../../accounts/access/index.ts'
import type { RateLimit } from '../../platform/limits/index.ts'
import type { Reader } from '../../platform/sql/index.ts'
import { applyAllowance } from './apply-allowance.ts'
import { localFetch } from './local-fetch.ts'
import { sendProblem } from './problem-reply.ts'

export interface McpRouteSettings {
  readonly db: Reader
  readonly publicUrl: string
  readonly verify: (authorization: string | undefined) => Claim | Promise<Claim>
  readonly limit: RateLimit
  readonly maxRequestBytes: number
  readonly respond: (request: Request, call: McpCall) => Promise<Response>
}

interface McpCall {
  readonly token: string
  readonly caller: Caller
  readonly grantId: string
  readonly fetch: typeof fetch
}

export function serveMcp(app: FastifyInstance, settings: McpRouteSettings): void {
  const { publicUrl, verify, limit, maxRequestBytes } = settings
  const resource = `${publicUrl}/mcp`
  const acceptedAudiences = [resource, publicUrl]
  const requireAudience = ({ aud }: Claim) => {
    if (aud === undefined || acceptedAudiences.includes(aud)) return
    throw new Problem('Unauthorized', `This token is for ${aud}; get one with resource=${resource}`)
  }
  // Registered in its own scope: the protocol has its own errors for bodies that are not JSON.
  app.register(async scope => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    scope.route({
      method: ['GET', 'POST', 'DELETE'],
      url: '/mcp',
      bodyLimit: maxRequestBytes,
      config: { resourceMetadataUrl: `${publicUrl}/.well-known/oauth-protected-resource/mcp` },
      async onRequest(request, reply) {
        requireOwnOrigin(request, publicUrl)
        const claim = await verify(request.headers.authorization)
        request.claim = claim
        requireAudience(claim)
        applyAllowance(reply, limit.take(claim.user_id))
      },
      async handler(request, reply) {
        const claim = request.claim as Claim
        const caller = await getCaller(settings.db, claim)
        const token = getBearerToken(request.headers.authorization)
        const fetch = localFetch(app, request.ip)
        return await settings.respond(webRequestOf(request, reply, publicUrl), {
          token,
          caller,
          grantId: claim.grant_id,
          fetch,
        })
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
