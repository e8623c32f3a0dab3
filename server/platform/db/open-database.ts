// Opens the configured database and applies its migrations.

import { join } from 'node:path'
import type { Database, Reader } from '../sql/index.ts'
import { listAppliedMigrations } from './applied-migrations.ts'
import { makeDataFolder } from './data-folder.ts'
import { migrate } from './migrate.ts'
import type { Migration } from './migration.ts'
import { openSqlite, type SqliteOptions } from './sqlite-database.ts'
import { DatabaseUnavailable } from './unavailable.ts'

export interface DatabaseSettings {
  readonly databaseUrl?: string | undefined
  readonly dataDir: string
}

interface OpenOptions {
  /** For tests; the default is all migrations. */
  readonly migrations?: readonly Migration[]
  /** Checks a database that has tables, before anything in it is changed. */
  readonly check?: (reader: Reader) => Promise<void>
  /** Called when the migrations start, which may wait for another process that applies them. */
  readonly onMigrating?: () => void
}

export async function openDatabase(settings: DatabaseSettings, options: OpenOptions = {}): Promise<Database> {
  const { migrations, check, onMigrating } = options
  const db = settings.databaseUrl
    ? await connect(settings.databaseUrl)
    : openEmbedded(settings.dataDir, { makesCheckpoints: true })
  try {
    if (check && (await listAppliedMigrations(db.read, db.engine)).length > 0) await check(db.read)
    onMigrating?.()
    await migrate(db, { migrations })
    return db
  } catch (error) {
    await db.close()
    throw error
  }
}

/** Opens the embedded database without migrations. */
export function openEmbedded(dataDir: string, options: SqliteOptions): Database {
  makeDataFolder(dataDir)
  const path = join(dataDir, 'tessera.db')
  try {
    return openSqlite(path, options)
  } catch (error) {
    throw new Error(`the database ${path} cannot be opened: ${(error as Error).message}`, { cause: error })
  }
}

// The message contains the address without its password, because it is logged.
async function connect(databaseUrl: string): Promise<Database> {
  // Loaded only if needed: the embedded database does not use it.
  const { openPostgres } = await import('./postgres-database.ts')
  try {
    return await openPostgres(databaseUrl)
  } catch (error) {
    if (!(error instanceof DatabaseUnavailable)) throw error
    const { host, pathname } = URL.parse(databaseUrl) ?? { host: 'DATABASE_URL', pathname: '' }
    throw new DatabaseUnavailable(`the database at ${host}${pathname} is not reachable: ${error.message}`, {
      cause: error,
    })
  }
}
