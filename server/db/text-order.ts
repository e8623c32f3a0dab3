// Sorting by text alike on both engines, whatever the locale of the database: without regard to the case of letters.

import { type RawBuilder, sql } from 'kysely'
import type { Reader } from './database.ts'
import { engineOf } from './engine-of.ts'

/** For `order by`. */
export const textOrder = (db: Pick<Reader, 'getExecutor'>, column: string): RawBuilder<string> =>
  engineOf(db) === 'sqlite' ? sql`lower(${sql.ref(column)})` : sql`lower(${sql.ref(column)}) collate "C"`
