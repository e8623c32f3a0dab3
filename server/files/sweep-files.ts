// Removes files that nothing refers to, in two steps that lie an hour apart. First an unused file that has lain there for a
// day is noticed. Then, if it is still unused and was not stored anew, it is removed while its note is held; and whoever
// stores the same bytes takes the note away first, or waits until the removal is over. So a file that is about to be
// referred to is never removed, with any number of servers on one database and one storage.

import type { Database, Reader, Tx } from '../db/database.ts'
import { skipLocked } from '../db/key-locks.ts'
import type { FileStorage } from './file-storage.ts'
import { findUsed, forgetFile, forgetUnused, holdNoted, isNoted, listNoted, noteUnused } from './unused-file-store.ts'

const hourMs = 3_600_000

/** Longer than from a file's storing to the commit that refers to it, and than any address of it is good. */
const leastAgeMs = 24 * hourMs
/** Longer than from storing the same bytes again to that commit. */
const leastNoticeMs = hourMs
const atOnce = 200

export interface SweepParts {
  readonly db: Database
  readonly files: FileStorage
  readonly now?: number
  readonly signal?: AbortSignal
}

/** How many files it removed. */
export async function sweepFiles({ db, files, now = Date.now(), signal }: SweepParts): Promise<number> {
  const removed = await removeNoted({ db, files, now, signal })
  for await (const hashes of inBatches(oldFiles(files, now - leastAgeMs))) {
    signal?.throwIfAborted()
    await notice(db, hashes, new Date(now).toISOString())
  }
  return removed
}

/** A storage for those who write rows about what they put: none of it is being removed. */
export const withoutSweeping = (files: FileStorage, db: Database): FileStorage => ({
  ...files,
  put: (source, options) =>
    files.put(source, {
      ...options,
      async beforeKeep(hash) {
        if (await isNoted(db.read, hash)) await db.write(tx => forgetUnused(tx, [hash]))
      },
    }),
})

async function notice(db: Database, hashes: readonly string[], now: string): Promise<void> {
  const used = await findUsed(db.read, hashes)
  const unused = hashes.filter(hash => !used.has(hash))
  if (unused.length > 0) await db.write(tx => noteUnused(tx, unused, now))
}

async function removeNoted({ db, files, now, signal }: Required<Omit<SweepParts, 'signal'>> & SweepParts) {
  const before = new Date(now - leastNoticeMs).toISOString()
  let removed = 0
  for (let after = ''; ; ) {
    const hashes = await listNoted(db.read, before, after, atOnce)
    const last = hashes.at(-1)
    if (last === undefined) return removed
    after = last
    for (const hash of hashes) {
      signal?.throwIfAborted()
      if (await db.write(tx => removeUnused(tx, files, hash, now - leastAgeMs))) removed += 1
    }
  }
}

/** Each for itself: the note is held while the storage is asked. */
async function removeUnused(tx: Tx, files: FileStorage, hash: string, storedBefore: number): Promise<boolean> {
  if (!(await holdNoted(tx, hash, skipLocked))) return false
  const storedAt = await files.storedAt(hash)
  const isFresh = storedAt !== null && storedAt.getTime() > storedBefore
  if (isFresh || (await isUsed(tx, hash))) {
    await forgetUnused(tx, [hash])
    return false
  }
  await files.remove(hash)
  await forgetFile(tx, hash)
  return storedAt !== null
}

const isUsed = async (db: Reader, hash: string) => (await findUsed(db, [hash])).has(hash)

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
