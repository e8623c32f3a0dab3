// Giving a workspace another Owner. The one before stays, as Editor+, unless they are leaving.

import { badField, editorPlusRole, ownerRole } from '@tessera/contract'
import type { WorkspaceRow } from '../access/access-store.ts'
import type { Tx } from '../db/database.ts'
import type { WorkspaceEvent } from '../events/record-event.ts'
import { recordWorkspaceAct } from './audit-workspace.ts'
import { userHappening } from './workspace-happenings.ts'
import {
  findAcceptedMember,
  getOwner,
  insertWorkspaceUsers,
  type Member,
  setWorkspaceRole,
} from './workspace-user-store.ts'

/** What is to be recorded; nothing where that person owns it already. */
export async function handOver(
  tx: Tx,
  { workspace, actor_id, now }: { workspace: WorkspaceRow; actor_id: number; now: string },
  user_id: number,
): Promise<WorkspaceEvent[]> {
  const place = { organization_id: workspace.organization_id, workspace_id: workspace.id }
  const owner = await getOwner(tx, workspace.id)
  if (owner.user_id === user_id) return []
  const heir = await findAcceptedMember(tx, place, user_id)
  if (!heir) throw badField('user_id', 'must be the id of an accepted member of the organization')
  // First this, then that: a workspace has at no time two Owners.
  const before = { workspace_id: workspace.id, user_id: owner.user_id, workspace_role_id: editorPlusRole }
  await setWorkspaceRole(tx, { ...before, updated_at: now })
  const change = { field: 'workspace_owner', before: owner.email, after: heir.email }
  await recordWorkspaceAct(tx, { workspace, actor_id, now }, 'WORKSPACE_HANDED_OVER', [change])
  const stayed = userHappening('WORKSPACE_USER_ROLE_CHANGE', { ...owner, workspace_role_id: editorPlusRole })
  return [stayed, await makeOwner(tx, workspace.id, heir, now)]
}

/** For a workspace that has no Owner at the moment. */
export async function makeOwner(
  tx: Tx,
  workspace_id: number,
  { user_id, email, workspace_role_id }: Pick<Member, 'user_id' | 'email' | 'workspace_role_id'>,
  now: string,
): Promise<WorkspaceEvent> {
  const row = { workspace_id, user_id, workspace_role_id: ownerRole, updated_at: now }
  if (workspace_role_id === null) await insertWorkspaceUsers(tx, [{ ...row, created_at: now }])
  else await setWorkspaceRole(tx, row)
  const type = workspace_role_id === null ? 'WORKSPACE_USER_ADD' : 'WORKSPACE_USER_ROLE_CHANGE'
  return userHappening(type, { user_id, email, workspace_role_id: ownerRole })
}
