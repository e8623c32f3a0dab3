// Making a workspace, with the people it begins with.

import { can, type Operations, ownerRole } from '@tessera/contract'
import { type Caller, forbidden } from '../access/access.ts'
import type { WorkspaceRow } from '../access/access-store.ts'
import type { Tx } from '../db/database.ts'
import type { WorkspaceUserTable } from '../db/schema.ts'
import type { WriteCall } from '../handler.ts'
import { newUid } from '../ids.ts'
import { enqueueJobs } from '../jobs/job-store.ts'
import { recordWorkspaceAct } from './audit-workspace.ts'
import { getInvited, invitationJob } from './invited-people.ts'
import { insertWorkspace } from './workspace-store.ts'
import { findAcceptedMember, insertWorkspaceUsers } from './workspace-user-store.ts'

export interface MadeWorkspace {
  readonly workspace: WorkspaceRow
  readonly users: readonly WorkspaceUserTable[]
}

export async function createWorkspace(call: WriteCall<Operations['workspaces']['create']>): Promise<MadeWorkspace> {
  const { tx, caller, organization, body, now } = call
  const place = { organization_id: organization.id, workspace_id: 0, owner_id: caller.id }
  const people = await getInvited(tx, place, body.users ?? [])
  const { name, description = '', public: isPublic = false } = body
  const draft = { organization_id: organization.id, name, description, public: Number(isPublic) }
  const { workspace, users } = await makeWorkspace(tx, caller, draft, now)
  const invited = people.map(({ user_id, workspace_role_id }) => ({
    workspace_id: workspace.id,
    user_id,
    workspace_role_id,
    created_at: now,
    updated_at: now,
  }))
  await insertWorkspaceUsers(tx, invited)
  await enqueueJobs(
    tx,
    people.map(({ user_id }) => invitationJob(workspace.id, user_id, caller.id)),
    now,
  )
  return { workspace, users: [...users, ...invited] }
}

/** A workspace with nothing in it, and nobody but its Owner. */
export async function makeWorkspace(
  tx: Tx,
  owner: Caller,
  draft: { organization_id: number; name: string; description: string; public: number },
  now: string,
): Promise<MadeWorkspace> {
  await holdMembership(tx, owner, draft.organization_id)
  const workspace = await insertWorkspace(tx, { ...draft, uid: newUid(), created_at: now, updated_at: now })
  const times = { created_at: now, updated_at: now }
  const row = { workspace_id: workspace.id, user_id: owner.id, workspace_role_id: ownerRole, ...times }
  await insertWorkspaceUsers(tx, [row])
  await recordWorkspaceAct(tx, { workspace, actor_id: owner.id, now }, 'WORKSPACE_CREATED')
  return { workspace, users: [row] }
}

/** Somebody who is being removed from the organization at this moment must not be left with a workspace in it. */
async function holdMembership(tx: Tx, { id, role }: Caller, organization_id: number): Promise<void> {
  const member = await findAcceptedMember(tx, { organization_id, workspace_id: 0 }, id)
  if (!member && !can(role, 'can_create_walls')) throw forbidden('can_create_workspace')
}
