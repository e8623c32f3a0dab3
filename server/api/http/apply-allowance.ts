// Counts a request in the rate limit, and reports the limit in its response.

import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Allowance, costOfBody, type RateLimit, rateLimitExceeded } from '../../platform/limits/index.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** What the request has counted in the rate limit so far. */
    cost: number
    /** Counts the request for more. Throws if the limit is exceeded. Absent while the caller is unknown. */
    charge?: (more: number) => void
  }
}

/** Counts the start of the request. What it counts for later is charged to the same user or address. */
export function startCharging(
  request: FastifyRequest,
  reply: FastifyReply,
  { limit, key, cost }: { limit: RateLimit; key: number | string; cost: number },
): void {
  request.cost = 0
  request.charge = more => {
    const allowance = limit.take(key, more, request.cost)
    request.cost += more
    applyAllowance(reply, allowance)
  }
  request.charge(cost)
}

/** Charged before the body is parsed. */
export function chargeBody(request: FastifyRequest, bytes: number): void {
  const more = costOfBody(bytes)
  if (more > 0) request.charge?.(more)
}

/** Sets the rate limit headers. Throws if the limit is exceeded. */
export function applyAllowance(reply: FastifyReply, allowance: Allowance | null): void {
  if (!allowance) return
  showAllowance(reply, allowance)
  if (allowance.isExceeded) throw rateLimitExceeded(allowance)
}

/** Sets the rate limit headers of a request whose work is done. */
export function showAllowance(reply: FastifyReply, allowance: Allowance | null): void {
  if (!allowance) return
  reply.header('ratelimit-limit', allowance.limit)
  reply.header('ratelimit-remaining', allowance.remaining)
  reply.header('ratelimit-reset', allowance.resetSeconds)
}
