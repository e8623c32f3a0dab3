// Removing a member from an organization and from its workspaces. The Owner of the organization gets the workspaces they
// owned.

import { type Operations, organizationRoles, ownerRole, Problem } from '@tessera/contract'
import { actorOf } from '../../accounts/access/index.ts'
import type { WriteCall } from '../../accounts/handler.ts'
import { removeFromWorkspaces } from '../workspaces/remove-from-workspaces.ts'
import { requireMemberRight } from './member-rights.ts'
import { deleteMember, getOwner, type MemberRow } from './member-store.ts'

type RemoveCall = WriteCall<Operations['organizations']['removeMember']>

export async function removeMember(call: RemoveCall, member: MemberRow): Promise<void> {
  const { tx, caller, organization, organizationRole, now } = call
  if (member.organization_role_id === ownerRole)
    throw new Problem(
      'BadRequest',
      'The Owner cannot be removed: transfer ownership first, by assigning role 1 to another member',
    )
  requireMemberRight(organizationRole, 'remove', organizationRoles.get(member.organization_role_id))
  const user_id = member.id
  const owner = await getOwner(tx, organization.id)
  const successor = { user_id: owner.id, email: owner.email }
  // The member is locked first: a concurrent request that adds them to a workspace has either committed, or fails to
  // find them.
  await deleteMember(tx, { organization_id: organization.id, user_id })
  const departure = { organization_id: organization.id, user_id, successor, ...actorOf(caller), now }
  await removeFromWorkspaces(tx, departure)
}
