// Limits the requests per minute of a user, or of an IP address without a user, in fixed windows of one minute. A request
// counts as often as its cost (request-cost.ts), an ordinary one once.

import { Problem } from '@tessera/contract'
import { highestOf } from '../../tools/index.ts'

const windowMs = 60_000

export interface Allowance {
  readonly limit: number
  readonly remaining: number
  readonly resetSeconds: number
  readonly isExceeded: boolean
}

export interface RateLimit {
  /** Counts a request of this cost; null if there is no limit. No cost is more than the limit. */
  take(key: number | string, cost?: number): Allowance | null
  /** The highest count of a user in the current minute. */
  readonly highest: number
}

export const noRateLimit: RateLimit = { take: () => null, highest: 0 }

export function openRateLimit(perMinute: number, clock: () => number = Date.now): RateLimit {
  if (perMinute === 0) return noRateLimit
  let windowStart = clock()
  let counts = new Map<number | string, number>()
  return {
    take(key, cost = 1) {
      const now = clock()
      if (now - windowStart >= windowMs) {
        windowStart = now - ((now - windowStart) % windowMs)
        counts = new Map()
      }
      const count = (counts.get(key) ?? 0) + Math.min(cost, perMinute)
      counts.set(key, count)
      return {
        limit: perMinute,
        remaining: Math.max(0, perMinute - count),
        resetSeconds: Math.ceil((windowStart + windowMs - now) / 1000),
        isExceeded: count > perMinute,
      }
    },
    get highest() {
      return clock() - windowStart >= windowMs ? 0 : highestOf(counts.values())
    },
  }
}

export const rateLimitExceeded = (allowance: Allowance) =>
  new Problem('TooManyRequests', `More than ${allowance.limit} requests in a minute`, {
    retryAfterSeconds: allowance.resetSeconds,
  })
