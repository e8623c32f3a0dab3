// The rate limit per minute of a user, or of an IP address without one, over all processes. Each process counts locally and
// adds to the shared count a few times a second, so no request waits for Redis; while Redis does not respond each counts alone.

import { highestOf } from '../../tools/index.ts'
import { type Allowance, noRateLimit, type RateLimit } from '../limits/index.ts'
import type { RedisConnections } from './redis-connections.ts'

const windowMs = 60_000
const addMs = 100

interface Count {
  /** The cost of the requests to this process. */
  local: number
  /** How many of those are in the shared count. */
  added: number
  /** That of the requests to other processes, as far as known. */
  remote: number
}

export function openSharedRateLimit(
  redis: Pick<RedisConnections, 'commands' | 'prefix'> & { isHealthy(): boolean },
  perMinute: number,
  clock: () => number = Date.now,
): RateLimit {
  if (perMinute === 0) return noRateLimit
  let window = windowOf(clock())
  let counts = new Map<number | string, Count>()
  let isScheduled = false
  let isAdding = false

  /** One at a time: if Redis is frozen, more would only pile up. */
  const add = async () => {
    isScheduled = false
    if (isAdding) return
    isAdding = true
    await addDue().finally(() => {
      isAdding = false
    })
  }

  const addDue = async () => {
    const due = [...counts].filter(([, count]) => count.local > count.added)
    if (!redis.isHealthy() || due.length === 0) return
    const steps = due.map(([, count]) => count.local - count.added)
    const pipeline = redis.commands.pipeline()
    for (const [index, [who]] of due.entries()) {
      const key = `${redis.prefix}:requests:${window}:${who}`
      pipeline.incrby(key, steps[index] as number).pexpire(key, 2 * windowMs)
    }
    const added = due.map(([, count], index) => {
      count.added += steps[index] as number
      return count.added
    })
    const totals = await pipeline.exec().catch(() => null)
    for (const [index, [, count]] of due.entries()) {
      const [error, total] = totals?.[index * 2] ?? [new Error('no connection to Redis'), 0]
      if (!error) count.remote = Math.max(count.remote, (total as number) - (added[index] as number))
    }
  }

  return {
    take(who, cost = 1): Allowance {
      const now = clock()
      if (windowOf(now) !== window) {
        window = windowOf(now)
        counts = new Map()
      }
      const known = counts.get(who)
      const count = known ?? { local: 0, added: 0, remote: 0 }
      count.local += Math.min(cost, perMinute)
      counts.set(who, count)
      // The remote count of a new caller is unknown, so it is read at once.
      if (!known) setImmediate(add)
      else if (!isScheduled) setTimeout(add, addMs).unref()
      isScheduled ||= known !== undefined
      const made = count.local + count.remote
      return {
        limit: perMinute,
        remaining: Math.max(0, perMinute - made),
        resetSeconds: Math.ceil(((window + 1) * windowMs - now) / 1000),
        isExceeded: made > perMinute,
      }
    },
    get highest() {
      if (windowOf(clock()) !== window) return 0
      return highestOf(counts.values().map(({ local, remote }) => local + remote))
    },
  }
}

/** The same in all processes, as far as their clocks agree. */
const windowOf = (now: number) => Math.floor(now / windowMs)
