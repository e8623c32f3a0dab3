// The time of the database as SQL, in the format of the stored times. Processes compare leases with it, so that their own
// clocks may differ.

import { type RawBuilder, sql } from 'kysely'
import type { Reader } from './database.ts'
import { engineOf } from './engine-of.ts'

/** The time at which the statement began, plus the offset. */
export const databaseTime = (db: Pick<Reader, 'getExecutor'>, offsetMs = 0): RawBuilder<string> =>
  engineOf(db) === 'postgres'
    ? sql`to_char((statement_timestamp() + interval '${sql.raw(String(offsetMs))} milliseconds') at time zone 'UTC',
        'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
    : sql`strftime('%Y-%m-%dT%H:%M:%fZ', 'now', '${sql.raw(String(offsetMs / 1_000))} seconds')`
