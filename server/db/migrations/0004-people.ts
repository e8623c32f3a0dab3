// What organizations remember of who did what, and the type of people's pictures, which their addresses carry.

import { type Kysely, sql } from 'kysely'

export const name = '0004-people'

export async function up(tx: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(tx)
}

const statements = [
  // Who acted may be gone one day; what they did stays.
  `create table audit_entries (
     id text primary key, organization_id integer not null references organizations (id) on delete cascade,
     actor_id integer, action text not null, subject_type text not null, subject_id text not null,
     subject_name text not null, changes text not null, created_at text not null)`,
  'create index audit_entries_by_organization on audit_entries (organization_id, id)',
  'alter table users add column avatar_mime text',
  'create index users_by_avatar on users (avatar_hash) where avatar_hash is not null',
]
