// Reports the rate limit in a response.

import type { FastifyReply } from 'fastify'
import { type Allowance, rateLimitExceeded } from '../../platform/limits/index.ts'

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
