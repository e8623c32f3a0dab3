// Locks a table against other writers until the transaction ends, for rows that must be created once over all processes.
// Readers are not blocked. SQLite has one writer at a time and needs no lock.

import { sql } from 'kysely'
import type { Schema } from '../schema/index.ts'
import type { Tx } from './database.ts'
import { engineOf } from './engine-of.ts'

export async function lockTable(tx: Tx, table: keyof Schema): Promise<void> {
  if (engineOf(tx) === 'sqlite') return
  await sql`lock table ${sql.table(table)} in share row exclusive mode`.execute(tx)
}
