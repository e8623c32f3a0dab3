// Consecutive batches on PostgreSQL share a connection: the next one starts right behind the commit of the previous, so that
// the server runs them without a pause and in order. If a batch must run again, it keeps its position in the order: batches
// that started behind it are rolled back and start again after it.

import type { PostgresPool } from 'kysely'
import { Semaphore } from '../../tools/index.ts'
import type { CommitTopics, Fallback, Work } from '../sql/index.ts'
import { inOwnTransaction, inTransaction, type PooledClient, takeClient } from './postgres-transaction.ts'
import { QueuedBatch } from './queued-batch.ts'
import { isConflict } from './unavailable.ts'
import { retryAfter, withRetry } from './with-retry.ts'

interface SharedConnection {
  readonly client: PooledClient
  running: number
}

const settledBatch = new QueuedBatch()
settledBatch.end()

export class PostgresBatches {
  readonly #pool: PostgresPool
  readonly #topics: CommitTopics
  /** Leaves pool connections free for the batches that run in order. */
  readonly #separate = new Semaphore(4)
  #shared: SharedConnection | undefined
  #last = settledBatch

  constructor(pool: PostgresPool, topics: CommitTopics) {
    this.#pool = pool
    this.#topics = topics
  }

  async run<T>(work: Work<T>, fallback?: Fallback<T>): Promise<T> {
    const before = this.#last
    const batch = new QueuedBatch()
    this.#last = batch
    try {
      return await this.#topics.runAndNotify<T>(marked => this.#runQueued(before, batch, marked), work)
    } catch (error) {
      if (!isConflict(error) && !fallback) throw error
      batch.startRetry()
      return await this.#retry(error, work, fallback)
    } finally {
      batch.end()
    }
  }

  async #runQueued<T>(before: QueuedBatch, batch: QueuedBatch, work: Work<T>): Promise<T> {
    await before.sent
    if (!before.retry) {
      const shared = await this.#join()
      try {
        const options = { writesLast: true, beforeCommit: () => before.allowCommit(), onSent: batch.markSent }
        return await inTransaction(shared.client.next(), work, options)
      } catch (error) {
        // The error may be caused by the missing changes of the previous batch, if that one failed.
        await before.settled
        if (!before.retry) throw error
      } finally {
        this.#leave(shared)
      }
    }
    await before.retry
    return await this.#runQueued(settledBatch, batch, work)
  }

  async #retry<T>(error: unknown, work: Work<T>, fallback?: Fallback<T>): Promise<T> {
    try {
      return await retryAfter(error, () => this.#runApart(work))
    } catch (last) {
      if (!fallback) throw last
      return await fallback(last, part => withRetry(() => this.#runApart(part)))
    }
  }

  runSeparately<T>(work: Work<T>): Promise<T> {
    return this.#separate.run(() => withRetry(() => this.#runApart(work)))
  }

  /** The shared connection is not used: the next batch may still be using it. */
  #runApart<T>(work: Work<T>): Promise<T> {
    return this.#topics.runAndNotify<T>(marked => inOwnTransaction(this.#pool, marked, { writesLast: true }), work)
  }

  async #join(): Promise<SharedConnection> {
    // Never called concurrently: the next batch waits until this one has sent its statements.
    if (!this.#shared || this.#shared.client.isBroken)
      this.#shared = { client: await takeClient(this.#pool), running: 0 }
    this.#shared.running += 1
    return this.#shared
  }

  #leave(shared: SharedConnection): void {
    shared.running -= 1
    if (shared.running > 0) return
    if (this.#shared === shared) this.#shared = undefined
    shared.client.release()
  }
}
