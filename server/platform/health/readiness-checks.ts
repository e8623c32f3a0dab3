// The checks behind /health/ready. Each is cheap, and none changes anything but a row or a small file of this node.

import { statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { CheckFailure, type Checks } from './readiness.ts'

interface CheckDependencies {
  /** Reads from the database. */
  readonly ping: () => Promise<void>
  /** Commits a small transaction. */
  readonly commit: () => Promise<void>
  readonly clusterState: () => ClusterState
  /** Uses the file storage. */
  readonly probeStorage: () => Promise<void>
  readonly dataDir: string
  /** The minimum free space; 0 turns the check of the disk off. */
  readonly minFreeDiskBytes: number
}

interface ClusterState {
  readonly redis: 'unused' | 'connected' | 'lost'
  /** What transports the messages between nodes. */
  readonly bus: 'redis' | 'postgres' | 'none'
}

/** How long a commit counts as recent. */
const recentMs = 5_000

export function readinessChecks(dependencies: CheckDependencies): Checks {
  const { ping, commit, clusterState, probeStorage, dataDir, minFreeDiskBytes } = dependencies
  return {
    database: async () => void (await ping()),
    commits: commitCheck(commit),
    redis: async () => redisDetail(clusterState()),
    storage: async () => void (await probeStorage()),
    disk: async () =>
      void (await requireFreeSpace({ DATA_DIR: dataDir, 'the temporary folder': tmpdir() }, minFreeDiskBytes)),
  }
}

/**
 * A node whose database can be read may be unable to write: a full disk, a standby, a lock that is never released. One
 * commit is tried at a time, so that commits that hang do not pile up.
 */
export function commitCheck(commit: () => Promise<void>, now = () => performance.now()) {
  let committedAt = Number.NEGATIVE_INFINITY
  let running: Promise<void> | null = null
  return async (): Promise<undefined> => {
    if (now() - committedAt < recentMs) return
    running ??= commit()
      .then(() => {
        committedAt = now()
      })
      .finally(() => {
        running = null
      })
    await running
  }
}

function redisDetail({ redis, bus }: ClusterState): string | undefined {
  if (redis === 'unused') return 'not used'
  if (redis === 'connected') return undefined
  if (bus !== 'postgres') throw new CheckFailure('the connection is lost')
  return 'degraded: the connection is lost; PostgreSQL carries the messages between nodes'
}

/** `folders` has the names that the error uses. */
async function requireFreeSpace(folders: Readonly<Record<string, string>>, minBytes: number): Promise<void> {
  if (minBytes === 0) return
  for (const [name, folder] of Object.entries(folders)) {
    const { bavail, bsize } = await statfs(folder)
    if (bavail * bsize < minBytes)
      throw new CheckFailure(`less than ${Math.round(minBytes / 1_000_000)} MB free in ${name} (DISK_MIN_FREE_BYTES)`)
  }
}
