// Sorts by text in the same order on both engines, regardless of the locale of the database.

import { type RawBuilder, sql } from 'kysely'
import type { Reader } from './database.ts'
import { engineOf } from './engine-of.ts'

type EngineSource = Pick<Reader, 'getExecutor'>

/** For text that people read: case-insensitive. */
export const textOrder = (db: EngineSource, column: string) => collate(db, sql`lower(${sql.ref(column)})`)

/** For times and codes: character by character. */
export const codeOrder = (db: EngineSource, column: string) => collate(db, sql.ref(column))

const collate = (db: EngineSource, text: RawBuilder<unknown>): RawBuilder<string> =>
  engineOf(db) === 'sqlite' ? sql`${text}` : sql`${text} collate "C"`
