// The disk of DATA_DIR and the files of the embedded database on it.

import { stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Engine } from '../sql/index.ts'
import { gauge, type MetricFamily } from './metric-family.ts'

export async function diskMetrics(dataDir: string, engine: Engine): Promise<MetricFamily[]> {
  const { bavail, blocks, bsize } = await statfs(dataDir)
  return [
    gauge('tessera_disk_free_bytes', 'Free space on the disk of DATA_DIR.', bavail * bsize),
    gauge('tessera_disk_size_bytes', 'Size of the disk of DATA_DIR.', blocks * bsize),
    ...(engine === 'sqlite' ? await sqliteMetrics(join(dataDir, 'tessera.db')) : []),
  ]
}

async function sqliteMetrics(path: string): Promise<MetricFamily[]> {
  return [
    gauge('tessera_sqlite_bytes', 'Size of the embedded database and of its write-ahead log.', [
      { labels: { file: 'database' }, value: await sizeOf(path) },
      { labels: { file: 'wal' }, value: await sizeOf(`${path}-wal`) },
    ]),
  ]
}

/** The write-ahead log is removed when the last connection closes. */
const sizeOf = async (path: string): Promise<number> =>
  await stat(path).then(
    ({ size }) => size,
    () => 0,
  )
