// What the rest of the server sees of the database: read, write in one transaction, and little else.
// Which engine is behind it, and how its connections are kept, is the business of the other files of this folder.

import type { Kysely, Transaction } from 'kysely'
import type { Schema } from './schema.ts'

export type Engine = 'sqlite' | 'postgres'

export type Reader = Kysely<Schema>

declare const writing: unique symbol
/** A write transaction. Only `Database.write` makes one, so a function that takes it cannot be handed the reader. */
export type Tx = Transaction<Schema> & { readonly [writing]: true }

export type Work<T> = (tx: Tx) => Promise<T>
/** What is done in place of a batch that failed, with batches that happen one after the other. */
export type Fallback<T> = (error: unknown, batch: <U>(work: Work<U>) => Promise<U>) => Promise<T>

/** What a transaction can be marked with (commit-topics.ts), for those in this process who wait for such a commit. */
export const topics = ['jobs', 'events', 'listeners'] as const
export type Topic = (typeof topics)[number]
/** Topics and the workspaces they are about. */
export type Marks = readonly (readonly [Topic, readonly number[]])[]

/**
 * Called with the workspaces that the commit was marked with, and the transaction, now over, by which more may be known of
 * it; null where another thread made it.
 */
export type CommitListener = (workspace_ids: ReadonlySet<number>, tx: Tx | null) => void

export interface Database {
  readonly engine: Engine
  /** Sees committed state, each statement for itself; cannot write. */
  readonly read: Reader
  /** One transaction: committed and durable when the promise fulfils, undone when `work` throws. May run `work` again. */
  write<T>(work: Work<T>): Promise<T>
  /**
   * Like `write`, for work that reads first and writes last. What it writes travels with the commit, so those statements
   * answer nothing, not even how many rows they changed, and what is wrong with them is thrown at the end. Batches happen
   * in the order they were asked for, also one that is done again, or by `instead`.
   */
  batch<T>(work: Work<T>, instead?: Fallback<T>): Promise<T>
  /** A batch may begin while the one before it is being committed. */
  readonly doBatchesOverlap: boolean
  /**
   * Lends the right to write to another thread of this process: here nobody writes until `act` is over, and what was marked
   * there is told here. Null where nothing would be gained by it: the database runs elsewhere anyway.
   */
  readonly lendWriter: (<T>(act: () => Promise<{ result: T; marks: Marks }>) => Promise<T>) | null
  /** Commits keep this process from everything else, of late for so long that it is noticed. */
  readonly areCommitsSlow: boolean
  /** Calls `act` after each commit of this process that was marked with the topic; what it returns ends that. */
  onCommit(topic: Topic, act: CommitListener): () => void
  /** Many statements that all see the same committed state; nobody waits for it. */
  snapshot<T>(work: (reader: Reader) => Promise<T>): Promise<T>
  /** A transaction that changes the tables themselves: one at a time over all processes, foreign keys checked at its end. */
  rebuild<T>(work: Work<T>): Promise<T>
  /** Throws when the database does not answer within 2 seconds. */
  ping(): Promise<void>
  /** Takes no new work, waits for what is running. */
  close(): Promise<void>
}
