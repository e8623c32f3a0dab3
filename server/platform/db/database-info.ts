// Reports engine, version and size of the database, for operators.

import { sql } from 'kysely'
import type { Database, Engine } from '../sql/index.ts'

export interface DatabaseInfo {
  readonly engine: Engine
  readonly version: string
  /** Its size on disk. */
  readonly bytes: number
}

const queries = {
  sqlite: sql<{ version: string; bytes: number }>`
    select sqlite_version() as version, pages.page_count * sizes.page_size as bytes
    from pragma_page_count() as pages, pragma_page_size() as sizes`,
  postgres: sql<{ version: string; bytes: number }>`
    select current_setting('server_version') as version, pg_database_size(current_database()) as bytes`,
}

export async function databaseInfo({ engine, read }: Pick<Database, 'engine' | 'read'>): Promise<DatabaseInfo> {
  const { rows } = await queries[engine].execute(read)
  const [facts] = rows
  if (!facts) throw new Error('the database returned no information about itself')
  return { engine, version: facts.version, bytes: Number(facts.bytes) }
}
