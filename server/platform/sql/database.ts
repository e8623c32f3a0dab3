// The database as the rest of the server sees it: reading, writing in one transaction, and little else. The engine and its
// connections are internal to this folder.

import type { Kysely, Transaction } from 'kysely'
import type { Schema } from '../schema/index.ts'

export type Engine = 'sqlite' | 'postgres'

export type Reader = Kysely<Schema>

declare const writing: unique symbol
/** A write transaction. Only `Database` creates one, so a function with this parameter cannot be passed the reader. */
export type Tx = Transaction<Schema> & { readonly [writing]: true }

export type Work<T> = (tx: Tx) => Promise<T>
/** Runs instead of a batch that failed; the batches it starts run one after the other. */
export type Fallback<T> = (error: unknown, batch: <U>(work: Work<U>) => Promise<U>) => Promise<T>

/** What a transaction can be marked with (commit-topics.ts), to notify listeners in this process. */
export const topics = ['jobs', 'events', 'listeners'] as const
export type Topic = (typeof topics)[number]
/** Topics, each with the workspaces concerned. */
export type Marks = readonly (readonly [Topic, readonly number[]])[]

/** Called with the marked workspaces and the committed transaction; null if another thread committed it. */
export type CommitListener = (workspace_ids: ReadonlySet<number>, tx: Tx | null) => void

/** The current use of the connections to the database server. */
export interface PoolUse {
  /** How many connections this process may open. */
  readonly size: number
  readonly inUse: number
  /** How many callers wait for a connection. */
  readonly waiting: number
}

export interface Database {
  readonly engine: Engine
  /** Null if the engine runs in this process. */
  readonly pool: PoolUse | null
  /** Each statement sees the committed state at its time; cannot write. */
  readonly read: Reader
  /** One transaction: durable when the promise resolves, rolled back if `work` throws. May run `work` again. */
  write<T>(work: Work<T>): Promise<T>
  /**
   * Like `write`, for work that reads first and writes last. The writes are sent together with the commit: they return
   * nothing, not even a row count, and their errors are thrown at the end. Batches take effect in the order they were
   * queued, including those that run again or by `fallback`.
   */
  batch<T>(work: Work<T>, fallback?: Fallback<T>): Promise<T>
  /**
   * Like `batch`, but in no order with other batches, which do not wait for it. For work that may have to wait for the lock
   * of another process.
   */
  separateBatch<T>(work: Work<T>): Promise<T>
  /** Whether a batch can start while the previous one is committing. */
  readonly doBatchesOverlap: boolean
  /**
   * Lets another thread of this process write: this thread does not write until `fn` is over, and its listeners are notified
   * of the thread's marks. Null if the engine runs in a process of its own, where a thread would gain nothing.
   */
  readonly lendWriter: (<T>(fn: () => Promise<{ result: T; marks: Marks }>) => Promise<T>) | null
  /** Whether recent commits blocked this process noticeably. */
  readonly areCommitsSlow: boolean
  /**
   * Registers a callback for each commit of this process marked with the topic. Returns the function that unsubscribes.
   */
  onCommit(topic: Topic, listener: CommitListener): () => void
  /** Runs many statements that see the same committed state. It blocks no other work. */
  snapshot<T>(work: (reader: Reader) => Promise<T>): Promise<T>
  /**
   * Runs a transaction that changes the schema: one at a time over all processes; foreign keys are checked at its end.
   */
  rebuild<T>(work: Work<T>): Promise<T>
  /** Throws if the database does not respond within 2 seconds. */
  ping(): Promise<void>
  /** Refuses new work and waits for running work. */
  close(): Promise<void>
}
