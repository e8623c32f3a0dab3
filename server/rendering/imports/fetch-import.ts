// The job that fetches the board of an import from Miro. The token is stored sealed in the row of the import until then. An
// interrupted fetch starts over. Another job ends a fetch that takes longer than 15 minutes, and clears the token.

import { Readable } from 'node:stream'
import { Problem } from '@tessera/contract'
import { maxImportBytes } from '@tessera/contract/operations/imports'
import { isUnavailable } from '../../platform/db/index.ts'
import { checkStorage, type FileStorage, StorageFull, StorageUnavailable } from '../../platform/files/index.ts'
import { type Job, RetryLater } from '../../platform/jobs/index.ts'
import type { SealedSecrets } from '../../platform/secrets/index.ts'
import type { Database } from '../../platform/sql/index.ts'
import { fetchMiroBoard, type MiroDependencies } from './fetch-miro-board.ts'
import { ImportFailed } from './import-failed.ts'
import { findImport, type ImportRow, insertImportFile, isFetched, maxFetchMs, updateFetch } from './import-store.ts'
import { enqueueImport } from './start-import.ts'

export interface FetchDependencies extends MiroDependencies {
  readonly db: Database
  readonly files: FileStorage
  readonly sealedSecrets: SealedSecrets
  readonly storageLimitBytes: number
}

/** An unknown error in this attempt fails the import. */
const maxTries = 5
const retryMs = 5_000

export async function fetchImport(
  dependencies: FetchDependencies,
  { payload: { import_id }, organization_id, attempt }: Job<'fetch-import'>,
  jobSignal: AbortSignal,
): Promise<void> {
  const { db, files, storageLimitBytes } = dependencies
  const row = await findImport(db.read, import_id)
  if (!row || isFetched(row)) return
  const signal = AbortSignal.any([jobSignal, AbortSignal.timeout(remainingMs(row))])
  try {
    await db.write(tx => updateFetch(tx, row.id, { state: 'running' }))
    // An outage of the storage is found before the board is fetched, which is done again with each attempt.
    await files.probe()
    const bytes = await fetchMiroBoard(dependencies, { ...miroBoardOf(dependencies, row), signal })
    if (organization_id !== null) await checkStorage(db.read, organization_id, bytes.length, storageLimitBytes)
    const stored = await files.put(Readable.from([bytes]), { maxBytes: maxImportBytes })
    await db.write(async tx => {
      const now = new Date().toISOString()
      await insertImportFile(tx, stored, now)
      const isOpen = await updateFetch(tx, row.id, { source_hash: stored.hash, miro_token: null })
      if (isOpen) await enqueueImport(tx, { import_id, organization_id, now })
    })
  } catch (error) {
    const failed = failureOf(error, { attempt, isInterrupted: jobSignal.aborted, isLate: signal.aborted })
    if (!failed) throw error
    await endFetch(db, import_id, failed)
  }
}

/** The job that is due when the time of a fetch is over, whether it runs, waits in the queue or was lost. */
export const endImportFetch = (db: Database, { payload }: Job<'end-import-fetch'>): Promise<void> =>
  endFetch(db, payload.import_id, tooSlow)

const tooSlow = new ImportFailed(
  'too_slow',
  `The board could not be fetched from Miro within ${maxFetchMs / 60_000} minutes. Start the import again`,
)

async function endFetch(db: Database, import_id: string, { code, message }: ImportFailed): Promise<void> {
  const columns = { state: 'failed', error: message, error_code: code, miro_token: null } as const
  await db.write(tx => updateFetch(tx, import_id, columns))
}

const remainingMs = ({ created_at }: ImportRow) => Math.max(0, Date.parse(created_at) + maxFetchMs - Date.now())

function miroBoardOf({ sealedSecrets }: FetchDependencies, { miro_board, miro_token }: ImportRow) {
  if (miro_board === null || miro_token === null)
    throw new ImportFailed('server_error', 'The token of Miro is no longer there. Start the import again')
  return { board: miro_board, token: sealedSecrets.open(miro_token, 'import-token') }
}

interface Attempt {
  readonly attempt: number
  readonly isInterrupted: boolean
  readonly isLate: boolean
}

/** Null if the job should run again. */
function failureOf(error: unknown, { attempt, isInterrupted, isLate }: Attempt): ImportFailed | null {
  if (isInterrupted) return null
  if (isLate) return tooSlow
  if (error instanceof ImportFailed) return error
  if (error instanceof Problem && error.code === 'ForbiddenError')
    return new ImportFailed('storage_full', error.message)
  if (error instanceof StorageFull) return new ImportFailed('storage_full', 'The storage of the service is full')
  if (error instanceof StorageUnavailable) return null
  if (isUnavailable(error)) throw new RetryLater(`the database is unavailable: ${error}`, retryMs)
  return attempt >= maxTries
    ? new ImportFailed('server_error', 'The board of Miro could not be fetched because of an error of the service')
    : null
}
