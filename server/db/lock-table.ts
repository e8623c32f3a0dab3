// Holding a whole table against other writers until a transaction ends, for what must be made once over all processes.
// Readers go on. SQLite has one writer at a time, who holds everything already.

import { sql } from 'kysely'
import type { Tx } from './database.ts'
import { engineOf } from './engine-of.ts'
import type { Schema } from './schema.ts'

export async function lockTable(tx: Tx, table: keyof Schema): Promise<void> {
  if (engineOf(tx) === 'sqlite') return
  await sql`lock table ${sql.table(table)} in share row exclusive mode`.execute(tx)
}
