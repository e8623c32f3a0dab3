// Many rows as a table inside a statement, bound as a few parameters whatever their number: the text stays the same, so its
// prepared statement is used again. For plain inserts and updates of many rows, write-rows.ts is faster on SQLite.

import { type RawBuilder, sql } from 'kysely'
import { type CellType, type CellTypes, cellOf, type RowOf } from './cell.ts'
import type { Reader } from './database.ts'
import { engineOf } from './engine-of.ts'
import { postgresArray } from './postgres-array.ts'
import { quoted } from './quoted.ts'

/** Stands where a table does: sql`select … from ${rows(tx, { id: 'text', x: 'integer' }, list)} as r`. Keeps the order. */
export function rows<C extends CellTypes, R extends RowOf<C>>(
  db: Pick<Reader, 'getExecutor'>,
  columns: C,
  list: readonly R[],
): RawBuilder<Pick<R, keyof C & keyof R>> {
  const entries = Object.entries(columns)
  return engineOf(db) === 'sqlite' ? sqliteRows(entries, list) : postgresRows(entries, list)
}

type Columns = readonly (readonly [name: string, type: CellType])[]

// By position and as jsonb: less than half the time that names and json take.
function sqliteRows<R extends object>(columns: Columns, list: readonly R[]): RawBuilder<R> {
  const json = JSON.stringify(list.map(row => columns.map(([name, type]) => cellOf(row, name, type))))
  const cells = columns.map(([name, type], index) => {
    const cell = type === 'real' ? `cast(value ->> ${index} as real)` : `value ->> ${index}`
    return `${cell} as ${quoted(name)}`
  })
  return fragment([`(select ${cells} from jsonb_each(`, '))'], [json])
}

function postgresRows<R extends object>(columns: Columns, list: readonly R[]): RawBuilder<R> {
  const arrays = columns.map(([name, type]) => postgresArray(list, name, type))
  const texts = arrays.map(({ elementType }, index) => `::${elementType}[]${index < arrays.length - 1 ? ', ' : ''}`)
  const last = `${texts.pop()}) as listed(${columns.map(([name]) => quoted(name))}))`
  return fragment(
    ['(select * from unnest(', ...texts, last],
    arrays.map(({ bytes }) => bytes),
  )
}

// What the sql tag is given, without the work of putting it together from pieces: this runs with every change.
const fragment = <R>(texts: readonly string[], parameters: readonly unknown[]): RawBuilder<R> =>
  sql<R>(Object.assign([...texts], { raw: texts }), ...parameters)
