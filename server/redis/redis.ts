// Connects to Redis, for processes that share a database. Without Redis a process continues alone: the messages of that time
// are lost, and state is exchanged again after the reconnect.

import { Redis } from 'ioredis'
import type { Logger } from 'pino'
import { redisBus } from './redis-bus.ts'
import type { RedisConnections } from './redis-connections.ts'
import { openSharedRateLimit } from './shared-rate-limit.ts'

const maxRetryMs = 2_000

export interface RedisSettings {
  readonly url: string
  /** The prefix of all keys and channels. */
  readonly prefix: string
  readonly rateLimitPerMinute: number
  readonly log: Logger
}

export function openRedis(settings: RedisSettings) {
  const connections = connect(settings)
  return {
    bus: redisBus(connections),
    isReady: () => connections.commands.status === 'ready' && connections.subscriber.status === 'ready',
    limit: openSharedRateLimit(connections, settings.rateLimitPerMinute),
    close: async () => {
      for (const redis of [connections.commands, connections.subscriber]) redis.disconnect()
    },
  }
}

function connect({ url, prefix, log }: RedisSettings): RedisConnections {
  let isLost = false
  const open = (more: { enableOfflineQueue: boolean }) => {
    const redis = new Redis(url, {
      maxRetriesPerRequest: null,
      connectTimeout: 5_000,
      retryStrategy: times => Math.min(50 * 2 ** times, maxRetryMs),
      ...more,
    })
    redis.on('error', error => {
      const message = `lost the Redis connection, reconnecting every ${maxRetryMs / 1_000} s`
      if (!isLost)
        log.warn({ err: error }, `${message}; live updates from other processes and shared rate limits pause`)
      isLost = true
    })
    redis.on('ready', () => {
      if (isLost) log.info('reconnected to Redis')
      isLost = false
    })
    return redis
  }
  return { commands: open({ enableOfflineQueue: false }), subscriber: open({ enableOfflineQueue: true }), prefix }
}
