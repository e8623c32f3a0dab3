// A migration. `up` runs in a transaction of its own and must have the same result on both engines.

import type { Kysely } from 'kysely'
import type { Engine } from './database.ts'

export interface Migration {
  readonly name: string
  // biome-ignore lint/suspicious/noExplicitAny: a migration sees the tables as they were then, not today's Schema
  up(tx: Kysely<any>, engine: Engine): Promise<void>
}
