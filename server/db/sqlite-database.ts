// The embedded database: a connection that writes, its transactions in the order they were asked for, and one that only
// reads and never waits for the other.

import type { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import { Kysely, sql } from 'kysely'
import { CommitLatency } from './commit-latency.ts'
import { CommitTopics } from './commit-topics.ts'
import type { Database, Reader, Tx, Work } from './database.ts'
import type { Schema } from './schema.ts'
import { batchDialect } from './sqlite-batch.ts'
import { connectReader, connectWriter } from './sqlite-connections.ts'
import { sqliteDialect } from './sqlite-dialect.ts'
import { isBusy } from './unavailable.ts'
import { WorkInProgress } from './work-in-progress.ts'
import { WriteQueue } from './write-queue.ts'

const busyTimeoutMs = 5000

export function openSqlite(path: string): Database {
  const pace = new CommitLatency()
  const writing = connectWriter(path)
  const reading = connectReader(path)
  const begin = () => beginImmediate(writing)
  const writer = kyselyOn(writing, begin)
  const read = kyselyOn(reading)
  const batcher: Reader = new Kysely<Schema>({ dialect: batchDialect({ writing, begin, pace }) })
  const work = new WorkInProgress()
  const turns = new WriteQueue()
  const topics = new CommitTopics()

  const transactionsOn =
    (kysely: Reader) =>
    <T>(act: Work<T>): Promise<T> =>
      topics.runAndNotify(marked => kysely.transaction().execute(tx => marked(tx as Tx)), act)
  const [writeNow, batchNow] = [transactionsOn(writer), transactionsOn(batcher)]
  const inTurn = <T>(act: () => Promise<T>): Promise<T> => work.run(() => turns.exclusive(act))

  return {
    engine: 'sqlite',
    read,
    write: act => inTurn(() => writeNow(act)),
    batch: (act, instead) =>
      inTurn(() => (instead ? batchNow(act).catch(error => instead(error, batchNow)) : batchNow(act))),
    doBatchesOverlap: false,
    lendWriter: act =>
      work.run(() =>
        turns.shared(async () => {
          const { result, marks } = await act()
          topics.notifyOf(marks)
          return result
        }),
      ),
    get areCommitsSlow() {
      return pace.isSlow
    },
    onCommit: (topic, act) => topics.subscribe(topic, act),
    snapshot: act => work.run(() => takeSnapshot(path, act)),
    rebuild: act => inTurn(() => rebuild(writing, writer, act)),
    ping: async () => {
      await sql`select count(*) from sqlite_schema`.execute(read)
    },
    close: async () => {
      await work.close()
      if (reading.isOpen) reading.close()
      if (writing.isOpen) writing.close()
    },
  }
}

function kyselyOn(db: DatabaseSync, begin?: () => Promise<void>): Reader {
  return new Kysely<Schema>({ dialect: sqliteDialect(db, begin) })
}

/** Another process (an operator's command) may be writing: waits for it like the busy timeout, but asynchronously. */
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

// The first read fixes what a transaction sees; a bare `begin` would leave that to the caller's first statement.
async function takeSnapshot<T>(path: string, act: (reader: Reader) => Promise<T>): Promise<T> {
  const db = connectReader(path)
  try {
    const begin = async () => db.exec('begin; select count(*) from sqlite_schema')
    return await kyselyOn(db, begin).transaction().execute(act)
  } finally {
    db.close()
  }
}

// SQLite changes a table by making another and dropping the first, which with foreign keys on would delete its children.
async function rebuild<T>(db: DatabaseSync, writer: Reader, act: (tx: Tx) => Promise<T>): Promise<T> {
  db.exec('pragma foreign_keys = off')
  try {
    return await writer.transaction().execute(async tx => {
      const result = await act(tx as Tx)
      const { rows } = await sql<{ table: string }>`pragma foreign_key_check`.execute(tx)
      if (rows[0]) throw new Error(`rows of ${rows[0].table} refer to rows that do not exist`)
      return result
    })
  } finally {
    db.exec('pragma foreign_keys = on')
  }
}
