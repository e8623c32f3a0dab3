// Batches on PostgreSQL share a connection while they follow on one another: the next one begins behind the commit of the
// last, so that the server goes from one to the other without a pause, and in the order they were asked for. One that has
// to be done again keeps its place: whoever has begun behind it is undone, and begins anew when it is over.

import type { PostgresPool } from 'kysely'
import type { CommitTopics } from './commit-topics.ts'
import type { Fallback, Work } from './database.ts'
import { inOwnTransaction, inTransaction, type PooledClient, takeClient } from './postgres-transaction.ts'
import { QueuedBatch } from './queued-batch.ts'
import { isConflict } from './unavailable.ts'
import { retryAfter, withRetry } from './with-retry.ts'

interface Line {
  readonly client: PooledClient
  underWay: number
}

const nobody = new QueuedBatch()
nobody.end()

export class PostgresBatches {
  readonly #pool: PostgresPool
  readonly #topics: CommitTopics
  #line: Line | undefined
  #last = nobody

  constructor(pool: PostgresPool, topics: CommitTopics) {
    this.#pool = pool
    this.#topics = topics
  }

  async run<T>(work: Work<T>, instead?: Fallback<T>): Promise<T> {
    const before = this.#last
    const place = new QueuedBatch()
    this.#last = place
    try {
      return await this.#topics.runAndNotify<T>(marked => this.#inTurn(before, place, marked), work)
    } catch (error) {
      if (!isConflict(error) && !instead) throw error
      place.beginAgain()
      return await this.#again(error, work, instead)
    } finally {
      place.end()
    }
  }

  async #inTurn<T>(before: QueuedBatch, place: QueuedBatch, work: Work<T>): Promise<T> {
    await before.sent
    if (!before.again) {
      const line = await this.#join()
      try {
        const options = { writesLast: true, beforeCommit: () => before.letPass(), onSent: place.sends }
        return await inTransaction(line.client.next(), work, options)
      } catch (error) {
        // Whatever is wrong may be so only because the one before it is not there yet.
        await before.answered
        if (!before.again) throw error
      } finally {
        this.#leave(line)
      }
    }
    await before.again
    return await this.#inTurn(nobody, place, work)
  }

  async #again<T>(error: unknown, work: Work<T>, instead?: Fallback<T>): Promise<T> {
    try {
      return await retryAfter(error, () => this.#alone(work))
    } catch (last) {
      if (!instead) throw last
      return await instead(last, part => withRetry(() => this.#alone(part)))
    }
  }

  /** Not in the line: the one behind it may still be there. */
  #alone<T>(work: Work<T>): Promise<T> {
    return this.#topics.runAndNotify<T>(marked => inOwnTransaction(this.#pool, marked, { writesLast: true }), work)
  }

  async #join(): Promise<Line> {
    // Only ever one at a time: the others wait until this one has sent.
    if (!this.#line || this.#line.client.isBroken) this.#line = { client: await takeClient(this.#pool), underWay: 0 }
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
