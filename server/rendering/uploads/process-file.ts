// The steps that processing an image and processing a document share: whether there is anything to do, which errors count
// as failures of the file, and when to give up.

import { type Amendment, amendObject, findReferencingObject, isProcessed } from '../../board/index.ts'
import { FileMissing, type FileStorage, StorageFull, StorageUnavailable } from '../../platform/files/index.ts'
import { type Job, RetryLater } from '../../platform/jobs/index.ts'
import type { Database } from '../../platform/sql/index.ts'
import type { ChildPool } from '../sandbox/child-pool.ts'
import type { Limits } from '../sandbox/limits.ts'
import { ChildFailed, UnreadableFile } from '../sandbox/processing-errors.ts'
import type { ConvertOffice } from './convert-office.ts'
import { countFailure, type ProcessedFile, startFile, updateFile } from './processing-store.ts'

export interface ProcessingDependencies {
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
  readonly object: NonNullable<Awaited<ReturnType<typeof findReferencingObject>>>
  readonly file: ProcessedFile
  readonly signal: AbortSignal
}

/** Resolves with the change to the object when the file is done, or with null if another job continues. */
export type FileProcessor = (dependencies: ProcessingDependencies, work: FileWork) => Promise<Amendment | null>

/** The change to an object whose file cannot be read. */
export type FailureAmendment = (failure: UnreadableFile) => Amendment

/** After this many attempts of a job, a file that is not in the storage counts as lost. */
const maxAttempts = 60
const outageRetryMs = 600_000
/** Errors stop at `maxAttempts`: in further attempts the server ended each time, which the file may have caused. */
const maxInterrupted = 90

export async function processFile(
  dependencies: ProcessingDependencies,
  { job, signal }: { job: FileJob; signal: AbortSignal },
  process: FileProcessor,
  failureAmendment: FailureAmendment,
): Promise<void> {
  const { db } = dependencies
  const { hash } = job.payload
  const object = await findReferencingObject(db.read, job.payload)
  if (!object || isProcessed(object.record)) return
  const file = await db.write(tx => startFile(tx, hash, new Date().toISOString()))
  try {
    if (job.attempt > maxInterrupted) throw new UnreadableFile('CRASHES', 'The server ended each time it read the file')
    const amendment = await process(dependencies, { job, object, file, signal })
    if (amendment) await storeOutcome(dependencies, job, { state: 'ready', reason: null }, amendment)
  } catch (error) {
    if (isInterrupted(error, signal)) throw error
    const failure = isFileError(error) ? await permanentFailure(dependencies, hash, error) : retryOrLost(job, error)
    if (failure === null) throw error
    await storeOutcome(dependencies, job, { state: 'failed', reason: failure.message }, failureAmendment(failure))
  }
}

/** Stores the state of the file and changes the object in one transaction. */
async function storeOutcome(
  { db }: ProcessingDependencies,
  { payload }: FileJob,
  outcome: { state: 'ready' | 'failed'; reason: string | null },
  amendment: Amendment,
): Promise<void> {
  await db.write(async tx => {
    await amendObject(tx, payload, amendment)
    await updateFile(tx, payload.hash, { ...outcome, pdf_hash: null, updated_at: new Date().toISOString() })
  })
}

const isFileError = (error: unknown): error is UnreadableFile | ChildFailed =>
  error instanceof UnreadableFile || error instanceof ChildFailed

/** Returns the failure to show to the owner, or null if the file should be tried again. */
async function permanentFailure(
  { db, limits }: ProcessingDependencies,
  hash: string,
  error: UnreadableFile | ChildFailed,
): Promise<UnreadableFile | null> {
  if (error instanceof UnreadableFile) return error
  const failures = await db.write(tx => countFailure(tx, hash))
  if (failures < limits.maxTries) return null
  return error.reason === 'timeout'
    ? new UnreadableFile('TOO_SLOW', 'Reading the file takes too long')
    : new UnreadableFile('CRASHES', 'The program that reads the file crashed')
}

/**
 * Any other error, of the storage or the database, does not count as a failure of the file: the job is retried until the
 * storage is available again. Only a file that stays missing from an available storage is lost.
 */
function retryOrLost(job: FileJob, error: unknown): UnreadableFile | null {
  if (error instanceof FileMissing && job.attempt >= maxAttempts)
    return new UnreadableFile('STORAGE_FAILED', 'The file is missing from the storage')
  if (error instanceof StorageUnavailable || error instanceof StorageFull) return null
  // These attempts are not counted: otherwise the queue would eventually fail the job.
  if (job.attempt >= maxAttempts) throw new RetryLater(`the file cannot be processed: ${error}`, outageRetryMs)
  return null
}

/** The server shuts down or the job was taken over: that is not a failure of the file. */
const isInterrupted = (error: unknown, signal: AbortSignal) =>
  !(error instanceof UnreadableFile) && (signal.aborted || (error instanceof ChildFailed && error.reason === 'aborted'))
