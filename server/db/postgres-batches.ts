// Batches on PostgreSQL share a connection while they follow on one another: the next one begins behind the commit of the
// last, so that the server goes from one to the other without a pause, and in the order they were asked for.

import type { PostgresPool } from 'kysely'
import type { Tx } from './database.ts'
import { inTransaction, type TransactionClient } from './postgres-transaction.ts'

/** A connection as the pool gives it. */
export interface PooledClient extends TransactionClient {
  readonly isBroken: boolean
  /** For another transaction, whose statements follow on those sent so far. */
  next(): TransactionClient
  release(): void
}

interface Line {
  readonly client: PooledClient
  underWay: number
}

export class PostgresBatches {
  readonly #pool: PostgresPool
  #line: Line | undefined
  /** The last batch has sent everything it has to send. */
  #sent: Promise<void> = Promise.resolve()

  constructor(pool: PostgresPool) {
    this.#pool = pool
  }

  async run<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    const before = this.#sent
    const sent = Promise.withResolvers<void>()
    this.#sent = sent.promise
    try {
      await before
      const line = await this.#join()
      try {
        return await inTransaction(line.client.next(), work, { writesLast: true, onSent: sent.resolve })
      } finally {
        this.#leave(line)
      }
    } finally {
      sent.resolve()
    }
  }

  async #join(): Promise<Line> {
    // Only ever one at a time: the others wait until this one has sent.
    if (!this.#line || this.#line.client.isBroken)
      this.#line = { client: (await this.#pool.connect()) as unknown as PooledClient, underWay: 0 }
    this.#line.underWay += 1
    return this.#line
  }

  #leave(line: Line): void {
    line.underWay -= 1
    if (line.underWay > 0) return
    if (this.#line === line) this.#line = undefined
    line.client.release()
  }
}
