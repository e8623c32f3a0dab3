// Reads whole tables in bounded memory, and reads and sets their id counters.

import { sql } from 'kysely'
import { type Cell, engineOf, type Reader, type Tx } from '../sql/index.ts'
import type { ArchivedTable } from './archived-tables.ts'

export type Row = Readonly<Record<string, Cell>>

// A row can have hundreds of kilobytes (a long stroke, a stored response).
const chunkRows = 100

/** `reader` must be a snapshot: PostgreSQL cursors exist only inside a transaction. */
export async function* readRows(reader: Reader, table: ArchivedTable): AsyncGenerator<readonly Row[]> {
  const columns = sql.join(Object.keys(table.columns).map(name => sql.ref(name)))
  const select = sql<Row>`select ${columns} from ${sql.table(table.name)}`
  if (engineOf(reader) === 'postgres') yield* readCursor(reader, select)
  else yield* readStream(reader, select)
}

/** Returns the last generated id, or 0 if there was none. */
export async function readLastId(reader: Reader, table: ArchivedTable): Promise<number | null> {
  if (table.identity === null) return null
  if (engineOf(reader) === 'sqlite') {
    const { rows } = await sql<{ seq: number }>`select seq from sqlite_sequence where name = ${table.name}`.execute(
      reader,
    )
    return rows[0]?.seq ?? 0
  }
  const sequence = await sequenceOf(reader, table, table.identity)
  const { rows } = await sql<{ id: number }>`
    select case when is_called then last_value else 0 end as id from ${sql.raw(sequence)}`.execute(reader)
  return rows[0]?.id ?? 0
}

/** The next row of the table gets `lastId` + 1. */
export async function setLastId(tx: Tx, table: ArchivedTable, lastId: number): Promise<void> {
  if (table.identity === null) return
  if (engineOf(tx) === 'postgres') {
    const sequence = await sequenceOf(tx, table, table.identity)
    await sql`select setval(${sequence}::regclass, ${lastId + 1}, false)`.execute(tx)
    return
  }
  await sql`delete from sqlite_sequence where name = ${table.name}`.execute(tx)
  await sql`insert into sqlite_sequence (name, seq) values (${table.name}, ${lastId})`.execute(tx)
}

type Select = ReturnType<typeof sql<Row>>

async function* readCursor(reader: Reader, select: Select): AsyncGenerator<readonly Row[]> {
  await sql`declare archived no scroll cursor for ${select}`.execute(reader)
  for (;;) {
    const { rows } = await sql<Row>`fetch ${sql.lit(chunkRows)} from archived`.execute(reader)
    if (rows.length === 0) break
    yield rows
  }
  await sql`close archived`.execute(reader)
}

async function* readStream(reader: Reader, select: Select): AsyncGenerator<readonly Row[]> {
  for await (const { rows } of reader.getExecutor().stream<Row>(select.compile(reader), chunkRows)) yield rows
}

async function sequenceOf(reader: Reader, table: ArchivedTable, column: string): Promise<string> {
  const { rows } = await sql<{ sequence: string }>`
    select pg_get_serial_sequence(${table.name}, ${column}) as sequence`.execute(reader)
  return (rows[0] as { sequence: string }).sequence
}
