// Requests to publish or unpublish a workspace. A job carries them out, one at a time per workspace.

import { can, Problem, settingOf } from '@tessera/contract'
import type { Caller, EventActor, WorkspaceAccess, WorkspaceRow } from '../../accounts/access/index.ts'
import { recordWorkspaceEvents } from '../../board/index.ts'
import { enqueueJobs } from '../../platform/jobs/index.ts'
import type { Tx } from '../../platform/sql/index.ts'
import { recordWorkspaceAudit } from './audit-workspace.ts'
import { workspaceEvent } from './workspace-events.ts'
import { readOrganizationMetadata, updateWorkspaceRow } from './workspace-store.ts'

interface Request extends EventActor {
  readonly workspace: WorkspaceRow
  readonly now: string
}

/**
 * An organization may restrict publishing to its Owner and Admins, regardless of who owns the workspace. Unpublishing
 * is not restricted.
 */
export async function requirePublisher(
  tx: Tx,
  { caller, workspace, organizationRole }: WorkspaceAccess & { readonly caller: Caller },
): Promise<void> {
  const isAdmin = organizationRole?.role_type === 'owner' || organizationRole?.role_type === 'admin'
  if (isAdmin || can(caller.role, 'can_edit_walls')) return
  if (settingOf(await readOrganizationMetadata(tx, workspace.organization_id), 'publishing') === 'admins')
    throw new Problem('ForbiddenError', 'In this organization, only its Owner and Admins can publish')
}

export async function requestPublishing(
  tx: Tx,
  request: Request,
  { can_download }: { can_download?: boolean | undefined } = {},
): Promise<void> {
  if (can_download !== undefined)
    await updateWorkspaceRow(tx, request.workspace.id, { can_download: can_download ? 1 : 0 })
  if (request.workspace.publish_state === 'publishing') return
  await begin(tx, request, { state: 'publishing', job: 'publish-workspace', type: 'WORKSPACE_PUBLISH' })
}

export async function requestUnpublishing(tx: Tx, request: Request): Promise<void> {
  const { publish_state } = request.workspace
  if (publish_state === 'unpublished') throw new Problem('BadRequest', 'The workspace is not published')
  if (publish_state === 'unpublishing') return
  await begin(tx, request, { state: 'unpublishing', job: 'unpublish-workspace', type: 'WORKSPACE_UNPUBLISH' })
}

interface Step {
  readonly state: 'publishing' | 'unpublishing'
  readonly job: 'publish-workspace' | 'unpublish-workspace'
  readonly type: 'WORKSPACE_PUBLISH' | 'WORKSPACE_UNPUBLISH'
}

async function begin(tx: Tx, request: Request, { state, job, type }: Step): Promise<void> {
  const { workspace, actor_id, via, now } = request
  const workspace_id = workspace.id
  await updateWorkspaceRow(tx, workspace_id, { publish_state: state, publish_state_at: now })
  await recordWorkspaceEvents(tx, { workspace_id, actor_id, via, now }, [workspaceEvent(type, workspace)])
  await recordWorkspaceAudit(tx, request, state === 'publishing' ? 'WORKSPACE_PUBLISHED' : 'WORKSPACE_UNPUBLISHED')
  const payload = { workspace_id, requested_by: actor_id, requested_at: now }
  await enqueueJobs(tx, [{ name: job, key: `workspace:${workspace_id}`, payload }], now)
}
