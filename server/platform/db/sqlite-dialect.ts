// Kysely on node:sqlite. The calls are synchronous: a statement ends before anything else in the process runs.

import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import type { RowWriter } from '../sql/index.ts'
import { StatementCache } from './statement-cache.ts'
import { DatabaseUnavailable } from './unavailable.ts'

/** `begin` opens a transaction on the connection; a dialect without one has no transactions. */
export function sqliteDialect(db: DatabaseSync, begin?: () => Promise<void>): Dialect {
  return {
    createAdapter: () => new SharedConnectionAdapter(),
    createDriver: () => new SqliteDriver(db, begin),
    createIntrospector: kysely => new SqliteIntrospector(kysely),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  }
}

class SqliteConnection implements DatabaseConnection, RowWriter {
  readonly #db: DatabaseSync
  readonly #statements: StatementCache
  #isOver = false

  constructor(db: DatabaseSync, statements: StatementCache) {
    this.#db = db
    this.#statements = statements
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const statement = this.#prepare(query.sql)
    const parameters = query.parameters.map(toSqlite)
    if (statement.returnsRows) return { rows: statement.all(parameters) as R[] }
    const { changes, lastInsertRowid } = statement.run(parameters)
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
  }

  /** Runs the statement once for every list of parameters and returns the total number of changed rows. */
  runForEach(text: string, lists: readonly (readonly SQLInputValue[])[]): number {
    const statement = this.#prepare(text)
    let changed = 0
    for (const parameters of lists) changed += Number(statement.run(parameters).changes)
    return changed
  }

  // The statement is not taken from the cache: another caller could run a cached statement again between two chunks.
  async *streamQuery<R>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<R>> {
    this.#refuseWhenOver()
    let rows: R[] = []
    for (const row of this.#db.prepare(query.sql).iterate(...query.parameters.map(toSqlite))) {
      if (rows.push(row as R) < chunkSize) continue
      yield { rows }
      rows = []
    }
    if (rows.length > 0) yield { rows }
  }

  // Otherwise a statement sent after the end of its transaction would run in the next one.
  end(): void {
    this.#isOver = true
  }

  #prepare(text: string) {
    this.#refuseWhenOver()
    return this.#statements.get(text)
  }

  #refuseWhenOver(): void {
    if (this.#isOver) throw new Error('a statement came after the end of its transaction')
  }
}

class SqliteDriver implements Driver {
  readonly #db: DatabaseSync
  readonly #statements: StatementCache
  readonly #begin: (() => Promise<void>) | undefined

  constructor(db: DatabaseSync, begin: (() => Promise<void>) | undefined) {
    this.#db = db
    this.#statements = new StatementCache(db)
    this.#begin = begin
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<SqliteConnection> {
    if (!this.#db.isOpen) throw new DatabaseUnavailable('the database is closed')
    return new SqliteConnection(this.#db, this.#statements)
  }

  async beginTransaction(): Promise<void> {
    if (!this.#begin) throw new Error('the reader has no transactions: use snapshot')
    await this.#begin()
  }

  async commitTransaction(connection: SqliteConnection): Promise<void> {
    this.#statements.get('commit').run()
    connection.end()
  }

  // A full disk or a failed write may have rolled back already.
  async rollbackTransaction(connection: SqliteConnection): Promise<void> {
    connection.end()
    if (this.#db.isTransaction) this.#statements.get('rollback').run()
  }

  async releaseConnection(connection: SqliteConnection): Promise<void> {
    connection.end()
  }

  // The connection is closed by the code that opened it.
  async destroy(): Promise<void> {}
}

// Otherwise Kysely would run only one statement at a time on the connection, although the calls are synchronous anyway.
class SharedConnectionAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

// node:sqlite binds every number as a real, which divides and prints differently from PostgreSQL's integers.
export const toSqlite = (value: unknown): SQLInputValue =>
  typeof value === 'number' && Number.isSafeInteger(value) ? BigInt(value) : (value as SQLInputValue)
