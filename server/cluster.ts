// What the processes that share a database share besides: how they hear of each other, and how much a user may ask of all of
// them. Through Redis where there is one, otherwise through PostgreSQL; the embedded database has one process.

import { hash } from 'node:crypto'
import type { Logger } from 'pino'
import type { ClusterBus } from './cluster-bus.ts'
import type { Config } from './config.ts'
import { openRateLimit, type RateLimit } from './http/rate-limit.ts'

export interface Cluster {
  /** Null where there can be only one process. */
  readonly bus: ClusterBus | null
  readonly limit: RateLimit
  close(): Promise<void>
}

export async function openCluster(
  { config, fileKey }: { readonly config: Config; readonly fileKey: Buffer },
  log: Logger,
): Promise<Cluster> {
  const { redisUrl, databaseUrl, rateLimitPerMinute } = config
  if (redisUrl !== undefined) {
    const { openRedis } = await import('./redis/redis.ts')
    // Several services may share a Redis: whoever shares a database has the same secrets.
    const prefix = `tessera:${hash('sha256', fileKey).slice(0, 16)}`
    return openRedis({ url: redisUrl, prefix, rateLimitPerMinute, log })
  }
  const bus = databaseUrl === undefined ? null : await postgresBus(databaseUrl, log)
  return { bus, limit: openRateLimit(rateLimitPerMinute), close: async () => await bus?.close() }
}

// Loaded where it is needed: the embedded database does without the driver.
const postgresBus = async (databaseUrl: string, log: Logger): Promise<ClusterBus> =>
  (await import('./db/postgres-bus.ts')).openPostgresBus(databaseUrl, log)
