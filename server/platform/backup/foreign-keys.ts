// Allows loading tables in any order. On SQLite a rebuild checks the foreign keys at its end; on PostgreSQL they are
// dropped and added again, which checks them.

import { sql } from 'kysely'
import { engineOf, rows, type Tx } from '../sql/index.ts'
import type { ArchivedTable } from './archived-tables.ts'

export async function withoutForeignKeys(
  tx: Tx,
  tables: readonly ArchivedTable[],
  run: () => Promise<void>,
): Promise<void> {
  const foreignKeys = engineOf(tx) === 'postgres' ? await listForeignKeys(tx, tables) : []
  for (const { table, name } of foreignKeys) await sql.raw(`alter table ${table} drop constraint ${name}`).execute(tx)
  await run()
  for (const { table, name, definition } of foreignKeys)
    await sql.raw(`alter table ${table} add constraint ${name} ${definition}`).execute(tx)
}

interface ForeignKey {
  readonly table: string
  readonly name: string
  readonly definition: string
}

async function listForeignKeys(tx: Tx, tables: readonly ArchivedTable[]): Promise<ForeignKey[]> {
  const named = rows(tx, { name: 'text' }, tables)
  const found = await sql<ForeignKey>`
    select conrelid::regclass::text as "table", quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint
    where contype = 'f' and conrelid in (select to_regclass(quote_ident(t.name)) from ${named} as t)`.execute(tx)
  return found.rows
}
