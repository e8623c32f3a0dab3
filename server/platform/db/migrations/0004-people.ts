// The audit log of organizations, and the media type of avatars, which their URLs contain.

import { type Kysely, sql } from 'kysely'

export const name = '0004-people'

export async function up(tx: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(tx)
}

const statements = [
  // No foreign key: entries stay when the actor is deleted.
  `create table audit_entries (
     id text primary key, organization_id integer not null references organizations (id) on delete cascade,
     actor_id integer, action text not null, subject_type text not null, subject_id text not null,
     subject_name text not null, changes text not null, created_at text not null)`,
  'create index audit_entries_by_organization on audit_entries (organization_id, id)',
  'alter table users add column avatar_mime text',
  'create index users_by_avatar on users (avatar_hash) where avatar_hash is not null',
]
