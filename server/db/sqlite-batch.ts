// Transactions that read first and write last: they read here, while the thread that writes holds the database for them,
// and send it everything they write together with the commit.

import type { DatabaseSync } from 'node:sqlite'
import type { CompiledQuery, DatabaseConnection, Dialect, Driver, QueryResult } from 'kysely'
import { type RowWriter, sqliteDialect, toSqlite } from './sqlite-dialect.ts'
import type { SqliteWriter, Write } from './sqlite-writer.ts'
import { StatementCache } from './statement-cache.ts'

export function batchDialect(reading: DatabaseSync, thread: SqliteWriter): Dialect {
  return { ...sqliteDialect(reading), createDriver: () => new BatchDriver(new StatementCache(reading), thread) }
}

class BatchConnection implements DatabaseConnection, RowWriter {
  readonly #statements: StatementCache
  readonly writes: Write[] = []
  isOver = false

  constructor(statements: StatementCache) {
    this.#statements = statements
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const statement = this.#statements.get(sql)
    if (!statement.returnsRows) {
      this.#keep(sql, [parameters.map(toSqlite)])
      return { rows: [] }
    }
    if (this.isOver || this.writes.length > 0) throw new Error('a batch reads before it writes')
    return { rows: statement.all(parameters.map(toSqlite)) as R[] }
  }

  runForEach(text: string, lists: Write['lists']): number {
    this.#keep(text, lists)
    return Number.NaN
  }

  streamQuery(): never {
    throw new Error('a batch has no streams: use snapshot')
  }

  #keep(text: string, lists: Write['lists']): void {
    if (this.isOver) throw new Error('a statement came after the end of its transaction')
    this.writes.push({ text, lists })
  }
}

class BatchDriver implements Driver {
  readonly #statements: StatementCache
  readonly #thread: SqliteWriter

  constructor(statements: StatementCache, thread: SqliteWriter) {
    this.#statements = statements
    this.#thread = thread
  }

  async acquireConnection(): Promise<BatchConnection> {
    return new BatchConnection(this.#statements)
  }

  beginTransaction(): Promise<void> {
    return this.#thread.begin()
  }

  async commitTransaction(connection: BatchConnection): Promise<void> {
    connection.isOver = true
    await this.#thread.commit(connection.writes)
  }

  async rollbackTransaction(connection: BatchConnection): Promise<void> {
    connection.isOver = true
    await this.#thread.rollback()
  }

  async releaseConnection(connection: BatchConnection): Promise<void> {
    connection.isOver = true
  }

  async init(): Promise<void> {}
  async destroy(): Promise<void> {}
}
