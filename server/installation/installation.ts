// The installation for those who run it: what runs, where things are kept and how much there is.

import { statfs } from 'node:fs/promises'
import type { Database } from '../db/database.ts'
import { databaseFacts } from '../db/database-facts.ts'
import { type Handlers, read } from '../handler.ts'
import server from '../package.json' with { type: 'json' }
import { countEverything } from './installation-store.ts'

export interface InstallationParts {
  readonly db: Database
  /** Where files lie on this machine; null where another keeps them. */
  readonly filesFolder: string | null
}

export const installationHandlers = ({ db, filesFolder }: InstallationParts): Handlers<'installation'> => ({
  get: read(async ({ db: reader }) => {
    const { files, bytes, ...counts } = await countEverything(reader)
    return {
      installation: {
        version: server.version,
        process: {
          node: process.version,
          started_at: new Date(performance.timeOrigin).toISOString(),
          memory_bytes: process.memoryUsage.rss(),
        },
        database: await databaseFacts(db),
        storage: {
          kind: filesFolder === null ? 's3' : 'disk',
          files,
          bytes,
          free_bytes: filesFolder === null ? null : await freeBytes(filesFolder),
        },
        counts,
      },
    }
  }),
})

async function freeBytes(folder: string): Promise<number | null> {
  try {
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize
  } catch {
    return null
  }
}
