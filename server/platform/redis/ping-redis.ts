// Checks that the Redis of REDIS_URL responds, without retries. For the operator's `check` command.

import { Redis } from 'ioredis'

const timeoutMs = 5_000

export async function pingRedis(url: string): Promise<void> {
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: timeoutMs,
    commandTimeout: timeoutMs,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  })
  // The promises below reject as well; without a listener ioredis would print the error.
  let lastError: Error | undefined
  redis.on('error', error => {
    lastError = error
  })
  try {
    await redis.connect()
    await redis.ping()
  } catch (error) {
    const { host } = new URL(url)
    const { message } = lastError ?? (error as Error)
    throw new Error(`REDIS_URL: Redis at ${host} does not respond: ${message}`, { cause: error })
  } finally {
    redis.disconnect()
  }
}
