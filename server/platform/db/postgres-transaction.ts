// A PostgreSQL transaction that pipelines its statements: those that do not await each other share a round trip, and the
// server runs them in the order they were sent. Kysely's own transaction sends each after the previous.

import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  type PostgresPool,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import type pg from 'pg'
import type { Schema } from '../schema/index.ts'
import type { Tx, Work } from '../sql/index.ts'

export interface TransactionClient {
  query(text: string, parameters?: readonly unknown[]): Promise<pg.QueryResult>
}

/** A connection from the pool. */
export interface PooledClient extends TransactionClient {
  readonly isBroken: boolean
  /** Returns a connection for another transaction, queued behind the statements sent so far. */
  next(): TransactionClient
  release(): void
}

export interface TransactionOptions {
  /** Write statements are not awaited: they are sent with the commit and return nothing. */
  readonly writesLast?: boolean
  /** Called when the work is done. The commit waits for its promise; if it throws, the transaction is rolled back. */
  readonly beforeCommit?: () => Promise<void> | undefined
  /** Called once all statements including the commit are sent. */
  readonly onSent?: () => void
}

export const takeClient = async (pool: PostgresPool): Promise<PooledClient> =>
  (await pool.connect()) as unknown as PooledClient

/** Runs on a separate connection. */
export async function inOwnTransaction<T>(
  pool: PostgresPool,
  work: Work<T>,
  options: TransactionOptions = {},
): Promise<T> {
  const client = await takeClient(pool)
  try {
    return await inTransaction(client, work, options)
  } finally {
    client.release()
  }
}

export async function inTransaction<T>(
  client: TransactionClient,
  work: Work<T>,
  { writesLast = false, beforeCommit, onSent }: TransactionOptions = {},
): Promise<T> {
  const connection = new OneConnection(client, writesLast)
  let isSent = false
  try {
    // This is not awaited: it is sent with the first statement.
    const begun = client.query('start transaction isolation level read committed')
    begun.catch(() => {})
    const result = await work(transactionOn(connection))
    connection.isOver = true
    const allowed = beforeCommit?.()
    if (allowed) await allowed
    const committed = client.query('commit')
    committed.catch(() => {})
    isSent = true
    onSent?.()
    // Waits for the commit even if an earlier statement failed: the connection must be idle when it is released.
    await Promise.all([begun, ...connection.unawaited]).finally(() => committed.catch(() => {}))
    const { command } = await committed
    if (command !== 'COMMIT') throw new Error('the transaction was rolled back because an error within it was ignored')
    return result
  } catch (error) {
    // A commit ends the transaction either way.
    if (!isSent) await client.query('rollback').catch(() => {})
    throw error
  }
}

const adapter = new PostgresAdapter()
const compiler = new PostgresQueryCompiler()

function transactionOn(driver: OneConnection): Tx {
  return new Kysely<Schema>({
    dialect: {
      createAdapter: () => adapter,
      createDriver: () => driver,
      createIntrospector: db => new PostgresIntrospector(db),
      createQueryCompiler: () => compiler,
    },
  }) as unknown as Tx
}

/** Gives the transaction's connection to every statement, including concurrent ones. */
class OneConnection implements Driver, DatabaseConnection {
  readonly #client: TransactionClient
  readonly #writesLast: boolean
  /** Statements that are sent, but that their callers do not await. */
  readonly unawaited: Promise<unknown>[] = []
  isOver = false

  constructor(client: TransactionClient, writesLast: boolean) {
    this.#client = client
    this.#writesLast = writesLast
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#writesLast && writing.test(sql)) return this.#sendOnly(sql, parameters)
    if (this.unawaited.length > 0) throw new Error('a batch reads before it writes')
    const { command, rowCount, rows } = await this.#client.query(sql, parameters)
    const isWrite = command === 'INSERT' || command === 'UPDATE' || command === 'DELETE'
    return { rows, ...(isWrite ? { numAffectedRows: BigInt(rowCount ?? 0) } : {}) }
  }

  #sendOnly(sql: string, parameters: readonly unknown[]): { rows: never[] } {
    if (this.isOver) throw new Error('a statement came after the end of its transaction')
    const sent = this.#client.query(sql, parameters)
    sent.catch(() => {})
    this.unawaited.push(sent)
    return { rows: [] }
  }

  streamQuery(): never {
    throw new Error('a write transaction has no streams: use snapshot')
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    return this
  }

  async init(): Promise<void> {}
  async releaseConnection(): Promise<void> {}
  async destroy(): Promise<void> {}

  beginTransaction = refuseNested
  commitTransaction = refuseNested
  rollbackTransaction = refuseNested
}

/** Any other statement is awaited, which is always correct. */
const writing = /^\s*(insert|update|delete)\b/i

async function refuseNested(): Promise<never> {
  throw new Error('nested transactions are not supported')
}
