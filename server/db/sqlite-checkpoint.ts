// A long snapshot keeps the write-ahead log of SQLite from being copied into the database. Without this, the first commit
// after it would copy all of it while every other change waits: about 150 ms after a copy of 100,000 objects.
//
// SQLite is asked how long the log is. Its files must not be opened by anything else in this process: closing one of them
// would end all locks that the process has on it, and another process would take the database for unused.

import type { DatabaseSync } from 'node:sqlite'
import { Worker } from 'node:worker_threads'

/** A commit copies fewer pages than this in a few milliseconds. */
const maxPages = 2_000

const program = new URL('./sqlite-checkpoint-thread.ts', import.meta.url)

export function isLogLong(db: DatabaseSync): boolean {
  try {
    const state = db.prepare('pragma wal_checkpoint(noop)').get() as { log: number; checkpointed: number }
    return state.log - state.checkpointed > maxPages
  } catch {
    // Then a commit copies the log.
    return false
  }
}

/** On a thread of its own. Commits go on meanwhile, and leave the log alone. */
export async function copyLog(path: string): Promise<void> {
  const worker = new Worker(program, { workerData: path })
  await new Promise<void>(resolve => {
    worker.once('exit', () => resolve())
    // Then a commit copies the log.
    worker.once('error', () => {})
  })
}
