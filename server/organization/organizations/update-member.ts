// Updating a member: their user details, which apply in every organization, and their role in this one.

import { badField, can, type Operations, organizationRoles, ownerRole, Problem } from '@tessera/contract'
import { requireAuthority } from '../../accounts/access/index.ts'
import { changesBetween } from '../../accounts/audit/index.ts'
import type { WriteCall } from '../../accounts/handler.ts'
import { isUnused, updateUserDetails } from '../../accounts/identity/index.ts'
import { recordMemberAudit } from './audit-organization.ts'
import { requestEmailChange } from './change-email.ts'
import { admitMember } from './invite-member.ts'
import { getAssignableRole, requireMemberRight } from './member-rights.ts'
import { countOtherMemberships, type MemberRow, updateMember as storeMember } from './member-store.ts'
import { transferOrganization } from './transfer-organization.ts'

type UpdateCall = WriteCall<Operations['organizations']['updateMember']>

/** The member and the user are locked. */
export async function updateMember(call: UpdateCall, member: MemberRow): Promise<void> {
  const { tx, caller, limits, now } = call
  const { organization_role_id, email, ...details } = call.body
  // An empty request also needs the right, so that it does not succeed for callers without it.
  const changesDetails = email !== undefined || Object.keys(details).length > 0 || organization_role_id === undefined
  if (changesDetails) await requireDetailsRight(call, member)
  if (organization_role_id !== undefined) await changeRole(call, member, organization_role_id)
  await updateUserDetails(tx, member.id, details, now)
  const by = { organization_id: member.organization_id, user_id: caller.id }
  const request = { user_id: member.id, caller, limits, now, by }
  const isNewEmail = email !== undefined && (await requestEmailChange(tx, { ...request, email }))
  const changes = changesBetween(member, { ...details, email: isNewEmail ? email : undefined })
  if (changes.length > 0) await recordMemberAudit(call, 'MEMBER_UPDATED', member, changes)
}

/** The details are those of the account, so they can be changed here only if the account belongs to this organization alone. */
async function requireDetailsRight(call: UpdateCall, member: MemberRow): Promise<void> {
  const { tx, caller, organizationRole, body } = call
  const isSelf = member.id === caller.id
  if (!isSelf || member.organization_role_id !== ownerRole)
    requireMemberRight(organizationRole, 'edit', organizationRoles.get(member.organization_role_id))
  if (isSelf) return
  requireAuthority(caller, member)
  const { organization_role_id: _, ...details } = body
  if (can(caller.role, 'can_edit_users') || Object.keys(details).length === 0) return
  const others = await countOtherMemberships(tx, { organization_id: member.organization_id, user_id: member.id })
  if (member.invited_state === 'PENDING_INVITE' && (!isUnused(member) || others.joined + others.pending > 0))
    throw new Problem(
      'ForbiddenError',
      'This person already has an account and has not accepted the invitation, so only they can change their details',
    )
  if (others.joined > 0)
    throw new Problem(
      'ForbiddenError',
      'This user belongs to other organizations too, so only they can change their name, phone number and email',
    )
}

async function changeRole(call: UpdateCall, member: MemberRow, role_id: number) {
  const { tx, caller, organizationRole, limits, now } = call
  const { organization_id, id: user_id } = member
  const before = organizationRoles.get(member.organization_role_id)
  const role = getAssignableRole(organizationRole, role_id)
  if (before.id === ownerRole) {
    if (role.id === ownerRole) return
    throw badField(
      'organization_role_id',
      'cannot change for the Owner: transfer ownership first, by assigning role 1 to another member',
    )
  }
  requireMemberRight(organizationRole, 'remove', before)
  const changes = [{ field: 'organization_role', before: before.name, after: role.name }]
  if (role.id === ownerRole) {
    if (member.type === 'bot') throw badField('organization_role_id', 'cannot be Owner for a bot')
    await transferOrganization(tx, member, now)
    return await recordMemberAudit(call, 'ORGANIZATION_HANDED_OVER', member, changes)
  }
  const awaits = member.awaits_approval === 1 && role.role_type === 'guest'
  await storeMember(
    tx,
    { organization_id, user_id },
    { organization_role_id: role.id, awaits_approval: Number(awaits), updated_at: now },
  )
  if (role.id !== before.id) await recordMemberAudit(call, 'MEMBER_ROLE_CHANGED', member, changes)
  // Only guests need approval: a former guest is invited now.
  if (member.awaits_approval === 1 && !awaits)
    await admitMember(tx, { organization_id, user_id, type: member.type }, caller.id, { limits, now })
}
