// Transactions that read first and write last. Where the disk is quick they run on the server's own connection, which
// costs the least; where commits take long, the thread that writes holds the database for them, they read here, and send
// it everything they write together with the commit.

import type { DatabaseSync } from 'node:sqlite'
import type { CompiledQuery, DatabaseConnection, Dialect, Driver, QueryResult } from 'kysely'
import type { CommitPace } from './commit-pace.ts'
import { type RowWriter, sqliteDialect, toSqlite } from './sqlite-dialect.ts'
import type { SqliteWriter } from './sqlite-writer.ts'
import { StatementCache } from './statement-cache.ts'
import { storeAndCommit, type Write } from './store-and-commit.ts'

/** Who carries out a transaction: reads on its connection, and takes what is written when it ends. */
interface Carrier {
  readonly statements: StatementCache
  begin(): Promise<void>
  /** Durable when it fulfils, with the milliseconds the commit alone took; undone when it throws. */
  commit(writes: readonly Write[]): number | Promise<number>
  rollback(): void | Promise<void>
}

export interface BatchParts {
  readonly writing: DatabaseSync
  readonly reading: DatabaseSync
  /** Opens a transaction on the connection that writes. */
  readonly begin: () => Promise<void>
  readonly thread: SqliteWriter
  readonly pace: CommitPace
}

export function batchDialect(parts: BatchParts): Dialect {
  return { ...sqliteDialect(parts.reading), createDriver: () => new BatchDriver(parts) }
}

class BatchConnection implements DatabaseConnection, RowWriter {
  readonly carrier: Carrier
  readonly writes: Write[] = []
  isOver = false

  constructor(carrier: Carrier) {
    this.carrier = carrier
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const statement = this.carrier.statements.get(sql)
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
  readonly #here: Carrier
  readonly #thread: Carrier
  readonly #pace: CommitPace

  constructor({ writing, reading, begin, thread, pace }: BatchParts) {
    this.#here = new HereCarrier(writing, begin)
    this.#thread = {
      statements: new StatementCache(reading),
      begin: () => thread.begin(),
      commit: writes => thread.commit(writes),
      rollback: () => thread.rollback(),
    }
    this.#pace = pace
  }

  async acquireConnection(): Promise<BatchConnection> {
    return new BatchConnection(this.#pace.isSlow ? this.#thread : this.#here)
  }

  beginTransaction({ carrier }: BatchConnection): Promise<void> {
    return carrier.begin()
  }

  async commitTransaction(connection: BatchConnection): Promise<void> {
    connection.isOver = true
    this.#pace.took(await connection.carrier.commit(connection.writes))
  }

  async rollbackTransaction(connection: BatchConnection): Promise<void> {
    connection.isOver = true
    await connection.carrier.rollback()
  }

  async releaseConnection(connection: BatchConnection): Promise<void> {
    connection.isOver = true
  }

  async init(): Promise<void> {}
  async destroy(): Promise<void> {}
}

class HereCarrier implements Carrier {
  readonly #db: DatabaseSync
  readonly begin: () => Promise<void>
  readonly statements: StatementCache

  constructor(db: DatabaseSync, begin: () => Promise<void>) {
    this.#db = db
    this.begin = begin
    this.statements = new StatementCache(db)
  }

  commit(writes: readonly Write[]): number {
    try {
      return storeAndCommit(this.statements, writes)
    } catch (error) {
      this.rollback()
      throw error
    }
  }

  // A full disk or a failed write may have rolled back already.
  rollback(): void {
    if (this.#db.isTransaction) this.statements.get('rollback').run()
  }
}
