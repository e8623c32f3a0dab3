// A long snapshot keeps the write-ahead log of SQLite from being copied into the database. Without this, the first commit
// after it would copy all of it while every other change waits: about 150 ms after a copy of 100,000 objects.

import { closeSync, openSync, readSync } from 'node:fs'
import { Worker } from 'node:worker_threads'

/** A commit copies fewer pages than this in a few milliseconds. */
const maxPages = 2_000

const program = new URL('./sqlite-checkpoint-thread.ts', import.meta.url)

/** Copies a long log on a thread of its own. Commits go on meanwhile, and leave the log alone. */
export async function checkpointIfLong(path: string): Promise<void> {
  if (pagesToCopy(path) <= maxPages) return
  const worker = new Worker(program, { workerData: path })
  await new Promise<void>(resolve => {
    worker.once('exit', () => resolve())
    // Then a commit copies the log.
    worker.once('error', () => {})
  })
}

/** From the index of the log (https://sqlite.org/walformat.html): the pages in the log, without those that were copied. */
function pagesToCopy(path: string): number {
  const header = new Uint32Array(25)
  try {
    const file = openSync(`${path}-shm`, 'r')
    readSync(file, header)
    closeSync(file)
  } catch {
    return 0
  }
  const [pages = 0, copied = 0] = [header[4], header[24]]
  return pages - copied
}
