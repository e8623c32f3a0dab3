// Who waits for whom in the database: for tests that hold something until others stand behind it.

import { sql } from 'kysely'
import type { Database } from '../db/database.ts'
import { lookUntil } from './until.ts'

/** Fulfils once so many wait for a lock. SQLite has one writer at a time, so whoever holds anything there holds all up. */
export async function untilHeldUp({ engine, read }: Database, count = 1): Promise<void> {
  if (engine === 'sqlite') return
  await lookUntil(
    async () => {
      const found = await sql<{ waiting: number }>`
        select count(*) as waiting from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(read)
      return found.rows[0]?.waiting ?? 0
    },
    waiting => waiting >= count,
  )
}
