// Removes a user's workspace roles when they leave an organization. The workspaces they own are transferred to the Owner of the organization.

import { ownerRole } from '@tessera/contract'
import { type EventActor, lockWorkspaces } from '../../accounts/access/index.ts'
import { recordWorkspaceEvents, type WorkspaceEvent } from '../../board/index.ts'
import type { Tx } from '../../platform/sql/index.ts'
import { recordWorkspaceAudit } from './audit-workspace.ts'
import { assignOwner } from './transfer-workspace.ts'
import { workspaceUserEvent } from './workspace-events.ts'
import { deleteFavorites } from './workspace-store.ts'
import { deleteWorkspaceUser, findWorkspaceUser, listRolesIn } from './workspace-user-store.ts'
import { deleteVisits } from './workspace-visit-store.ts'

export interface Departure extends EventActor {
  readonly organization_id: number
  readonly user_id: number
  /** The Owner of the organization, who gets the workspaces that the user owned. */
  readonly successor: { readonly user_id: number; readonly email: string }
  readonly now: string
}

export async function removeFromWorkspaces(tx: Tx, departure: Departure): Promise<void> {
  const { organization_id, user_id, actor_id, via, now } = departure
  const before = await listRolesIn(tx, organization_id, user_id)
  await deleteFavorites(tx, organization_id, user_id)
  await deleteVisits(tx, organization_id, user_id)
  await lockWorkspaces(
    tx,
    before.map(({ uid }) => uid),
  )
  for (const workspace of before) {
    const events = await leave(tx, workspace, departure)
    await recordWorkspaceEvents(tx, { workspace_id: workspace.id, actor_id, via, now }, events)
  }
}

type Workspace = Awaited<ReturnType<typeof listRolesIn>>[number]

async function leave(tx: Tx, workspace: Workspace, departure: Departure): Promise<WorkspaceEvent[]> {
  const { user_id, successor, actor_id, now } = departure
  const workspace_id = workspace.id
  // Read again now that the workspace is locked.
  const person = await findWorkspaceUser(tx, workspace_id, user_id)
  if (!person) return []
  await deleteWorkspaceUser(tx, workspace_id, user_id)
  const left = workspaceUserEvent('WORKSPACE_USER_REMOVE', person)
  if (person.workspace_role_id !== ownerRole) return [left]
  const known = await findWorkspaceUser(tx, workspace_id, successor.user_id)
  const change = { field: 'workspace_owner', before: person.email, after: successor.email }
  await recordWorkspaceAudit(tx, { workspace, actor_id, now }, 'WORKSPACE_HANDED_OVER', [change])
  return [
    left,
    await assignOwner(tx, workspace_id, { ...successor, workspace_role_id: known?.workspace_role_id ?? null }, now),
  ]
}
