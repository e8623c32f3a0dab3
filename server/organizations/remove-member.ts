// Taking a member out of an organization, and with that out of its workspaces. What they own there goes to the Owner.

import { type Operations, organizationRoles, ownerRole, Problem } from '@tessera/contract'
import type { WriteCall } from '../handler.ts'
import { leaveWorkspaces } from '../workspaces/leave-workspaces.ts'
import { askMemberRight } from './member-rights.ts'
import { deleteMember, getOwner, type MemberRow } from './member-store.ts'

type RemoveCall = WriteCall<Operations['organizations']['removeMember']>

export async function removeMember(call: RemoveCall, member: MemberRow): Promise<void> {
  const { tx, caller, organization, organizationRole, now } = call
  if (member.organization_role_id === ownerRole)
    throw new Problem('BadRequest', 'The Owner cannot be removed: they first give role 1 to another member')
  askMemberRight(organizationRole, 'remove', organizationRoles.get(member.organization_role_id))
  const user_id = member.id
  const owner = await getOwner(tx, organization.id)
  const heir = { user_id: owner.id, email: owner.email }
  // The member first: whoever is bringing them into a workspace at this moment has then ended, or will find them gone.
  await deleteMember(tx, { organization_id: organization.id, user_id })
  await leaveWorkspaces(tx, { organization_id: organization.id, user_id, heir, actor_id: caller.id, now })
}
