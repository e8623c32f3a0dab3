// The tables in an archive: those that the migrations create, read from an in-memory database. Tables of other programs in
// the same PostgreSQL database are neither saved nor changed.

import { DatabaseSync } from 'node:sqlite'
import { Kysely } from 'kysely'
import { type Migration, sqliteDialect } from '../db/index.ts'
import { sealedColumns } from '../secrets/index.ts'
import type { CellType, CellTypes } from '../sql/index.ts'

export interface ArchivedTable {
  readonly name: string
  /** Without those of secrets that nothing needs after a restore. */
  readonly columns: CellTypes
  /** The autoincrement column. */
  readonly identity: string | null
}

export async function listArchivedTables(migrations: readonly Migration[]): Promise<ArchivedTable[]> {
  const memory = new DatabaseSync(':memory:')
  try {
    const db = new Kysely<unknown>({ dialect: sqliteDialect(memory) })
    for (const migration of migrations) await migration.up(db, 'sqlite')
    const tables = memory.prepare(
      `select name, sql from sqlite_schema where type = 'table' and name <> 'sqlite_sequence'`,
    )
    return tables.all().map(row => describe(memory, String(row.name), String(row.sql)))
  } finally {
    memory.close()
  }
}

function describe(memory: DatabaseSync, name: string, definition: string): ArchivedTable {
  const columns = memory.prepare('select name, type, pk from pragma_table_info(?)').all(name)
  const key = columns.find(column => column.pk === 1)
  const archived = columns.filter(column => !isTransient(name, String(column.name)))
  return {
    name,
    columns: Object.fromEntries(archived.map(({ name, type }) => [String(name), cellTypeOf(String(type))])),
    identity: key && /autoincrement/i.test(definition) ? String(key.name) : null,
  }
}

const isTransient = (table: string, column: string) =>
  sealedColumns.some(one => one.table === table && one.column === column && one.isTransient)

function cellTypeOf(declared: string): CellType {
  if (/int/i.test(declared)) return 'integer'
  if (/text/i.test(declared)) return 'text'
  if (/real|double/i.test(declared)) return 'real'
  throw new Error(`a column of type ${declared} cannot be archived`)
}
