// Many rows as a table inside a statement, bound as a fixed number of parameters: the text does not depend on the number of
// rows, so the prepared statement is reused. For inserts and updates of many rows, write-rows.ts is faster on SQLite.

import { CompiledQuery, type RawBuilder, sql } from 'kysely'
import { type CellType, type CellTypes, cellOf, type RowOf } from './cell.ts'
import type { Engine, Reader } from './database.ts'
import { engineOf } from './engine-of.ts'
import { elementTypes, postgresArray } from './postgres-array.ts'
import { quoteIdentifier } from './quote-identifier.ts'

/** Used in place of a table: sql`select … from ${rows(tx, { id: 'text', x: 'integer' }, list)} as r`. Preserves the order. */
export function rows<C extends CellTypes, R extends RowOf<C>>(
  db: Pick<Reader, 'getExecutor'>,
  columns: C,
  list: readonly R[],
): RawBuilder<Pick<R, keyof C & keyof R>> {
  const { texts, parametersOf } = (engineOf(db) === 'sqlite' ? onSqlite : onPostgres)(columns)
  // Calls the sql tag with prebuilt parts, because this runs with every change.
  return sql(Object.assign([...texts], { raw: texts }), ...parametersOf(list))
}

/**
 * A statement whose only parameters are rows, built once for each engine: for statements of every request, where building
 * would take longer than running. `write` gets the table expression of the rows.
 */
export function rowsStatement<C extends CellTypes>(columns: C, write: (table: string) => string) {
  const texts: { [E in Engine]?: string } = {}
  return async <Found>(
    db: Pick<Reader, 'getExecutor' | 'executeQuery'>,
    list: readonly RowOf<C>[],
  ): Promise<Found[]> => {
    const engine = engineOf(db)
    const { text, parametersOf } = engine === 'sqlite' ? sqliteRows(columns) : postgresRows(columns)
    texts[engine] ??= write(text)
    const { rows } = await db.executeQuery<Found>(CompiledQuery.raw(texts[engine], parametersOf(list)))
    return rows
  }
}

/** For SQL text that is built without the tag. */
export function postgresRows(columns: CellTypes): { text: string; parametersOf: Listing['parametersOf'] } {
  const { texts, parametersOf } = onPostgres(columns)
  return { text: texts.reduce((text, next, index) => `${text}$${index}${next}`), parametersOf }
}

function sqliteRows(columns: CellTypes): { text: string; parametersOf: Listing['parametersOf'] } {
  const { texts, parametersOf } = onSqlite(columns)
  return { text: texts.join('?'), parametersOf }
}

interface Listing {
  /** A parameter is placed between every two of them. */
  readonly texts: readonly string[]
  readonly parametersOf: (list: readonly object[]) => unknown[]
}

type Entries = readonly (readonly [name: string, type: CellType])[]

// Entries by position and as jsonb, which take less than half the time of names and json.
const onSqlite = memoize(entries => {
  const cells = entries.map(([name, type], index) => {
    const cell = type === 'real' ? `cast(value ->> ${index} as real)` : `value ->> ${index}`
    return `${cell} as ${quoteIdentifier(name)}`
  })
  return {
    texts: [`(select ${cells} from jsonb_each(`, '))'],
    parametersOf: list => [JSON.stringify(list.map(row => entries.map(([name, type]) => cellOf(row, name, type))))],
  }
})

const onPostgres = memoize(entries => {
  const arrays = entries.map(([, type]) => `::${elementTypes[type]}[]`)
  const last = `${arrays.pop()}) as listed(${entries.map(([name]) => quoteIdentifier(name))}))`
  return {
    texts: ['(select * from unnest(', ...arrays.map(array => `${array}, `), last],
    parametersOf: list => entries.map(([name, type]) => postgresArray(list, name, type)),
  }
})

// Columns are constants of the stores, so values derived from them are computed once.
function memoize(describe: (entries: Entries) => Listing): (columns: CellTypes) => Listing {
  const known = new WeakMap<CellTypes, Listing>()
  return columns => {
    const listing = known.get(columns) ?? describe(Object.entries(columns))
    known.set(columns, listing)
    return listing
  }
}
