// The time since which a file is being removed. Earlier rows are deleted; the next sweeps find those files again.

import { type Kysely, sql } from 'kysely'

export const name = '0011-removed-files'

export async function up(tx: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(tx)
}

const statements = [
  'drop table unused_files',
  'create table unused_files (hash text primary key, noticed_at text not null, removing_at text)',
]
