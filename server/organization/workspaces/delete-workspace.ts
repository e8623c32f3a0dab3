// Deleting a workspace, temporarily or permanently, and restoring it. A permanently deleted workspace is invisible at
// once; its rows are erased by a job (erase-workspace.ts), so that a large one does not block the request.

import { type EventActor, notFound, type WorkspaceRow } from '../../accounts/access/index.ts'
import { recordWorkspaceEvents } from '../../board/index.ts'
import { enqueueJobs, type NewJob } from '../../platform/jobs/index.ts'
import type { Tx } from '../../platform/sql/index.ts'
import { recordWorkspaceAudit } from './audit-workspace.ts'
import { workspaceEvent } from './workspace-events.ts'
import { eraseDeleted, updateWorkspaceRow } from './workspace-store.ts'

/** How long a deleted workspace can be restored. */
export const retentionMs = 30 * 24 * 60 * 60 * 1_000

interface WorkspaceAction extends EventActor {
  readonly workspace: WorkspaceRow
  readonly now: string
}

export async function deleteWorkspace(
  tx: Tx,
  action: WorkspaceAction,
  { isPermanent }: { isPermanent: boolean },
): Promise<void> {
  const { workspace, actor_id, via, now } = action
  if (workspace.deleted_at !== null) return await eraseDeletedWorkspace(tx, action)
  const workspace_id = workspace.id
  await updateWorkspaceRow(tx, workspace_id, { deleted_at: now, ...(isPermanent ? { erased_at: now } : {}) })
  const event = workspaceEvent('WORKSPACE_DELETE', workspace)
  await recordWorkspaceEvents(tx, { workspace_id, actor_id, via, now }, [event])
  await recordWorkspaceAudit(tx, action, isPermanent ? 'WORKSPACE_ERASED' : 'WORKSPACE_DELETED')
  await enqueueJobs(tx, [isPermanent ? eraseJob(workspace_id) : purgeJob(workspace_id, now)], now)
}

/** Deleting it was recorded as an event, so there is no event for erasing it. */
async function eraseDeletedWorkspace(tx: Tx, action: WorkspaceAction): Promise<void> {
  const { workspace, now } = action
  requireRestorable(action)
  await updateWorkspaceRow(tx, workspace.id, { erased_at: now })
  await recordWorkspaceAudit(tx, action, 'WORKSPACE_ERASED')
  await enqueueJobs(tx, [eraseJob(workspace.id)], now)
}

const eraseJob = (workspace_id: number): NewJob => ({
  name: 'erase-workspace',
  key: `workspace:${workspace_id}`,
  payload: { workspace_id },
})

/**
 * The job has its own key: jobs with the same key run in order, so it would block the workspace's other jobs for a
 * month.
 */
const purgeJob = (workspace_id: number, deleted_at: string): NewJob => ({
  name: 'purge-workspace',
  key: `purge:${workspace_id}`,
  payload: { workspace_id, deleted_at },
  run_at: new Date(Date.parse(deleted_at) + retentionMs).toISOString(),
})

/** Erases a workspace that was not restored in time. */
export async function purgeWorkspace(tx: Tx, { workspace_id, deleted_at }: Deletion): Promise<void> {
  const now = new Date().toISOString()
  const purged = await eraseDeleted(tx, { id: workspace_id, deleted_at }, now)
  if (!purged) return
  await recordWorkspaceAudit(tx, { workspace: purged, actor_id: null, now }, 'WORKSPACE_ERASED')
  await enqueueJobs(tx, [eraseJob(workspace_id)], now)
}

interface Deletion {
  readonly workspace_id: number
  readonly deleted_at: string
}

export async function restoreWorkspace(tx: Tx, action: WorkspaceAction): Promise<void> {
  const { workspace, actor_id, via, now } = action
  requireRestorable(action)
  await updateWorkspaceRow(tx, workspace.id, { deleted_at: null })
  const event = workspaceEvent('WORKSPACE_UPDATE', workspace)
  await recordWorkspaceEvents(tx, { workspace_id: workspace.id, actor_id, via, now }, [event])
  await recordWorkspaceAudit(tx, action, 'WORKSPACE_RESTORED')
}

function requireRestorable({ workspace, now }: WorkspaceAction): void {
  const deletedMs = Date.parse(workspace.deleted_at as string)
  if (Date.parse(now) - deletedMs > retentionMs) throw notFound('workspace')
}
