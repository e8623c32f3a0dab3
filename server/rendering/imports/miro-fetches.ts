// Fetches the Miro boards of new imports. The process that received the token does it before the import becomes a job,
// so that the token is only ever in memory. If the process ends meanwhile, the import fails.

import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { maxImportBytes } from '@tessera/contract/operations/imports'
import type { Logger } from 'pino'
import { type FileStorage, StorageUnavailable } from '../../platform/files/index.ts'
import type { Database } from '../../platform/sql/index.ts'
import { fetchMiroBoard, type MiroDependencies } from './fetch-miro-board.ts'
import { ImportFailed } from './import-failed.ts'
import { findImport, maxFetchMs, updateImport } from './import-store.ts'
import { enqueueImport } from './start-import.ts'

export interface MiroBoard {
  readonly board: string
  readonly token: string
}

export interface MiroFetches {
  /** Fetches the board for an import once its row is committed. */
  start(import_id: string, organization_id: number, miro: MiroBoard): void
  close(): void
}

export interface FetchDependencies extends MiroDependencies {
  readonly db: Database
  readonly files: FileStorage
  readonly log: Logger
}

export function openMiroFetches(dependencies: FetchDependencies): MiroFetches {
  const closing = new AbortController()
  return {
    start(import_id, organization_id, miro) {
      const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(maxFetchMs)])
      fetchSource(dependencies, { import_id, organization_id, miro, signal }).catch(error =>
        dependencies.log.error(
          { err: error, import_id },
          'failed to store the result of a fetch from Miro; the import fails later',
        ),
      )
    },
    close: () => closing.abort(new ImportFailed('server_error', 'The service was stopped while it fetched the board')),
  }
}

interface Fetch {
  readonly import_id: string
  readonly organization_id: number
  readonly miro: MiroBoard
  readonly signal: AbortSignal
}

async function fetchSource(dependencies: FetchDependencies, fetch: Fetch): Promise<void> {
  const { db, files } = dependencies
  const { import_id, organization_id, miro, signal } = fetch
  if (!(await isCommitted(db, import_id))) return
  try {
    await db.write(tx => updateImport(tx, import_id, { state: 'running' }))
    const bytes = await fetchMiroBoard(dependencies, { ...miro, signal })
    const source_hash = await storeWhenPossible(files, bytes, signal)
    await db.write(async tx => {
      await updateImport(tx, import_id, { source_hash })
      await enqueueImport(tx, { import_id, organization_id, now: new Date().toISOString() })
    })
  } catch (error) {
    const { code, message } = failureOf(error, signal)
    await db.write(tx => updateImport(tx, import_id, { state: 'failed', error: message, error_code: code }))
  }
}

const storageRetryMs = 2_000

/** An outage of the storage does not cause the board to be fetched again. */
async function storeWhenPossible(files: FileStorage, bytes: Uint8Array, signal: AbortSignal): Promise<string> {
  for (;;) {
    try {
      return (await files.put(Readable.from([bytes]), { maxBytes: maxImportBytes })).hash
    } catch (error) {
      if (!(error instanceof StorageUnavailable)) throw error
      await wait(storageRetryMs, undefined, { signal })
    }
  }
}

const commitMs = 50
const maxLooks = 200

/** Returns false if the request that started the import failed. */
async function isCommitted(db: Database, import_id: string): Promise<boolean> {
  for (let look = 0; look < maxLooks; look += 1) {
    if (await findImport(db.read, import_id)) return true
    await wait(commitMs)
  }
  return false
}

function failureOf(error: unknown, { aborted, reason }: AbortSignal): ImportFailed {
  if (error instanceof ImportFailed) return error
  if (reason instanceof ImportFailed) return reason
  return aborted
    ? new ImportFailed('too_slow', 'Miro took too long to send the board')
    : new ImportFailed('server_error', 'The board of Miro could not be fetched because of an error of the service')
}
