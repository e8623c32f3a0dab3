// What becomes of somebody's workspace roles when they leave an organization: they go, and what they own goes to another.

import { ownerRole } from '@tessera/contract'
import { lockWorkspaces } from '../access/access-store.ts'
import type { Tx } from '../db/database.ts'
import { recordWorkspaceEvents, type WorkspaceEvent } from '../events/record-event.ts'
import { recordWorkspaceAct } from './audit-workspace.ts'
import { makeOwner } from './hand-over-workspace.ts'
import { userHappening } from './workspace-happenings.ts'
import { forgetFavorites } from './workspace-store.ts'
import { deleteWorkspaceUser, findPersonIn, listRolesIn } from './workspace-user-store.ts'
import { forgetVisits } from './workspace-visit-store.ts'

export interface Leaving {
  readonly organization_id: number
  readonly user_id: number
  /** The organization's Owner, who gets the workspaces that lose theirs. */
  readonly heir: { readonly user_id: number; readonly email: string }
  readonly actor_id: number
  readonly now: string
}

export async function leaveWorkspaces(tx: Tx, leaving: Leaving): Promise<void> {
  const { organization_id, user_id, actor_id, now } = leaving
  const before = await listRolesIn(tx, organization_id, user_id)
  await forgetFavorites(tx, organization_id, user_id)
  await forgetVisits(tx, organization_id, user_id)
  await lockWorkspaces(
    tx,
    before.map(({ uid }) => uid),
  )
  for (const workspace of before) {
    const happenings = await leave(tx, workspace, leaving)
    await recordWorkspaceEvents(tx, { workspace_id: workspace.id, actor_id, now }, happenings)
  }
}

type Workspace = Awaited<ReturnType<typeof listRolesIn>>[number]

async function leave(tx: Tx, workspace: Workspace, leaving: Leaving): Promise<WorkspaceEvent[]> {
  const { user_id, heir, actor_id, now } = leaving
  const workspace_id = workspace.id
  // Read again, now that the workspace is held.
  const person = await findPersonIn(tx, workspace_id, user_id)
  if (!person) return []
  await deleteWorkspaceUser(tx, workspace_id, user_id)
  const left = userHappening('WORKSPACE_USER_REMOVE', person)
  if (person.workspace_role_id !== ownerRole) return [left]
  const known = await findPersonIn(tx, workspace_id, heir.user_id)
  const change = { field: 'workspace_owner', before: person.email, after: heir.email }
  await recordWorkspaceAct(tx, { workspace, actor_id, now }, 'WORKSPACE_HANDED_OVER', [change])
  return [
    left,
    await makeOwner(tx, workspace_id, { ...heir, workspace_role_id: known?.workspace_role_id ?? null }, now),
  ]
}
