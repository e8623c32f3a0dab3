// The progress of what migrations leave to be done in the background. A row without `finished_at` is still to be done.

import { type Kysely, sql } from 'kysely'

export const name = '0029-migration-steps'
export const step = 'expand'

export async function up(tx: Kysely<unknown>): Promise<void> {
  await sql
    .raw(
      `create table migration_steps (
         name text primary key, position text, rows_done integer not null default 0,
         started_at text, finished_at text)`,
    )
    .execute(tx)
}
