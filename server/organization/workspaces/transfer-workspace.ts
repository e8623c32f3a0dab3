// Transferring a workspace to another Owner. The previous Owner becomes Editor+, unless they are leaving.

import { badField, editorPlusRole, ownerRole } from '@tessera/contract'
import type { WorkspaceRow } from '../../accounts/access/index.ts'
import type { WorkspaceEvent } from '../../board/index.ts'
import type { Tx } from '../../platform/sql/index.ts'
import { recordWorkspaceAudit } from './audit-workspace.ts'
import { workspaceUserEvent } from './workspace-events.ts'
import {
  findAcceptedMember,
  getOwner,
  insertWorkspaceUsers,
  type Member,
  setWorkspaceRole,
} from './workspace-user-store.ts'

/** Returns the events to record, or none if that user already owns the workspace. */
export async function transferWorkspace(
  tx: Tx,
  { workspace, actor_id, now }: { workspace: WorkspaceRow; actor_id: number; now: string },
  user_id: number,
): Promise<WorkspaceEvent[]> {
  const target = { organization_id: workspace.organization_id, workspace_id: workspace.id }
  const owner = await getOwner(tx, workspace.id)
  if (owner.user_id === user_id) return []
  const successor = await findAcceptedMember(tx, target, user_id)
  if (!successor) throw badField('user_id', 'must be the id of an accepted member of the organization')
  // The previous Owner is changed first: a workspace never has two.
  const previous = { workspace_id: workspace.id, user_id: owner.user_id, workspace_role_id: editorPlusRole }
  await setWorkspaceRole(tx, { ...previous, updated_at: now })
  const change = { field: 'workspace_owner', before: owner.email, after: successor.email }
  await recordWorkspaceAudit(tx, { workspace, actor_id, now }, 'WORKSPACE_HANDED_OVER', [change])
  const demoted = workspaceUserEvent('WORKSPACE_USER_ROLE_CHANGE', { ...owner, workspace_role_id: editorPlusRole })
  return [demoted, await assignOwner(tx, workspace.id, successor, now)]
}

/** Used for a workspace that currently has no Owner. */
export async function assignOwner(
  tx: Tx,
  workspace_id: number,
  { user_id, email, workspace_role_id }: Pick<Member, 'user_id' | 'email' | 'workspace_role_id'>,
  now: string,
): Promise<WorkspaceEvent> {
  const row = { workspace_id, user_id, workspace_role_id: ownerRole, updated_at: now }
  if (workspace_role_id === null) await insertWorkspaceUsers(tx, [{ ...row, created_at: now }])
  else await setWorkspaceRole(tx, row)
  const type = workspace_role_id === null ? 'WORKSPACE_USER_ADD' : 'WORKSPACE_USER_ROLE_CHANGE'
  return workspaceUserEvent(type, { user_id, email, workspace_role_id: ownerRole })
}
