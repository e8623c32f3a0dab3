// The connections of a process to PostgreSQL, in pools by use: transactions that wait for a lock of another process must not
// take the connections of reads, nor those of batches.

import type { PoolUse } from '../sql/index.ts'
import { type ConnectionPool, connectPostgres } from './postgres-pool.ts'
import { batchTimeouts, requestTimeouts, type SessionTimeouts, snapshotTimeouts } from './postgres-session.ts'
import { ConnectionWatch, type WatchTimes } from './postgres-watch.ts'

/** There are at most 22 connections. Each is opened when it is needed, and closed after a minute without use. */
const uses = {
  reads: { max: 6, timeouts: requestTimeouts },
  writes: { max: 5, timeouts: requestTimeouts },
  batches: { max: 6, timeouts: batchTimeouts },
  snapshots: { max: 5, timeouts: snapshotTimeouts },
} as const

type Use = keyof typeof uses

export interface PostgresPools extends Readonly<Record<Use, ConnectionPool>> {
  use(): PoolUse
  close(): Promise<void>
}

/** For tests. */
export interface PoolsOptions {
  readonly timeouts?: Partial<SessionTimeouts>
  readonly watchTimes?: WatchTimes
}

export function openPools(databaseUrl: string, { timeouts, watchTimes }: PoolsOptions): PostgresPools {
  const watch = new ConnectionWatch(databaseUrl, watchTimes)
  const open = (use: Use) => {
    const { max, timeouts: usual } = uses[use]
    const changed = use === 'snapshots' ? {} : timeouts
    return connectPostgres(databaseUrl, { max, timeouts: { ...usual, ...changed }, watch })
  }
  const pools = { reads: open('reads'), writes: open('writes'), batches: open('batches'), snapshots: open('snapshots') }
  const all = Object.values(pools)
  const sum = (name: keyof PoolUse) => all.reduce((total, pool) => total + pool.use[name], 0)
  return {
    ...pools,
    use: () => ({ size: sum('size'), inUse: sum('inUse'), waiting: sum('waiting') }),
    async close() {
      await Promise.all(all.map(pool => pool.end()))
      watch.close()
    },
  }
}
