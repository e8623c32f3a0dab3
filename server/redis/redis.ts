// The connections to Redis, for processes that share their work. Where it is away the process goes on alone: what it would
// have said is lost, and asked for again when Redis is back.

import { Redis } from 'ioredis'
import type { Logger } from 'pino'
import { redisBus } from './redis-bus.ts'
import type { RedisLinks } from './redis-connections.ts'
import { openSharedRateLimit } from './shared-rate-limit.ts'

const longestPauseMs = 2_000

export interface RedisSettings {
  readonly url: string
  /** What the names of all keys and channels begin with. */
  readonly prefix: string
  readonly rateLimitPerMinute: number
  readonly log: Logger
}

export function openRedis(settings: RedisSettings) {
  const links = connect(settings)
  return {
    bus: redisBus(links),
    limit: openSharedRateLimit(links, settings.rateLimitPerMinute),
    close: async () => {
      for (const redis of [links.commands, links.subscriptions]) redis.disconnect()
    },
  }
}

function connect({ url, prefix, log }: RedisSettings): RedisLinks {
  let isAway = false
  const link = (more: { enableOfflineQueue: boolean }) => {
    const redis = new Redis(url, {
      maxRetriesPerRequest: null,
      connectTimeout: 5_000,
      retryStrategy: times => Math.min(50 * 2 ** times, longestPauseMs),
      ...more,
    })
    redis.on('error', error => {
      if (!isAway) log.warn({ err: error }, 'Redis does not answer: this process goes on alone until it does')
      isAway = true
    })
    redis.on('ready', () => {
      if (isAway) log.info('Redis answers again')
      isAway = false
    })
    return redis
  }
  return { commands: link({ enableOfflineQueue: false }), subscriptions: link({ enableOfflineQueue: true }), prefix }
}
