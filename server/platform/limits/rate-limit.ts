// Limits the requests per minute of a user, or of an IP address without a user (LIM-1): without it one program in a
// loop could overload the server. A request counts as often as its cost (request-cost.ts). Each process counts alone,
// or adds to a count that it shares with others a few times a second, so that no request waits for that.

import { Problem } from '@tessera/contract'
import { highestOf } from '../../tools/index.ts'

export const rateWindowMs = 60_000
const addMs = 100

export interface Allowance {
  readonly limit: number
  readonly remaining: number
  readonly resetSeconds: number
  readonly isExceeded: boolean
}

export interface RateLimit {
  /**
   * Counts a request of this cost; returns null if there is no limit. A request never costs more than the limit: one
   * that is counted in several steps states what it has counted before.
   */
  take(key: RateLimitKey, cost?: number, before?: number): Allowance | null
  /** The highest count of a user in the current minute. */
  readonly highest: number
}

export type RateLimitKey = number | string

/** The counts of all processes. While they are not available, each process counts alone. */
export interface SharedCounts {
  isAvailable(): boolean
  /** Adds to the counts of this minute. Returns the new counts, null for each that could not be added. */
  add(window: number, costs: readonly (readonly [RateLimitKey, number])[]): Promise<readonly (number | null)[]>
}

interface Count {
  /** The cost of the requests to this process. */
  local: number
  /** How much of it was added to the shared count. */
  added: number
  /** The cost of the requests to other processes, when it was last read. */
  remote: number
}

type Counts = Map<RateLimitKey, Count>

const noRateLimit: RateLimit = { take: () => null, highest: 0 }

export interface RateLimitOptions {
  readonly clock?: () => number
  readonly shared?: SharedCounts
}

export function openRateLimit(perMinute: number, { clock = Date.now, shared }: RateLimitOptions = {}): RateLimit {
  if (perMinute === 0) return noRateLimit
  // A shared minute is the same in all processes if their clocks agree.
  const start = shared ? 0 : clock()
  const windowOf = (now: number) => Math.floor((now - start) / rateWindowMs)
  let window = windowOf(clock())
  let counts: Counts = new Map()
  const scheduleAdd = shared ? adder(shared, () => ({ window, counts })) : () => {}
  return {
    take(key, cost = 1, before = 0) {
      const now = clock()
      if (windowOf(now) !== window) {
        window = windowOf(now)
        counts = new Map()
      }
      const known = counts.get(key)
      const count = known ?? { local: 0, added: 0, remote: 0 }
      count.local += Math.max(0, Math.min(cost, perMinute - before))
      if (!known) counts.set(key, count)
      scheduleAdd(!known)
      const total = count.local + count.remote
      return {
        limit: perMinute,
        remaining: Math.max(0, perMinute - total),
        resetSeconds: Math.ceil((start + (window + 1) * rateWindowMs - now) / 1000),
        isExceeded: total > perMinute,
      }
    },
    get highest() {
      return windowOf(clock()) === window ? highestOf(counts.values().map(({ local, remote }) => local + remote)) : 0
    },
  }
}

/** Schedules adding the local counts to the shared ones. */
function adder(shared: SharedCounts, current: () => { readonly window: number; readonly counts: Counts }) {
  let isScheduled = false
  let isAdding = false

  /** Only one update runs at a time: if the store of the counts is frozen, more would only pile up. */
  const add = async () => {
    isScheduled = false
    if (isAdding) return
    isAdding = true
    await addDue().finally(() => {
      isAdding = false
    })
  }

  const addDue = async () => {
    const { window, counts } = current()
    const due = [...counts].filter(([, count]) => count.local > count.added)
    if (due.length === 0 || !shared.isAvailable()) return
    const costs = due.map(([key, count]) => [key, count.local - count.added] as const)
    const added = due.map(([, count]) => {
      count.added = count.local
      return count.added
    })
    const totals = await shared.add(window, costs)
    for (const [index, [, count]] of due.entries()) {
      const total = totals[index] ?? null
      if (total !== null) count.remote = Math.max(count.remote, total - (added[index] as number))
    }
  }

  return (isNew: boolean) => {
    // The remote count of a new caller is unknown, so it is read at once.
    if (isNew) setImmediate(add)
    else if (!isScheduled) {
      isScheduled = true
      setTimeout(add, addMs).unref()
    }
  }
}

export const rateLimitExceeded = (allowance: Allowance) =>
  new Problem('TooManyRequests', `More than ${allowance.limit} requests in a minute`, {
    retryAfterSeconds: allowance.resetSeconds,
  })
