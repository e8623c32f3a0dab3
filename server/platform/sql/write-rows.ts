// Inserts or updates many rows: on SQLite with a prepared statement run once per row (three times as fast as one statement
// for all rows), on PostgreSQL with one statement.

import { CompiledQuery } from 'kysely'
import type { Schema } from '../schema/index.ts'
import { type CellType, type CellTypes, cellOf, type RowOf } from './cell.ts'
import type { Tx } from './database.ts'
import { engineOf } from './engine-of.ts'
import { quoteIdentifier } from './quote-identifier.ts'
import type { RowWriter } from './row-writer.ts'
import { postgresRows } from './rows.ts'

type Table = keyof Schema & string
type ColumnsOf<T extends Table, C> = C & { readonly [K in keyof C]: K extends keyof Schema[T] ? unknown : never }

/** Returns how many rows were inserted; with `ignoreExisting`, rows whose key exists are skipped. */
export function insertRows<T extends Table, C extends CellTypes>(
  tx: Tx,
  table: T,
  columns: ColumnsOf<T, C>,
  list: readonly RowOf<C>[],
  { ignoreExisting = false } = {},
): Promise<number> {
  if (list.length === 0) return none
  return run(tx, columns, list, `insert ${ignoreExisting ? 'new ' : ''}into ${table}`, () => {
    const names = Object.keys(columns)
    const into = `insert into ${quoteIdentifier(table)} (${names.map(quoteIdentifier)})`
    const conflict = ignoreExisting ? ' on conflict do nothing' : ''
    return {
      names,
      each: `${into} values (${names.map(() => '?')})${conflict}`,
      all: from => `${into} select ${names.map(quoteIdentifier)} from ${from} as r where true${conflict}`,
    }
  })
}

/** Finds rows by the `key` columns and sets the others. Returns how many were found. */
export function updateRows<T extends Table, C extends CellTypes>(
  tx: Tx,
  table: T,
  key: readonly (keyof C & string)[],
  columns: ColumnsOf<T, C>,
  list: readonly RowOf<C>[],
): Promise<number> {
  if (list.length === 0) return none
  return run(tx, columns, list, `update ${table} by ${key}`, () => {
    const changed = Object.keys(columns).filter(name => !key.includes(name))
    const set = (value: (name: string) => string) => changed.map(name => `${quoteIdentifier(name)} = ${value(name)}`)
    const match = key.map(name => `t.${quoteIdentifier(name)} = r.${quoteIdentifier(name)}`).join(' and ')
    return {
      names: [...changed, ...key],
      each: `update ${quoteIdentifier(table)} set ${set(() => '?')} where ${key.map(name => `${quoteIdentifier(name)} = ?`).join(' and ')}`,
      all: from =>
        `update ${quoteIdentifier(table)} as t set ${set(name => `r.${quoteIdentifier(name)}`)} from ${from} as r where ${match}`,
    }
  })
}

const none = Promise.resolve(0)

interface Description {
  /** The columns in the order of the parameters of `each`. */
  readonly names: readonly string[]
  /** The statement for one row at a time. */
  readonly each: string
  /** The statement for all rows of a table. */
  readonly all: (table: string) => string
}

type Runner = (tx: Tx, list: readonly object[]) => Promise<number>

// Columns are constants of the stores, so values derived from them are computed once.
const runners = new WeakMap<CellTypes, Map<string, Runner>>()

function run(tx: Tx, columns: CellTypes, list: readonly object[], operation: string, describe: () => Description) {
  const engine = engineOf(tx)
  const name = engine + operation
  const known = runners.get(columns) ?? new Map<string, Runner>()
  const runner = known.get(name) ?? (engine === 'sqlite' ? eachRow : allRows)(columns, describe())
  runners.set(columns, known.set(name, runner))
  return runner(tx, list)
}

function eachRow(columns: CellTypes, { names, each }: Description): Runner {
  const types = names.map(name => columns[name] ?? 'text')
  return (tx, list) => {
    const parameters = list.map(row => names.map((name, index) => cellOf(row, name, types[index] as CellType)))
    return tx
      .getExecutor()
      .provideConnection(async connection => (connection as unknown as RowWriter).runForEach(each, parameters))
  }
}

function allRows(columns: CellTypes, { all }: Description): Runner {
  const { text, parametersOf } = postgresRows(columns)
  const whole = all(text)
  return async (tx, list) => {
    const { numAffectedRows } = await tx.executeQuery(CompiledQuery.raw(whole, parametersOf(list)))
    return Number(numAffectedRows)
  }
}
