// The job that imports a file: it reads the file, then writes it to the board. It can be interrupted and resumed at any
// point. If it fails, everything that it has put on the board is removed again.

import { can, hasScope, Problem } from '@tessera/contract'
import { getWorkspaceAccess } from '../../accounts/access/index.ts'
import { isUnavailable } from '../../platform/db/index.ts'
import { FileMissing, StorageFull, StorageUnavailable } from '../../platform/files/index.ts'
import { type Job, maxInterruptions, RetryLater } from '../../platform/jobs/index.ts'
import { ChildFailed } from '../sandbox/processing-errors.ts'
import { ImportFailed } from './import-failed.ts'
import { endImport, findImport, findImportContext, type ImportRow, updateImport } from './import-store.ts'
import { type ReadDependencies, readImport } from './read-import.ts'
import { removeImport } from './remove-import.ts'
import { type WriteDependencies, writeImport } from './write-import.ts'

export type ImportDependencies = ReadDependencies & WriteDependencies

/** The number of failed attempts, because of an unknown error, after which the import has failed. */
const maxTries = 5
const retryMs = 5_000

export async function importFile(
  dependencies: ImportDependencies,
  { payload, attempt }: Job<'import-file'>,
  signal: AbortSignal,
): Promise<void> {
  const { db } = dependencies
  const row = await findImport(db.read, payload.import_id)
  const context = row && (await findImportContext(db.read, row))
  if (!row || !context || row.state === 'done' || row.state === 'failed') return
  // If the failure is stored already, only the removal still has to succeed.
  const failure = row.error_code ? new ImportFailed(row.error_code, row.error ?? '') : null
  try {
    if (failure) throw failure
    if (attempt > maxInterruptions) throw new ImportFailed('crashes', 'The server ended each time it read the file')
    const { canComment } = await requireAccess(dependencies, row, context.uid)
    const read = { ...context, canComment, signal }
    const ready = row.prepared_hash === null ? await readImport(dependencies, row, read) : row
    await writeImport(dependencies, ready, { uid: context.uid, signal })
    await db.write(tx => endImport(tx, ready, { state: 'done', parts_done: ready.part_count }))
  } catch (error) {
    const failed = await failureOf(dependencies, row, { error, uid: context.uid, attempt, signal })
    if (!failed) throw error
    await fail(dependencies, row, context.uid, failed)
  }
}

/** The reason is stored before anything is removed: an import that is interrupted here does not start over. */
async function fail(dependencies: ImportDependencies, { id }: ImportRow, uid: string, { code, message }: ImportFailed) {
  const { db } = dependencies
  await db.write(tx => updateImport(tx, id, { error: message, error_code: code }))
  const row = await findImport(db.read, id)
  if (!row) return
  await removeImport(dependencies, row, uid)
  await db.write(tx => endImport(tx, row, { state: 'failed' }))
}

interface Failure {
  readonly error: unknown
  readonly uid: string
  readonly attempt: number
  readonly signal: AbortSignal
}

/** Returns null if the job should run again. */
async function failureOf(
  { db }: ImportDependencies,
  row: ImportRow,
  { error, uid, attempt, signal }: Failure,
): Promise<ImportFailed | null> {
  if (error instanceof ImportFailed) return error
  if (error instanceof StorageFull) return new ImportFailed('storage_full', 'The storage of the service is full')
  if (error instanceof Problem) return await refusalOf(db, row, uid, error)
  if (signal.aborted || error instanceof StorageUnavailable) return null
  if (error instanceof ChildFailed) {
    if (error.reason === 'aborted') return null
    throw new RetryLater(`the process that reads the file ended: ${error.message}`, 0)
  }
  if (isUnavailable(error)) throw new RetryLater(`the database is unavailable: ${error}`, retryMs)
  if (error instanceof FileMissing) return new ImportFailed('server_error', 'The file is missing from the storage')
  return attempt >= maxTries
    ? new ImportFailed('server_error', 'The import failed because of an error of the service')
    : null
}

/** A part was refused: because access was lost, by the storage limit, or by a rule of objects. */
async function refusalOf(db: ImportDependencies['db'], row: ImportRow, uid: string, problem: Problem) {
  const canEdit = await getWorkspaceAccess(db.read, row, uid).then(
    access => can(access.workspaceRole, 'can_edit_workspace'),
    () => false,
  )
  if (!canEdit || problem.neededScope || problem.code === 'Unauthorized')
    return new ImportFailed('access_lost', 'You can no longer edit this workspace')
  if (problem.code === 'ForbiddenError') return new ImportFailed('storage_full', problem.message)
  return new ImportFailed('refused', `The content of the file was refused: ${problem.message.slice(0, 300)}`)
}

/** Access is checked before the file is read, so that a user without access causes no work. */
async function requireAccess({ db }: ImportDependencies, row: ImportRow, uid: string) {
  const { workspaceRole, caller } = await getWorkspaceAccess(db.read, row, uid)
  if (!can(workspaceRole, 'can_edit_workspace')) throw new Problem('ForbiddenError', 'This needs can_edit_workspace')
  return { canComment: hasScope(caller.scope, 'comment') }
}
