// How many requests a user may make in a minute, counted in windows of one minute.

import { Problem } from '@tessera/contract'

const windowMs = 60_000

export interface Allowance {
  readonly limit: number
  readonly remaining: number
  readonly resetSeconds: number
  readonly isExceeded: boolean
}

export interface RateLimit {
  /** Counts one request; null where there is no limit. */
  take(user_id: number): Allowance | null
}

export function openRateLimit(perMinute: number, clock: () => number = Date.now): RateLimit {
  if (perMinute === 0) return { take: () => null }
  let windowStart = clock()
  let counts = new Map<number, number>()
  return {
    take(user_id) {
      const now = clock()
      if (now - windowStart >= windowMs) {
        windowStart = now - ((now - windowStart) % windowMs)
        counts = new Map()
      }
      const count = (counts.get(user_id) ?? 0) + 1
      counts.set(user_id, count)
      return {
        limit: perMinute,
        remaining: Math.max(0, perMinute - count),
        resetSeconds: Math.ceil((windowStart + windowMs - now) / 1000),
        isExceeded: count > perMinute,
      }
    },
  }
}

export const tooMany = (allowance: Allowance) =>
  new Problem('TooManyRequests', `More than ${allowance.limit} requests in a minute`, {
    retryAfterSeconds: allowance.resetSeconds,
  })
