// Checkpoints of logs, from which past states are read, and copies of workspaces that are made in steps. The checkpoints of
// existing logs are made by jobs.

import { type Kysely, sql } from 'kysely'

export const name = '0030-checkpoints'
export const step = 'expand'

export async function up(tx: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(tx)
  const now = new Date().toISOString()
  await sql`
    insert into jobs (name, key, payload, run_at, created_at)
    select 'make-checkpoints', 'checkpoints:' || id, '{"workspace_id":' || id || '}', ${now}, ${now} from workspaces
    where seq >= 10000 and erased_at is null`.execute(tx)
}

const workspace = 'workspace_id integer not null references workspaces (id) on delete cascade'

const statements = [
  `create table board_checkpoints (
     ${workspace}, seq integer not null, objects_count integer not null, created_at text not null,
     primary key (workspace_id, seq))`,
  `create table board_checkpoint_pages (
     ${workspace}, seq integer not null, last_id text not null, entries text not null,
     primary key (workspace_id, seq, last_id))`,
  'alter table workspaces add column copying_until text',
]
