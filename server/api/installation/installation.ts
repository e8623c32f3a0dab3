// The installation as its operator sees it: the version, the process, the database, the storage and the row counts.

import { statfs } from 'node:fs/promises'
import type { Operations, ReplyOf } from '@tessera/contract'
import { type Handlers, read } from '../../accounts/handler.ts'
import { countDeliveryBacklog } from '../../board/index.ts'
import server from '../../package.json' with { type: 'json' }
import { databaseInfo } from '../../platform/db/index.ts'
import { listLargestOrganizations } from '../../platform/files/index.ts'
import type { Database, Reader } from '../../platform/sql/index.ts'
import { countEverything } from './installation-store.ts'

export interface InstallationDependencies {
  readonly db: Database
  /** Where files are stored on this machine, null if they are in S3. */
  readonly filesFolder: string | null
  /** The limits and their current use. */
  readonly readLimits: (db: Reader, largestOrganizationBytes: number) => Promise<LimitUse[]>
}

/** How many organizations are listed with the total size of their files. */
const listedOrganizations = 10

type LimitUse = ReplyOf<Operations['installation']['get']>['installation']['limits'][number]

export const installationHandlers = ({
  db,
  filesFolder,
  readLimits,
}: InstallationDependencies): Handlers<'installation'> => ({
  get: read(async ({ db: reader }) => {
    const { files, bytes, ...counts } = await countEverything(reader)
    const largest = await listLargestOrganizations(reader, listedOrganizations)
    return {
      installation: {
        version: server.version,
        process: {
          node: process.version,
          started_at: new Date(performance.timeOrigin).toISOString(),
          memory_bytes: process.memoryUsage.rss(),
        },
        database: await databaseInfo(db),
        storage: {
          kind: filesFolder === null ? 's3' : 'disk',
          files,
          bytes,
          free_bytes: filesFolder === null ? null : await freeBytes(filesFolder),
        },
        deliveries: deliveriesOf(await countDeliveryBacklog(reader)),
        limits: await readLimits(reader, largest[0]?.bytes ?? 0),
        largest_organizations: largest,
        counts,
      },
    }
  }),
})

function deliveriesOf({ statuses, events, oldest }: Awaited<ReturnType<typeof countDeliveryBacklog>>) {
  const of = (status: string) => statuses.find(one => one.status === status)?.listeners ?? 0
  return {
    active: of('ACTIVE'),
    paused: of('IN_ACTIVE'),
    suspended: of('SUSPENDED'),
    events_waiting: events,
    oldest_at: oldest,
  }
}

async function freeBytes(folder: string): Promise<number | null> {
  try {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize
  } catch {
    return null
  }
}
