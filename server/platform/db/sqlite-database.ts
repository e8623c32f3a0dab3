// The embedded database: one connection that writes, in the order transactions were queued, and one that only reads and is
// never blocked by it.

import type { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import { Kysely, sql } from 'kysely'
import { Semaphore } from '../../tools/index.ts'
import type { Schema } from '../schema/index.ts'
import { CommitTopics, type Database, type Reader, type Tx, type Work } from '../sql/index.ts'
import { CommitLatency } from './commit-latency.ts'
import { batchDialect } from './sqlite-batch.ts'
import { Checkpoints } from './sqlite-checkpoints.ts'
import { connectReader, connectWriter } from './sqlite-connections.ts'
import { sqliteDialect } from './sqlite-dialect.ts'
import { isBusy } from './unavailable.ts'
import { WorkInProgress } from './work-in-progress.ts'

const busyTimeoutMs = 5000

export interface SqliteOptions {
  /** Whether it copies the write-ahead log into the database. One of the connections of a process has to do so. */
  readonly makesCheckpoints: boolean
}

export function openSqlite(path: string, { makesCheckpoints }: SqliteOptions): Database {
  const latency = new CommitLatency()
  const writing = connectWriter(path)
  const reading = connectReader(path)
  const begin = () => beginImmediate(writing)
  const writer = kyselyOn(writing, begin)
  const read = kyselyOn(reading)
  const batcher: Reader = new Kysely<Schema>({ dialect: batchDialect({ writing, begin, latency }) })
  const work = new WorkInProgress()
  const queue = new Semaphore(1)
  const topics = new CommitTopics()

  const transactionsOn =
    (kysely: Reader) =>
    <T>(fn: Work<T>): Promise<T> =>
      topics.runAndNotify(marked => kysely.transaction().execute(tx => marked(tx as Tx)), fn)
  const [writeNow, batchNow] = [transactionsOn(writer), transactionsOn(batcher)]
  const runAlone = <T>(fn: () => Promise<T>): Promise<T> => work.run(() => queue.run(fn))
  const checkpoints = makesCheckpoints ? new Checkpoints({ path, reading, writing, runAlone }) : null
  const enqueue = <T>(fn: () => Promise<T>): Promise<T> => runAlone(fn).finally(() => checkpoints?.schedule())

  return {
    engine: 'sqlite',
    pool: null,
    read,
    write: fn => enqueue(() => writeNow(fn)),
    batch: (fn, fallback) =>
      enqueue(() => (fallback ? batchNow(fn).catch(error => fallback(error, batchNow)) : batchNow(fn))),
    separateBatch: fn => enqueue(() => batchNow(fn)),
    doBatchesOverlap: false,
    lendWriter: fn =>
      enqueue(async () => {
        const { result, marks } = await fn()
        topics.notifyOf(marks)
        return result
      }),
    get areCommitsSlow() {
      return latency.isSlow
    },
    onCommit: (topic, listener) => topics.subscribe(topic, listener),
    snapshot: fn => work.run(() => takeSnapshot(path, fn)).finally(() => checkpoints?.schedule()),
    rebuild: fn => enqueue(() => rebuild(writing, writer, fn)),
    ping: async () => {
      await sql`select count(*) from sqlite_schema`.execute(read)
    },
    close: async () => {
      await checkpoints?.close()
      await work.close()
      if (reading.isOpen) reading.close()
      if (writing.isOpen) writing.close()
    },
  }
}

function kyselyOn(db: DatabaseSync, begin?: () => Promise<void>): Reader {
  return new Kysely<Schema>({ dialect: sqliteDialect(db, begin) })
}

/** Waits while another process (an operator command) writes, like the busy timeout but asynchronously. */
async function beginImmediate(db: DatabaseSync): Promise<void> {
  const deadline = performance.now() + busyTimeoutMs
  for (let pauseMs = 1; ; pauseMs = Math.min(pauseMs * 2, 50)) {
    try {
      return db.exec('begin immediate')
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw error
    }
    await delay(pauseMs)
  }
}

// The first read fixes what the transaction sees; a bare `begin` would leave that to the caller's first statement.
async function takeSnapshot<T>(path: string, fn: (reader: Reader) => Promise<T>): Promise<T> {
  const db = connectReader(path)
  try {
    const begin = async () => db.exec('begin; select count(*) from sqlite_schema')
    return await kyselyOn(db, begin).transaction().execute(fn)
  } finally {
    db.close()
  }
}

// SQLite changes a table by creating another and dropping the first, which would delete referencing rows if foreign keys
// were enforced.
async function rebuild<T>(db: DatabaseSync, writer: Reader, fn: (tx: Tx) => Promise<T>): Promise<T> {
  db.exec('pragma foreign_keys = off')
  try {
    return await writer.transaction().execute(async tx => {
      const result = await fn(tx as Tx)
      const { rows } = await sql<{ table: string }>`pragma foreign_key_check`.execute(tx)
      if (rows[0]) throw new Error(`rows of ${rows[0].table} refer to rows that do not exist`)
      return result
    })
  } finally {
    db.exec('pragma foreign_keys = on')
  }
}
