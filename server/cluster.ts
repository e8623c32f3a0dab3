// What the processes of one database share besides it: a message bus and the rate limit. Both use Redis if it is
// configured. Without Redis, or while it does not respond, the bus uses PostgreSQL, and each process limits requests
// separately. The embedded database has one process and needs neither.

import { hash, randomBytes } from 'node:crypto'
import type { Logger } from 'pino'
import type { Dependencies } from './dependencies.ts'
import { type ClusterBus, openFailoverBus } from './platform/bus/index.ts'
import { untilReachable } from './platform/db/index.ts'
import { openRateLimit, type RateLimit } from './platform/limits/index.ts'
import { getSecret } from './platform/secrets/index.ts'

export interface Cluster {
  /** Null if there can be only one process. */
  readonly bus: ClusterBus | null
  readonly limit: RateLimit
  state(): ClusterState
  close(): Promise<void>
}

/** `bus` names what currently transports the messages of this process. */
export interface ClusterState {
  readonly redis: 'unused' | 'connected' | 'lost'
  readonly bus: 'redis' | 'postgres' | 'none'
}

type ClusterDependencies = Pick<Dependencies, 'config' | 'db' | 'sealedSecrets'>

export async function openCluster(dependencies: ClusterDependencies, log: Logger): Promise<Cluster> {
  const { redisUrl, databaseUrl, rateLimitPerMinute } = dependencies.config
  const name = randomBytes(6).toString('hex')
  const bus = databaseUrl === undefined ? null : await postgresBus(databaseUrl, name, log)
  if (redisUrl !== undefined) return await withRedis(dependencies, redisUrl, { name, fallback: bus, log })
  return {
    bus,
    limit: openRateLimit(rateLimitPerMinute),
    state: () => ({ redis: 'unused', bus: bus ? 'postgres' : 'none' }),
    close: async () => await bus?.close(),
  }
}

async function withRedis(
  { config, db, sealedSecrets }: ClusterDependencies,
  url: string,
  { name, fallback, log }: { name: string; fallback: ClusterBus | null; log: Logger },
): Promise<Cluster> {
  const { openRedis } = await import('./platform/redis/redis.ts')
  // Several services may share a Redis: the processes of one database have the same secrets.
  const waiting = { log, onWaiting: () => {} }
  const secret = await untilReachable(() => getSecret(db, sealedSecrets, 'cluster'), waiting)
  const prefix = `tessera:${hash('sha256', secret).slice(0, 16)}`
  const { rateLimitPerMinute } = config
  const { bus: primary, health, limit, close } = await openRedis({ url, prefix, name, rateLimitPerMinute, log })
  const bus = fallback ? openFailoverBus({ primary, fallback, health }) : primary
  return {
    bus,
    limit,
    state: () =>
      health.isHealthy
        ? { redis: 'connected', bus: 'redis' }
        : { redis: 'lost', bus: fallback === null ? 'none' : 'postgres' },
    close: async () => {
      await bus.close()
      await close()
    },
  }
}

// Loaded on demand: the embedded database does not need the driver.
const postgresBus = async (databaseUrl: string, name: string, log: Logger): Promise<ClusterBus> =>
  (await import('./platform/db/postgres-bus.ts')).openPostgresBus(databaseUrl, name, log)
