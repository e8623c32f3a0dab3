// Opens the database the settings name, and brings its tables up to date.

import { join } from 'node:path'
import { makeDataFolder } from './data-folder.ts'
import type { Database } from './database.ts'
import { migrate } from './migrate.ts'
import type { Migration } from './migration.ts'
import { openSqlite } from './sqlite-database.ts'
import { DatabaseUnavailable } from './unavailable.ts'

export interface DatabaseSettings {
  readonly databaseUrl?: string | undefined
  readonly dataDir: string
}

/** `migrations` is for tests: what the program itself brings is the default. */
export async function openDatabase(settings: DatabaseSettings, migrations?: readonly Migration[]): Promise<Database> {
  const db = settings.databaseUrl ? await connect(settings.databaseUrl) : openEmbedded(settings.dataDir)
  try {
    await migrate(db, migrations)
    return db
  } catch (error) {
    await db.close()
    throw error
  }
}

/** As it is: for a thread of the server that has brought it up to date. */
export function openEmbedded(dataDir: string): Database {
  makeDataFolder(dataDir)
  const path = join(dataDir, 'tessera.db')
  try {
    return openSqlite(path)
  } catch (error) {
    throw new Error(`the database ${path} cannot be opened: ${(error as Error).message}`, { cause: error })
  }
}

// The address without its password: the sentence ends up in logs.
async function connect(databaseUrl: string): Promise<Database> {
  // Loaded only where it is used: the embedded database needs none of it.
  const { openPostgres } = await import('./postgres-database.ts')
  try {
    return await openPostgres(databaseUrl)
  } catch (error) {
    if (!(error instanceof DatabaseUnavailable)) throw error
    const { host, pathname } = URL.parse(databaseUrl) ?? { host: 'DATABASE_URL', pathname: '' }
    throw new DatabaseUnavailable(`the database at ${host}${pathname} does not answer: ${error.message}`, {
      cause: error,
    })
  }
}
