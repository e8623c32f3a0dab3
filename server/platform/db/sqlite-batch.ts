// Transactions that read first and write last, on the writing connection.

import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import type { CompiledQuery, DatabaseConnection, Dialect, Driver, QueryResult } from 'kysely'
import { Steps } from '../../tools/index.ts'
import type { RowWriter } from '../sql/index.ts'
import type { CommitLatency } from './commit-latency.ts'
import { sqliteDialect, toSqlite } from './sqlite-dialect.ts'
import { StatementCache } from './statement-cache.ts'

export interface BatchDialectOptions {
  readonly writing: DatabaseSync
  /** Opens a transaction. */
  readonly begin: () => Promise<void>
  readonly latency: CommitLatency
}

export function batchDialect(options: BatchDialectOptions): Dialect {
  return { ...sqliteDialect(options.writing), createDriver: () => new BatchDriver(options) }
}

/** A statement, and the parameters for each of its runs. */
interface Write {
  readonly text: string
  readonly lists: readonly (readonly SQLInputValue[])[]
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
      this.#queue(sql, [parameters.map(toSqlite)])
      return { rows: [] }
    }
    if (this.isOver || this.writes.length > 0) throw new Error('a batch reads before it writes')
    return { rows: statement.all(parameters.map(toSqlite)) as R[] }
  }

  runForEach(text: string, lists: Write['lists']): number {
    this.#queue(text, lists)
    return Number.NaN
  }

  streamQuery(): never {
    throw new Error('a batch has no streams: use snapshot')
  }

  #queue(text: string, lists: Write['lists']): void {
    if (this.isOver) throw new Error('a statement came after the end of its transaction')
    this.writes.push({ text, lists })
  }
}

class BatchDriver implements Driver {
  readonly #db: DatabaseSync
  readonly #latency: CommitLatency
  readonly #statements: StatementCache
  readonly beginTransaction: () => Promise<void>

  constructor({ writing, begin, latency }: BatchDialectOptions) {
    this.#db = writing
    this.#latency = latency
    this.#statements = new StatementCache(writing)
    this.beginTransaction = begin
  }

  async acquireConnection(): Promise<BatchConnection> {
    return new BatchConnection(this.#statements)
  }

  async commitTransaction(connection: BatchConnection): Promise<void> {
    connection.isOver = true
    try {
      const steps = new Steps()
      for (const { text, lists } of connection.writes) {
        const statement = this.#statements.get(text)
        for (const parameters of lists) {
          if (steps.isPauseDue) await steps.pause()
          statement.runWithoutResult(parameters)
        }
      }
      const startedAt = performance.now()
      this.#statements.get('commit').run()
      this.#latency.record(performance.now() - startedAt)
    } catch (error) {
      this.#rollback()
      throw error
    }
  }

  async rollbackTransaction(connection: BatchConnection): Promise<void> {
    connection.isOver = true
    this.#rollback()
  }

  async releaseConnection(connection: BatchConnection): Promise<void> {
    connection.isOver = true
  }

  async init(): Promise<void> {}
  async destroy(): Promise<void> {}

  // A full disk or a failed write may already have rolled back.
  #rollback(): void {
    if (this.#db.isTransaction) this.#statements.get('rollback').run()
  }
}
