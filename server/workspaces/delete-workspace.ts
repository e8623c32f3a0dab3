// The end of a workspace, for a while or for good, and its return. What is deleted for good is found by nobody at once;
// its rows go afterwards (erase-workspace.ts), so that a large one holds nobody up.

import { notFound } from '../access/access.ts'
import type { WorkspaceRow } from '../access/access-store.ts'
import type { Tx } from '../db/database.ts'
import { recordWorkspaceEvents } from '../events/record-event.ts'
import { enqueueJobs, type NewJob } from '../jobs/job-store.ts'
import { recordWorkspaceAct } from './audit-workspace.ts'
import { workspaceHappening } from './workspace-happenings.ts'
import { eraseDeleted, updateWorkspaceRow } from './workspace-store.ts'

/** How long a workspace that was not deleted for good can be restored. */
export const keptForMs = 30 * 24 * 60 * 60 * 1_000

interface Act {
  readonly workspace: WorkspaceRow
  readonly actor_id: number
  readonly now: string
}

export async function deleteWorkspace(tx: Tx, act: Act, { isPermanent }: { isPermanent: boolean }): Promise<void> {
  const { workspace, actor_id, now } = act
  const workspace_id = workspace.id
  await updateWorkspaceRow(tx, workspace_id, { deleted_at: now, ...(isPermanent ? { erased_at: now } : {}) })
  const happening = workspaceHappening('WORKSPACE_DELETE', workspace)
  await recordWorkspaceEvents(tx, { workspace_id, actor_id, now }, [happening])
  await recordWorkspaceAct(tx, act, isPermanent ? 'WORKSPACE_ERASED' : 'WORKSPACE_DELETED')
  await enqueueJobs(tx, [isPermanent ? erasing(workspace_id) : purging(workspace_id, now)], now)
}

const erasing = (workspace_id: number): NewJob => ({
  name: 'erase-workspace',
  key: `workspace:${workspace_id}`,
  payload: { workspace_id },
})

/** Under a key of its own: for a month everything else of the workspace would stand behind it. */
const purging = (workspace_id: number, deleted_at: string): NewJob => ({
  name: 'purge-workspace',
  key: `purge:${workspace_id}`,
  payload: { workspace_id, deleted_at },
  run_at: new Date(Date.parse(deleted_at) + keptForMs).toISOString(),
})

/** After its time, one that nobody restored goes the way of those that were deleted for good. */
export async function purgeWorkspace(tx: Tx, { workspace_id, deleted_at }: Deletion): Promise<void> {
  const now = new Date().toISOString()
  const purged = await eraseDeleted(tx, { id: workspace_id, deleted_at }, now)
  if (!purged) return
  await recordWorkspaceAct(tx, { workspace: purged, actor_id: null, now }, 'WORKSPACE_ERASED')
  await enqueueJobs(tx, [erasing(workspace_id)], now)
}

interface Deletion {
  readonly workspace_id: number
  readonly deleted_at: string
}

export async function restoreWorkspace(tx: Tx, act: Act): Promise<void> {
  const { workspace, actor_id, now } = act
  const deletedMs = Date.parse(workspace.deleted_at as string)
  if (Date.parse(now) - deletedMs > keptForMs) throw notFound('workspace')
  await updateWorkspaceRow(tx, workspace.id, { deleted_at: null })
  const happening = workspaceHappening('WORKSPACE_UPDATE', workspace)
  await recordWorkspaceEvents(tx, { workspace_id: workspace.id, actor_id, now }, [happening])
  await recordWorkspaceAct(tx, act, 'WORKSPACE_RESTORED')
}
