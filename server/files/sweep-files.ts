// Removes files that nothing refers to, in two steps that lie an hour apart. First an unused file that has lain there for a
// day is noticed. Then, if it is still unused and was not stored anew, its note says that it is being removed, and it is.
// Whoever stores the same bytes takes the note away first, or waits until the removal is over. So a file that is about to
// be referred to is never removed, with any number of servers on one database and one storage.

import { setTimeout as sleep } from 'node:timers/promises'
import type { Database, Tx } from '../db/database.ts'
import type { FileStorage } from './file-storage.ts'
import {
  beginRemoving,
  findNote,
  findUsed,
  forgetFile,
  forgetNote,
  listNoted,
  noteUnused,
} from './unused-file-store.ts'

const hourMs = 3_600_000

/** Longer than from a file's storing to the commit that refers to it, and than any address of it is good. */
const leastAgeMs = 24 * hourMs
/** Longer than from storing the same bytes again to that commit. */
const leastNoticeMs = hourMs
/** Longer than a removal takes, however often the storage is asked again: who began it then has ended. */
const longestRemovalMs = 600_000
const atOnce = 200

export interface SweepParts {
  readonly db: Database
  readonly files: FileStorage
  readonly signal?: AbortSignal
  /** For tests: what time it is, later than it is. */
  readonly clock?: () => number
}

/** How many files it removed. */
export async function sweepFiles(parts: SweepParts): Promise<number> {
  const { db, files, signal, clock = Date.now } = parts
  const removed = await removeNoted({ db, files, signal, clock })
  for await (const hashes of inBatches(oldFiles(files, clock() - leastAgeMs))) {
    signal?.throwIfAborted()
    await notice(db, hashes, timeOf(clock()))
  }
  return removed
}

/** A storage for those who write rows about what they put: none of it is being removed. */
export const withoutSweeping = (files: FileStorage, db: Database): FileStorage => ({
  ...files,
  put: (source, options) => files.put(source, { ...options, beforeKeep: hash => takeBack(db, hash) }),
})

/** Fulfils once the file is neither noticed nor being removed. */
async function takeBack(db: Database, hash: string): Promise<void> {
  while (await findNote(db.read, hash)) {
    await db.write(tx => forgetNote(tx, hash, timeOf(Date.now() - longestRemovalMs)))
    if (await findNote(db.read, hash)) await sleep(50)
  }
}

const timeOf = (time: number) => new Date(time).toISOString()

async function notice(db: Database, hashes: readonly string[], now: string): Promise<void> {
  const used = await findUsed(db.read, hashes)
  const unused = hashes.filter(hash => !used.has(hash))
  if (unused.length > 0) await db.write(tx => noteUnused(tx, unused, now))
}

interface Sweep {
  readonly db: Database
  readonly files: FileStorage
  readonly signal: AbortSignal | undefined
  readonly clock: () => number
}

async function removeNoted(sweep: Sweep): Promise<number> {
  const { db, signal, clock } = sweep
  const before = timeOf(clock() - leastNoticeMs)
  let removed = 0
  for (let after = ''; ; ) {
    const hashes = await listNoted(db.read, before, after, atOnce)
    const last = hashes.at(-1)
    if (last === undefined) return removed
    after = last
    for (const hash of hashes) {
      signal?.throwIfAborted()
      if (await removeUnused(sweep, hash)) removed += 1
    }
  }
}

/** The storage is asked outside of transactions: it may take its time. */
async function removeUnused({ db, files, clock }: Sweep, hash: string): Promise<boolean> {
  const storedAt = await files.storedAt(hash)
  const isFresh = storedAt !== null && storedAt.getTime() > clock() - leastAgeMs
  if (!(await db.write(tx => begin(tx, hash, isFresh, clock())))) return false
  await files.remove(hash)
  await db.write(tx => forgetFile(tx, hash))
  return storedAt !== null
}

/** Whether it is to be removed here and now. A note that was made since the storage was asked is too young for that. */
async function begin(tx: Tx, hash: string, isFresh: boolean, now: number): Promise<boolean> {
  const begunBefore = timeOf(now - longestRemovalMs)
  if (isFresh || (await findUsed(tx, [hash])).has(hash)) {
    await forgetNote(tx, hash, begunBefore)
    return false
  }
  const times = { now: timeOf(now), noticedBefore: timeOf(now - leastNoticeMs), begunBefore }
  return await beginRemoving(tx, hash, times)
}

async function* oldFiles(files: FileStorage, storedBefore: number): AsyncGenerator<string> {
  for await (const { hash, storedAt } of files.list()) if (storedAt.getTime() <= storedBefore) yield hash
}

async function* inBatches(hashes: AsyncIterable<string>): AsyncGenerator<string[]> {
  let batch: string[] = []
  for await (const hash of hashes) {
    batch.push(hash)
    if (batch.length < atOnce) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
