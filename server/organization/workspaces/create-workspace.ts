// Creating a workspace with its first users.

import { can, type Operations, ownerRole } from '@tessera/contract'
import { type Caller, forbidden, type WorkspaceRow } from '../../accounts/access/index.ts'
import type { WriteCall } from '../../accounts/handler.ts'
import { listenToNewWorkspace } from '../../board/index.ts'
import type { WorkspaceUserTable } from '../../platform/schema/index.ts'
import type { Tx } from '../../platform/sql/index.ts'
import { newUid } from '../../tools/index.ts'
import { recordWorkspaceAudit } from './audit-workspace.ts'
import { enqueueWorkspaceInvitations, getInvitees } from './invitees.ts'
import { insertWorkspace } from './workspace-store.ts'
import { findAcceptedMember, insertWorkspaceUsers } from './workspace-user-store.ts'

export interface CreatedWorkspace {
  readonly workspace: WorkspaceRow
  readonly users: readonly WorkspaceUserTable[]
}

export async function createWorkspace(call: WriteCall<Operations['workspaces']['create']>): Promise<CreatedWorkspace> {
  const { tx, caller, organization, body, limits, now } = call
  const target = { organization_id: organization.id, workspace_id: 0, owner_id: caller.id }
  const people = await getInvitees(tx, target, body.users ?? [])
  const { name, description = '', public: isPublic = false } = body
  const draft = { organization_id: organization.id, name, description, public: Number(isPublic) }
  const { workspace, users } = await createEmptyWorkspace(tx, caller, draft, now)
  const invited = people.map(({ user_id, workspace_role_id }) => ({
    workspace_id: workspace.id,
    user_id,
    workspace_role_id,
    created_at: now,
    updated_at: now,
  }))
  await insertWorkspaceUsers(tx, invited)
  await enqueueWorkspaceInvitations(tx, people, { workspace, invited_by: caller.id, limits, now })
  return { workspace, users: [...users, ...invited] }
}

/** Creates a workspace without objects, and with its Owner as the only user. */
export async function createEmptyWorkspace(
  tx: Tx,
  owner: Caller,
  draft: { organization_id: number; name: string; description: string; public: number; order_base?: number },
  now: string,
): Promise<CreatedWorkspace> {
  await requireMembership(tx, owner, draft.organization_id)
  const workspace = await insertWorkspace(tx, { ...draft, uid: newUid(), created_at: now, updated_at: now })
  return { workspace, users: [await addOwner(tx, owner, workspace, now)] }
}

/** Adds the first user of a new workspace. The listeners of its organization are added along with them. */
export async function addOwner(
  tx: Tx,
  owner: Caller,
  workspace: Pick<WorkspaceRow, 'id' | 'uid' | 'name' | 'organization_id'>,
  now: string,
): Promise<WorkspaceUserTable> {
  await listenToNewWorkspace(tx, workspace)
  const times = { created_at: now, updated_at: now }
  const row = { workspace_id: workspace.id, user_id: owner.id, workspace_role_id: ownerRole, ...times }
  await insertWorkspaceUsers(tx, [row])
  await recordWorkspaceAudit(tx, { workspace, actor_id: owner.id, now }, 'WORKSPACE_CREATED')
  return row
}

/** Locks the membership: a member who is being removed from the organization must not end up owning a workspace in it. */
export async function requireMembership(tx: Tx, { id, role }: Caller, organization_id: number): Promise<void> {
  const member = await findAcceptedMember(tx, { organization_id, workspace_id: 0 }, id)
  if (!member && !can(role, 'can_create_walls')) throw forbidden('can_create_workspace')
}
