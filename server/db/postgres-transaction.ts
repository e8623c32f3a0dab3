// A transaction on PostgreSQL whose statements go out as they are asked for: those that do not wait for each other share
// a trip to the server, which runs them in the order they were sent. Kysely's own would send each after the last.

import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import type pg from 'pg'
import type { Tx } from './database.ts'
import type { Schema } from './schema.ts'

export interface TransactionClient {
  query(text: string, parameters?: readonly unknown[]): Promise<pg.QueryResult>
  release(destroy?: boolean): void
}

export async function inTransaction<T>(client: TransactionClient, work: (tx: Tx) => Promise<T>): Promise<T> {
  try {
    // Not waited for: it travels with the first statement.
    const begun = client.query('start transaction isolation level read committed')
    begun.catch(() => {})
    const result = await work(transactionOn(client))
    await begun
    const { command } = await client.query('commit')
    if (command !== 'COMMIT') throw new Error('an error within the transaction was passed over, which undid all of it')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  } finally {
    client.release()
  }
}

const adapter = new PostgresAdapter()
const compiler = new PostgresQueryCompiler()

function transactionOn(client: TransactionClient): Tx {
  const driver = new OneConnection(client)
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

  constructor(client: TransactionClient) {
    this.#client = client
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const { command, rowCount, rows } = await this.#client.query(sql, parameters)
    const isWrite = command === 'INSERT' || command === 'UPDATE' || command === 'DELETE'
    return { rows, ...(isWrite ? { numAffectedRows: BigInt(rowCount ?? 0) } : {}) }
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

async function refuseNested(): Promise<never> {
  throw new Error('there is no transaction within a transaction')
}
