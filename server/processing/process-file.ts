// What processing an image and processing a document have in common: whether there is anything to do, when to give up, and
// that a try which was broken off does not count.

import type { Database } from '../db/database.ts'
import type { FileStorage } from '../files/file-storage.ts'
import type { Job } from '../jobs/job.ts'
import { type Amendment, amendObject, findHolder } from '../objects/amend-object.ts'
import { isProcessed } from '../objects/processing-job.ts'
import type { StoredObject } from '../objects/stored-object.ts'
import type { ChildPool } from './child-pool.ts'
import type { ConvertOffice } from './convert-office.ts'
import type { Limits } from './limits.ts'
import { beginFile, forgetTry, type ProcessedFile, updateFile } from './processing-store.ts'
import { ChildFailed, Unfit } from './unfit.ts'

export interface ProcessingParts {
  readonly db: Database
  readonly files: FileStorage
  readonly limits: Limits
  readonly images: ChildPool
  readonly documents: ChildPool
  readonly convert: ConvertOffice
}

export type FileJob = Job<'process-image' | 'process-document'>

export interface FileWork {
  readonly job: FileJob
  readonly object: StoredObject
  readonly file: ProcessedFile
  readonly signal: AbortSignal
}

/** What the object is told at the end; null where another job goes on. */
export type MakeOfFile = (parts: ProcessingParts, work: FileWork) => Promise<Amendment | null>

/** What an object is told where nothing can be made of its file. */
export type TellFailure = (why: Unfit) => Amendment

/** The storage may be away for a while, but not for ever. */
const mostAttempts = 60

export async function processFile(
  parts: ProcessingParts,
  { job, signal }: { job: FileJob; signal: AbortSignal },
  make: MakeOfFile,
  failure: TellFailure,
): Promise<void> {
  const { db, limits } = parts
  const { hash } = job.payload
  const object = await findHolder(db.read, job.payload)
  if (!object || isProcessed(object.record)) return
  const file = await db.write(tx => beginFile(tx, hash, new Date().toISOString()))
  try {
    if (file.failures > limits.tries)
      throw new Unfit('CRASHES', 'The file ended the program that reads it, time and again')
    const end = await make(parts, { job, object, file, signal })
    if (end) await settle(parts, job, { state: 'ready', reason: null }, end)
  } catch (error) {
    if (isBrokenOff(error, signal)) {
      await db.write(tx => forgetTry(tx, hash))
      throw error
    }
    const why = reasonToGiveUp(error, file.failures >= limits.tries || job.attempt >= mostAttempts)
    if (why === null) throw error
    await settle(parts, job, { state: 'failed', reason: why.message }, failure(why))
  }
}

/** In one transaction: what is known of the file, and what the object is told. */
async function settle(
  { db }: ProcessingParts,
  { payload }: FileJob,
  outcome: { state: 'ready' | 'failed'; reason: string | null },
  amendment: Amendment,
): Promise<void> {
  await db.write(async tx => {
    await amendObject(tx, payload, amendment)
    await updateFile(tx, payload.hash, { ...outcome, pdf_hash: null, updated_at: new Date().toISOString() })
  })
}

/** What the owner is told; null where it should be tried again. */
function reasonToGiveUp(error: unknown, isLast: boolean): Unfit | null {
  if (error instanceof Unfit) return error
  if (!isLast) return null
  if (!(error instanceof ChildFailed))
    return new Unfit(
      'STORAGE_FAILED',
      'The file could not be fetched from the storage, or what was made of it not kept',
    )
  return error.fault === 'late'
    ? new Unfit('TOO_SLOW', 'The file takes too long to read')
    : new Unfit('CRASHES', 'The program that reads the file ended unexpectedly')
}

/** The server ends: that says nothing about the file. */
const isBrokenOff = (error: unknown, signal: AbortSignal) =>
  !(error instanceof Unfit) && (signal.aborted || (error instanceof ChildFailed && error.fault === 'stopped'))
