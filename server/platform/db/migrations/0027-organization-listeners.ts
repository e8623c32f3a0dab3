// Listeners for all workspaces of an organization. Each has an ordinary listener in every workspace, which holds the cursor
// there; deliveries are recorded under the id of the organization's listener, with the workspace they are about.

import { type Kysely, sql } from 'kysely'

export const name = '0027-organization-listeners'

export async function up(tx: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(tx)
}

const statements = [
  `create table organization_listeners (
     id text primary key, organization_id integer not null references organizations (id) on delete cascade,
     user_id integer not null references users (id) on delete cascade,
     url text not null, event_types text not null, status text not null,
     secret text not null, previous_secret text, previous_secret_until text,
     created_at text not null, updated_at text not null)`,
  'create index organization_listeners_by_user on organization_listeners (user_id, id)',
  'create index organization_listeners_by_organization on organization_listeners (organization_id)',
  'alter table listeners add column organization_listener_id text',
  `create unique index listeners_of_organization on listeners (organization_listener_id, workspace_id)
     where organization_listener_id is not null`,
  'alter table deliveries add column workspace_id integer',
  'create index deliveries_by_workspace on deliveries (workspace_id) where workspace_id is not null',
]
