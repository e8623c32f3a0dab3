// One step in the life of the tables. `up` runs inside a transaction of its own and must leave both engines alike.

import type { Kysely } from 'kysely'
import type { Engine } from './database.ts'

export interface Migration {
  readonly name: string
  // biome-ignore lint/suspicious/noExplicitAny: a migration sees the tables as they were then, not today's Schema
  up(tx: Kysely<any>, engine: Engine): Promise<void>
}
