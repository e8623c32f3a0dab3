// Leases and end times of jobs, and indexes for the next job of each name and the first of each key. A job that waits for
// another of its key has the state 'behind', so that the workers do not read it.

import { type Kysely, sql } from 'kysely'

export const name = '0003-jobs'

export async function up(tx: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(tx)
}

const statements = [
  'alter table jobs add column lease_owner text',
  'alter table jobs add column finished_at text',
  'drop index jobs_by_turn',
  'create index jobs_by_turn on jobs (state, name, run_at, id)',
  'create index jobs_by_key on jobs (key, state, id)',
  'create index jobs_by_lease on jobs (leased_until) where leased_until is not null',
  'create index jobs_by_finish on jobs (finished_at) where finished_at is not null',
]
