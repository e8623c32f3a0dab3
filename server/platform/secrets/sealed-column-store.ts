// The SQL to re-encrypt stored secrets. It writes columns of other folders' tables, but never changes what they mean.

import { sql } from 'kysely'
import type { Reader, Tx } from '../sql/index.ts'
import type { SealedColumn } from './sealed-columns.ts'

export interface SealedCell {
  readonly key: string | number
  readonly value: string
}

const pageRows = 500

export async function* readSealedColumn(db: Reader, { table, key, column }: SealedColumn): AsyncGenerator<SealedCell> {
  const [id, value] = [sql.ref(key), sql.ref(column)]
  let after: SealedCell['key'] | undefined
  for (;;) {
    const isNext = after === undefined ? sql`1 = 1` : sql`${id} > ${after}`
    const { rows } = await sql<SealedCell>`
      select ${id} as key, ${value} as value from ${sql.table(table)}
      where ${value} <> '' and ${isNext} order by ${id} limit ${sql.lit(pageRows)}`.execute(db)
    yield* rows
    if (rows.length < pageRows) return
    after = rows.at(-1)?.key
  }
}

/** Does not overwrite a value that was changed since it was read. */
export async function replaceSealedCell(tx: Tx, { table, key, column }: SealedColumn, cell: SealedCell, value: string) {
  await sql`
    update ${sql.table(table)} set ${sql.ref(column)} = ${value}
    where ${sql.ref(key)} = ${cell.key} and ${sql.ref(column)} = ${cell.value}`.execute(tx)
}
