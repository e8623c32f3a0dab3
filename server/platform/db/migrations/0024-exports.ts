// Exports of workspaces, each with the file it made until it expires, and whether a published workspace may be downloaded.

import { type Kysely, sql } from 'kysely'

export const name = '0024-exports'

export async function up(tx: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(tx)
}

const statements = [
  'alter table workspaces add column can_download integer not null default 1',
  `create table exports (
     id text primary key, workspace_id integer not null, user_id integer not null, grant_id text not null, format text not null,
     options text not null, state text not null, progress integer not null, hash text, mime text, name text,
     size integer, error text, created_at text not null, updated_at text not null, expires_at text not null)`,
  'create index exports_by_user on exports (user_id, created_at)',
  'create index exports_by_expiry on exports (expires_at)',
  'create index exports_by_workspace on exports (workspace_id)',
  'create index exports_by_file on exports (hash) where hash is not null',
]
