// Removes files that nothing references, in two steps at least an hour apart. First, an unreferenced file that was stored
// more than a day ago is marked. Later, if it is still unreferenced and was not stored again, the sweep claims the mark
// and removes the file. Storing the same bytes deletes the mark first, or waits until the removal is over. So a file that
// is about to be referenced is never removed, with any number of servers on one database and one storage.

import { setTimeout as sleep } from 'node:timers/promises'
import type { Database, Tx } from '../sql/index.ts'
import { erasedFileDelayMs } from './enqueue-sweep.ts'
import type { FileStorage } from './file-storage.ts'
import {
  claimRemoval,
  deleteFileRecords,
  deleteUnusedMark,
  findReferenced,
  findUnusedMark,
  insertUnusedMarks,
  isServed,
  listMarkedUnused,
} from './unused-file-store.ts'

const hourMs = 3_600_000

/** Longer than the time between storing a file and the commit that references it, and than a signed URL is valid. */
const minAgeMs = 24 * hourMs
/** Longer than the time between storing the same bytes again and the commit that references them. */
const minMarkedMs = hourMs
/** Longer than a removal takes with all retries: a removal claimed before that was interrupted. */
const maxRemovalMs = 600_000
const batchSize = 200

export interface SweepOptions {
  readonly db: Database
  readonly files: FileStorage
  readonly signal?: AbortSignal
  /** For tests: a clock that runs ahead. */
  readonly clock?: () => number
}

/** Returns the number of removed files. */
export async function sweepFiles({ db, files, signal, clock = Date.now }: SweepOptions): Promise<number> {
  const removed = await removeMarked({ db, files, signal, clock, minAgeMs, minMarkedMs })
  for await (const hashes of inBatches(oldFiles(files, clock() - minAgeMs))) {
    signal?.throwIfAborted()
    await markUnused(db, hashes, isoTime(clock()))
  }
  return removed
}

/**
 * Removes the files that erased workspaces have left. They were marked when the rows were deleted, so nothing is
 * listed.
 */
export const removeErasedFiles = ({ db, files, signal, clock = Date.now }: SweepOptions): Promise<number> =>
  removeMarked({ db, files, signal, clock, minAgeMs: erasedFileDelayMs, minMarkedMs: erasedFileDelayMs })

/** A storage that reports a file as missing as soon as nothing that gives out signed URLs references it. */
export const onlyServedFiles = (files: FileStorage, db: Database): FileStorage => ({
  ...files,
  size: async hash => ((await isServed(db.read, hash)) ? await files.size(hash) : null),
})

/** The storage to use if a row will reference the stored file: the sweep does not remove it in between. */
export const withSweepProtection = (files: FileStorage, db: Database): FileStorage => ({
  ...files,
  put: (source, options) =>
    files.put(source, {
      ...options,
      beforeStore: async (hash, size) => {
        await options.beforeStore?.(hash, size)
        await clearMarkBeforeStore(db, hash)
      },
    }),
})

/** Resolves once the file is neither marked nor being removed. */
async function clearMarkBeforeStore(db: Database, hash: string): Promise<void> {
  while (await findUnusedMark(db.read, hash)) {
    await db.write(tx => deleteUnusedMark(tx, hash, isoTime(Date.now() - maxRemovalMs)))
    if (await findUnusedMark(db.read, hash)) await sleep(50)
  }
}

const isoTime = (time: number) => new Date(time).toISOString()

async function markUnused(db: Database, hashes: readonly string[], now: string): Promise<void> {
  const used = await findReferenced(db.read, hashes)
  const unused = hashes.filter(hash => !used.has(hash))
  if (unused.length > 0) await db.write(tx => insertUnusedMarks(tx, unused, now))
}

interface Sweep {
  readonly db: Database
  readonly files: FileStorage
  readonly signal: AbortSignal | undefined
  readonly clock: () => number
  readonly minAgeMs: number
  readonly minMarkedMs: number
}

/** Repeated until nothing is removed, because removing a file leaves the pictures derived from it unused. */
async function removeMarked(sweep: Sweep): Promise<number> {
  let total = 0
  for (;;) {
    const removed = await removeMarkedOnce(sweep)
    total += removed
    if (removed === 0) return total
  }
}

async function removeMarkedOnce(sweep: Sweep): Promise<number> {
  const { db, signal, clock } = sweep
  const before = isoTime(clock() - sweep.minMarkedMs)
  let removed = 0
  for (let after = ''; ; ) {
    const hashes = await listMarkedUnused(db.read, before, after, batchSize)
    const last = hashes.at(-1)
    if (last === undefined) return removed
    after = last
    for (const hash of hashes) {
      signal?.throwIfAborted()
      if (await removeUnused(sweep, hash)) removed += 1
    }
  }
}

/** Storage calls are made outside of transactions, because they may be slow. */
async function removeUnused(sweep: Sweep, hash: string): Promise<boolean> {
  const { db, files, clock } = sweep
  const storedAt = await files.storedAt(hash)
  const isFresh = storedAt !== null && storedAt.getTime() > clock() - sweep.minAgeMs
  if (!(await db.write(tx => claim(tx, hash, isFresh, sweep)))) return false
  await files.remove(hash)
  await db.write(tx => deleteFileRecords(tx, hash))
  return storedAt !== null
}

/** Returns true if this sweep may remove the file now. A mark made after the storage call is too recent. */
async function claim(tx: Tx, hash: string, isFresh: boolean, { clock, minMarkedMs }: Sweep): Promise<boolean> {
  const now = clock()
  const claimedBefore = isoTime(now - maxRemovalMs)
  if (isFresh || (await findReferenced(tx, [hash])).has(hash)) {
    await deleteUnusedMark(tx, hash, claimedBefore)
    return false
  }
  const times = { now: isoTime(now), markedBefore: isoTime(now - minMarkedMs), claimedBefore }
  return await claimRemoval(tx, hash, times)
}

async function* oldFiles(files: FileStorage, storedBefore: number): AsyncGenerator<string> {
  for await (const { hash, storedAt } of files.list()) if (storedAt.getTime() <= storedBefore) yield hash
}

async function* inBatches(hashes: AsyncIterable<string>): AsyncGenerator<string[]> {
  let batch: string[] = []
  for await (const hash of hashes) {
    batch.push(hash)
    if (batch.length < batchSize) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
