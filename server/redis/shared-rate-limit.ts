// How many requests a user, or an address without one, may make in a minute at all processes together. Each counts by itself
// and adds that to the shared count a few times a second, so nobody waits for Redis; where it is away, each counts alone.

import type { Allowance, RateLimit } from '../http/rate-limit.ts'
import type { RedisLinks } from './redis-connections.ts'

const windowMs = 60_000
const addMs = 100

interface Count {
  /** Requests made here. */
  here: number
  /** Of those, how many are in the shared count. */
  added: number
  /** Requests made elsewhere, as far as is known. */
  elsewhere: number
}

export function openSharedRateLimit(redis: RedisLinks, perMinute: number, clock: () => number = Date.now): RateLimit {
  if (perMinute === 0) return { take: () => null }
  let window = windowOf(clock())
  let counts = new Map<number | string, Count>()
  let isPlanned = false

  const add = async () => {
    isPlanned = false
    const due = [...counts].filter(([, count]) => count.here > count.added)
    if (redis.commands.status !== 'ready' || due.length === 0) return
    const steps = due.map(([, count]) => count.here - count.added)
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
      const [fault, total] = totals?.[index * 2] ?? [new Error('Redis is away'), 0]
      if (!fault) count.elsewhere = Math.max(count.elsewhere, (total as number) - (added[index] as number))
    }
  }

  return {
    take(who): Allowance {
      const now = clock()
      if (windowOf(now) !== window) {
        window = windowOf(now)
        counts = new Map()
      }
      const known = counts.get(who)
      const count = known ?? { here: 0, added: 0, elsewhere: 0 }
      count.here += 1
      counts.set(who, count)
      // Of somebody new it is not known what they did elsewhere.
      if (!known) setImmediate(add)
      else if (!isPlanned) setTimeout(add, addMs).unref()
      isPlanned ||= known !== undefined
      const made = count.here + count.elsewhere
      return {
        limit: perMinute,
        remaining: Math.max(0, perMinute - made),
        resetSeconds: Math.ceil(((window + 1) * windowMs - now) / 1000),
        isExceeded: made > perMinute,
      }
    },
  }
}

/** The same for all processes, as far as their clocks agree. */
const windowOf = (now: number) => Math.floor(now / windowMs)
