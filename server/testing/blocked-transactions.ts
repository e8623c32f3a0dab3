// Waits until transactions are blocked by a lock: for tests that hold a lock until others wait for it.

import { sql } from 'kysely'
import type { Database } from '../platform/sql/database.ts'
import { pollUntil } from './until.ts'

/** Resolves once `count` transactions wait for a lock. Returns at once on SQLite, where every writer blocks all others. */
export async function untilBlocked({ engine, read }: Database, count = 1): Promise<void> {
  if (engine === 'sqlite') return
  await pollUntil(
    async () => {
      const found = await sql<{ waiting: number }>`
        select count(*) as waiting from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(read)
      return found.rows[0]?.waiting ?? 0
    },
    waiting => waiting >= count,
  )
}
