// What the processes of one database share besides it: a message bus and the rate limit. Both use Redis if it is configured,
// otherwise the bus uses PostgreSQL. The embedded database has one process and needs neither.

import { hash } from 'node:crypto'
import type { Logger } from 'pino'
import type { ClusterBus } from './cluster-bus.ts'
import type { Dependencies } from './dependencies.ts'
import { openRateLimit, type RateLimit } from './http/rate-limit.ts'
import { getSecret } from './secrets/secrets.ts'

export interface Cluster {
  /** Null if there can be only one process. */
  readonly bus: ClusterBus | null
  readonly limit: RateLimit
  state(): ClusterState
  close(): Promise<void>
}

/** `bus` is what carries the messages of this process at the moment. */
export interface ClusterState {
  readonly redis: 'unused' | 'connected' | 'lost'
  readonly bus: 'redis' | 'postgres' | 'none'
}

export async function openCluster(
  { config, db, sealedSecrets }: Pick<Dependencies, 'config' | 'db' | 'sealedSecrets'>,
  log: Logger,
): Promise<Cluster> {
  const { redisUrl, databaseUrl, rateLimitPerMinute } = config
  if (redisUrl !== undefined) {
    const { openRedis } = await import('./redis/redis.ts')
    // Several services may share a Redis: the processes of one database have the same secrets.
    const name = await getSecret(db, sealedSecrets, 'cluster')
    const prefix = `tessera:${hash('sha256', name).slice(0, 16)}`
    const redis = openRedis({ url: redisUrl, prefix, rateLimitPerMinute, log })
    const state = (): ClusterState =>
      redis.isReady() ? { redis: 'connected', bus: 'redis' } : { redis: 'lost', bus: 'none' }
    return { ...redis, state }
  }
  const bus = databaseUrl === undefined ? null : await postgresBus(databaseUrl, log)
  return {
    bus,
    limit: openRateLimit(rateLimitPerMinute),
    state: () => ({ redis: 'unused', bus: bus ? 'postgres' : 'none' }),
    close: async () => await bus?.close(),
  }
}

// Loaded on demand: the embedded database does not need the driver.
const postgresBus = async (databaseUrl: string, log: Logger): Promise<ClusterBus> =>
  (await import('./db/postgres-bus.ts')).openPostgresBus(databaseUrl, log)
