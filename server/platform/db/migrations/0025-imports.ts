// Imports of board files. `source_hash` is the uploaded file, `prepared_hash` the changes that were read from it.

import { type Kysely, sql } from 'kysely'

export const name = '0025-imports'

export async function up(tx: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(tx)
}

const statements = [
  `create table imports (
     id text primary key, workspace_id integer not null references workspaces (id) on delete cascade,
     user_id integer not null, grant_id text not null, state text not null, format text, name text not null,
     x integer, y integer, source_hash text not null, prepared_hash text, tries integer not null default 0,
     part_count integer not null default 0, parts_done integer not null default 0,
     placed integer not null default 0, report text, error text, error_code text,
     created_at text not null, updated_at text not null)`,
  'create index imports_by_workspace on imports (workspace_id)',
  `create index imports_by_source on imports (source_hash) where state in ('waiting', 'running')`,
  `create index imports_by_prepared on imports (prepared_hash) where state in ('waiting', 'running')`,
]
