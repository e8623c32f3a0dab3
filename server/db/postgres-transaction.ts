// A transaction on PostgreSQL whose statements go out as they are asked for: those that do not wait for each other share
// a trip to the server, which runs them in the order they were sent. Kysely's own would send each after the last.

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
import type { Tx, Work } from './database.ts'
import type { Schema } from './schema.ts'

export interface TransactionClient {
  query(text: string, parameters?: readonly unknown[]): Promise<pg.QueryResult>
  write(text: string, parameters: readonly unknown[]): Promise<pg.QueryResult>
}

/** A connection as the pool gives it. */
export interface PooledClient extends TransactionClient {
  readonly isBroken: boolean
  /** For another transaction, whose statements follow on those sent so far. */
  next(): TransactionClient
  release(): void
}

export interface TransactionOptions {
  /** Statements that write are not waited for: they travel with the commit, and answer nothing. */
  readonly writesLast?: boolean
  /** Called when the work is done: nothing is committed before what it promises, and nothing at all where it throws. */
  readonly beforeCommit?: () => Promise<void> | undefined
  /** Called once all there is to send has been sent: what others send after that is theirs alone. */
  readonly onSent?: () => void
}

export const takeClient = async (pool: PostgresPool): Promise<PooledClient> =>
  (await pool.connect()) as unknown as PooledClient

/** On a connection that it has for itself. */
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
    // Not waited for: it travels with the first statement.
    const begun = client.query('start transaction isolation level read committed')
    begun.catch(() => {})
    const result = await work(transactionOn(connection))
    connection.isOver = true
    const passage = beforeCommit?.()
    if (passage) await passage
    const committed = client.query('commit')
    committed.catch(() => {})
    isSent = true
    onSent?.()
    // Until the commit is answered, whatever came before it: the connection is at rest when it is given back.
    await Promise.all([begun, ...connection.unanswered]).finally(() => committed.catch(() => {}))
    const { command } = await committed
    if (command !== 'COMMIT') throw new Error('an error within the transaction was passed over, which undid all of it')
    return result
  } catch (error) {
    // A commit ends it either way.
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

/** The connection of the transaction, for every statement and without taking turns. */
class OneConnection implements Driver, DatabaseConnection {
  readonly #client: TransactionClient
  readonly #writesLast: boolean
  /** What was sent and is not waited for by whoever asked for it. */
  readonly unanswered: Promise<unknown>[] = []
  isOver = false

  constructor(client: TransactionClient, writesLast: boolean) {
    this.#client = client
    this.#writesLast = writesLast
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#writesLast && writing.test(sql)) return this.#sendOnly(sql, parameters)
    if (this.unanswered.length > 0) throw new Error('a batch reads before it writes')
    const { command, rowCount, rows } = await this.#client.query(sql, parameters)
    const isWrite = command === 'INSERT' || command === 'UPDATE' || command === 'DELETE'
    return { rows, ...(isWrite ? { numAffectedRows: BigInt(rowCount ?? 0) } : {}) }
  }

  #sendOnly(sql: string, parameters: readonly unknown[]): { rows: never[] } {
    if (this.isOver) throw new Error('a statement came after the end of its transaction')
    const sent = this.#client.write(sql, parameters)
    sent.catch(() => {})
    this.unanswered.push(sent)
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

/** Whatever begins otherwise is waited for, which is right for any statement. */
const writing = /^\s*(insert|update|delete)\b/i

async function refuseNested(): Promise<never> {
  throw new Error('there is no transaction within a transaction')
}
