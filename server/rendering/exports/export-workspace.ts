// The job that creates the file of an export, with the rights that its user has when it runs. It can be interrupted and
// restarted at any point: until the file is stored, nothing refers to it.

import { can, type ExportFormat, Problem } from '@tessera/contract'
import { getWorkspaceAccess } from '../../accounts/access/index.ts'
import { isUnavailable } from '../../platform/db/index.ts'
import { FileTooLarge, insertFiles, StorageFull, StorageUnavailable } from '../../platform/files/index.ts'
import { type Job, maxInterruptions, PermanentFailure } from '../../platform/jobs/index.ts'
import { isDiskFull } from '../sandbox/processing-errors.ts'
import { readExportOptions } from './export-options.ts'
import { type ExportRow, findExport, findExportedWorkspace, updateExport } from './export-store.ts'
import { type ExportDependencies, makeExport } from './make-export.ts'

/** The number of failed attempts after which the export has failed. */
const maxTries = 4
const maxBytes = 4_000_000_000
const linkMs = 24 * 3_600_000

export async function exportWorkspace(
  dependencies: ExportDependencies,
  job: Job<'export-workspace'>,
  signal: AbortSignal,
): Promise<void> {
  const { db } = dependencies
  const row = await findExport(db.read, job.payload.export_id)
  if (!row || row.state === 'done' || row.state === 'failed') return
  try {
    if (job.attempt > maxInterruptions) throw new Error('the server crashed several times during this job')
    await run(dependencies, row, signal)
  } catch (error) {
    if (isDiskFull(error)) throw new StorageFull(error as Error)
    if (signal.aborted || isOutage(error)) throw error
    const reason = reasonOf(error)
    if (reason === null && job.attempt < maxTries) throw error
    await db.write(tx => updateExport(tx, row.id, { state: 'failed', error: reason ?? 'The file could not be made' }))
    if (reason === null) throw new PermanentFailure(error instanceof Error ? error.message : String(error))
  }
}

async function run(dependencies: ExportDependencies, row: ExportRow, signal: AbortSignal): Promise<void> {
  const { db, files } = dependencies
  const { id, user_id, grant_id, format } = row
  await db.write(tx => updateExport(tx, id, { state: 'running', progress: 5 }))
  const workspace = await findExportedWorkspace(db.read, row.workspace_id)
  if (!workspace) throw new Problem('ResourceNotFound', 'The workspace was deleted')
  const { workspaceRole } = await getWorkspaceAccess(db.read, { user_id, grant_id }, workspace.uid)
  const made = await makeExport(dependencies, {
    workspace,
    user_id,
    format: format as ExportFormat,
    options: readExportOptions(JSON.parse(row.options)),
    hasOriginals: can(workspaceRole, 'can_download_assets'),
    signal,
    // Progress is only displayed: if storing it fails, a later update may succeed.
    onProgress: progress => void db.write(tx => updateExport(tx, id, { progress })).catch(() => {}),
  })
  const { hash, size } = await files.put(made.content, { maxBytes })
  signal.throwIfAborted()
  await db.write(async tx => {
    const now = new Date()
    const { mime, name } = made
    await insertFiles(tx, [{ hash, size, mime, created_at: now.toISOString() }])
    const expires_at = new Date(now.getTime() + linkMs).toISOString()
    await updateExport(tx, id, { state: 'done', progress: 100, hash, mime, name, size, expires_at })
  })
}

/** The job runs again until the export has ended. */
const isOutage = (error: unknown) =>
  error instanceof StorageUnavailable || error instanceof StorageFull || isUnavailable(error)

/** Returns the reason to show to the user, or null if trying again may help. */
function reasonOf(error: unknown): string | null {
  if (error instanceof FileTooLarge) return 'The file would be too large'
  if (!(error instanceof Problem) || error.code === 'ServiceUnavailable') return null
  const hasLostAccess = error.code === 'Unauthorized' || error.code === 'ForbiddenError'
  return hasLostAccess ? 'You no longer have access to the workspace' : error.message
}
