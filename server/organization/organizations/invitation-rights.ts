// The person at an invited address gets the rights that the invitation gives. So nobody changes the address of a pending
// member unless they have these rights themselves: in the organization, and in the workspaces where the member has a role.

import { holdsAll, organizationRoles, Problem, workspaceRoles } from '@tessera/contract'
import { type Caller, effectiveRole, organizationRoleFor } from '../../accounts/access/index.ts'
import { listMemberships } from '../../accounts/identity/index.ts'
import type { Tx } from '../../platform/sql/index.ts'
import { listInvitedWorkspaceRoles } from './member-store.ts'

/** The user is locked. */
export async function requireRightsOfInvitations(tx: Tx, caller: Caller, user_id: number): Promise<void> {
  const memberships = await listMemberships(tx, user_id)
  const pending = memberships.filter(one => one.invited_state === 'PENDING_INVITE')
  if (pending.length === 0) return
  const own = (await listMemberships(tx, caller.id)).filter(one => one.invited_state === 'ACCEPTED')
  const roles = new Map(own.map(one => [one.organization_id, organizationRoles.get(one.organization_role_id)]))
  for (const { organization_id, organization_role_id } of pending) {
    const mine = organizationRoleFor(roles.get(organization_id) ?? null, caller.role)
    if (!mine || !holdsAll(mine, organizationRoles.get(organization_role_id))) throw lacksRights('an organization')
  }
  for (const { given_role_id, ...mine } of await listInvitedWorkspaceRoles(tx, user_id, caller.id)) {
    const role = effectiveRole(mine, caller.role)
    if (!role || !holdsAll(role, workspaceRoles.get(given_role_id))) throw lacksRights('a workspace')
  }
}

const lacksRights = (where: string) =>
  new Problem(
    'ForbiddenError',
    `The invitation of this person gives rights in ${where} that you lack, so you cannot change who receives it`,
  )
