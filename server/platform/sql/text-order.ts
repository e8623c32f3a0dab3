// Sorts by text in the same order on both engines, regardless of the locale of the database.

import { type RawBuilder, sql } from 'kysely'
import type { Reader } from './database.ts'
import { engineOf } from './engine-of.ts'

type Engined = Pick<Reader, 'getExecutor'>

/** For text that people read: case-insensitive. */
export const textOrder = (db: Engined, column: string) => collated(db, sql`lower(${sql.ref(column)})`)

/** For times and codes: character by character. */
export const codeOrder = (db: Engined, column: string) => collated(db, sql.ref(column))

const collated = (db: Engined, text: RawBuilder<unknown>): RawBuilder<string> =>
  engineOf(db) === 'sqlite' ? sql`${text}` : sql`${text} collate "C"`
