// Limits the requests per minute of a user, or of an IP address without a user, in fixed windows of one minute.

import { Problem } from '@tessera/contract'
import type { FastifyReply } from 'fastify'

const windowMs = 60_000

export interface Allowance {
  readonly limit: number
  readonly remaining: number
  readonly resetSeconds: number
  readonly isExceeded: boolean
}

export interface RateLimit {
  /** Counts one request; null if there is no limit. */
  take(key: number | string): Allowance | null
}

export function openRateLimit(perMinute: number, clock: () => number = Date.now): RateLimit {
  if (perMinute === 0) return { take: () => null }
  let windowStart = clock()
  let counts = new Map<number | string, number>()
  return {
    take(key) {
      const now = clock()
      if (now - windowStart >= windowMs) {
        windowStart = now - ((now - windowStart) % windowMs)
        counts = new Map()
      }
      const count = (counts.get(key) ?? 0) + 1
      counts.set(key, count)
      return {
        limit: perMinute,
        remaining: Math.max(0, perMinute - count),
        resetSeconds: Math.ceil((windowStart + windowMs - now) / 1000),
        isExceeded: count > perMinute,
      }
    },
  }
}

export const rateLimitExceeded = (allowance: Allowance) =>
  new Problem('TooManyRequests', `More than ${allowance.limit} requests in a minute`, {
    retryAfterSeconds: allowance.resetSeconds,
  })

/** Sets the rate limit headers. Throws if the limit is exceeded. */
export function applyAllowance(reply: FastifyReply, allowance: Allowance | null): void {
  if (!allowance) return
  reply.header('ratelimit-limit', allowance.limit)
  reply.header('ratelimit-remaining', allowance.remaining)
  reply.header('ratelimit-reset', allowance.resetSeconds)
  if (allowance.isExceeded) throw rateLimitExceeded(allowance)
}
