// Fills every column of every table with rows derived from the migrations, and reads all rows for comparison.

import { sql } from 'kysely'
import { type ArchivedTable, listArchivedTables } from '../platform/backup/archived-tables.ts'
import { withoutForeignKeys } from '../platform/backup/foreign-keys.ts'
import { setLastId } from '../platform/backup/table-rows.ts'
import { migrations } from '../platform/db/migrations/index.ts'
import type { Cell } from '../platform/sql/cell.ts'
import type { Database } from '../platform/sql/database.ts'
import { insertRows } from '../platform/sql/write-rows.ts'

/** Integers are the row number and texts contain the column name and the row number, so that references are valid. */
export async function fillTables(db: Database, rowCount = 3): Promise<void> {
  const tables = await listArchivedTables(migrations)
  const numbers = Array.from({ length: rowCount }, (_, index) => index + 1)
  await db.rebuild(tx =>
    withoutForeignKeys(tx, tables, async () => {
      for (const table of tables) {
        await insertRows(
          tx,
          table.name as never,
          table.columns as never,
          numbers.map(number => rowOf(table, number, tables)) as never,
        )
        await setLastId(tx, table, rowCount)
      }
    }),
  )
}

export async function readTables(db: Database): Promise<Record<string, string[]>> {
  const contents: Record<string, string[]> = {}
  for (const { name } of await listArchivedTables(migrations)) {
    const { rows } = await sql<object>`select * from ${sql.table(name)}`.execute(db.read)
    contents[name] = rows.map(row => JSON.stringify(row)).sort()
  }
  return contents
}

function rowOf(table: ArchivedTable, number: number, tables: readonly ArchivedTable[]): Record<string, Cell> {
  const columns = Object.entries(table.columns).map(([name, type]) => {
    if (type === 'text') return [name, `${referencedColumn(name, tables)} ${number} "é\\n\n漢👩‍👧`]
    return [name, type === 'real' ? number / 3 : number]
  })
  return Object.fromEntries(columns)
}

/** `grant_id` has the value of `id` in `grants`, `parent_id` that of its own table; every other column has its own. */
function referencedColumn(name: string, tables: readonly ArchivedTable[]): string {
  if (name === 'parent_id') return 'id'
  const named = tables.find(table => name === `${table.name.replace(/s$/, '')}_id`)
  return named?.columns.id === 'text' ? 'id' : name
}
