// Connects to Redis, for processes that share a database: for their messages and their shared rate limit. The caller
// decides, by the health of Redis, what replaces it while it does not respond.

import { Redis } from 'ioredis'
import type { Logger } from 'pino'
import { openRateLimit } from '../limits/index.ts'
import { redisBus } from './redis-bus.ts'
import type { RedisConnections } from './redis-connections.ts'
import { redisCounts } from './redis-counts.ts'
import { RedisHealth } from './redis-health.ts'

const maxRetryMs = 2_000

export interface RedisSettings {
  readonly url: string
  /** The prefix of all keys and channels. */
  readonly prefix: string
  /** The id of this process on the bus: unique, 12 characters. */
  readonly name: string
  readonly rateLimitPerMinute: number
  readonly log: Logger
}

export async function openRedis(settings: RedisSettings) {
  const { name, rateLimitPerMinute, log } = settings
  let lastError: Error | undefined
  const connections = connect(settings, error => {
    lastError = error
  })
  const health = new RedisHealth(connections, name)
  await health.settled
  const logLoss = () =>
    log.warn(
      { err: lastError },
      'Redis does not respond; until it responds again, each process applies rate limits on its own',
    )
  if (!health.isHealthy) logLoss()
  health.onChange(isHealthy => (isHealthy ? log.info('Redis responds again') : logLoss()))
  return {
    bus: redisBus(connections, name),
    health,
    limit: openRateLimit(rateLimitPerMinute, { shared: redisCounts(connections, () => health.isHealthy) }),
    close: async () => {
      health.close()
      for (const redis of [connections.commands, connections.subscriber]) redis.disconnect()
    },
  }
}

function connect({ url, prefix }: RedisSettings, onError: (error: Error) => void): RedisConnections {
  const open = (more: { enableOfflineQueue: boolean; autoResendUnfulfilledCommands?: boolean }) => {
    const redis = new Redis(url, {
      maxRetriesPerRequest: null,
      connectTimeout: 5_000,
      retryStrategy: times => Math.min(50 * 2 ** times, maxRetryMs),
      ...more,
    })
    redis.on('error', onError)
    return redis
  }
  return {
    // Messages that were not delivered before a reconnect are outdated after it.
    commands: open({ enableOfflineQueue: false, autoResendUnfulfilledCommands: false }),
    subscriber: open({ enableOfflineQueue: true }),
    prefix,
  }
}
