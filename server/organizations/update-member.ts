// Updating a member: their user details, which apply in every organization, and their role in this one.

import {
  applicationRoles,
  badField,
  can,
  holdsAll,
  type Operations,
  organizationRoles,
  ownerRole,
  Problem,
} from '@tessera/contract'
import { changesBetween } from '../audit/audit.ts'
import type { WriteCall } from '../handler.ts'
import { emailKey } from '../identity/email-key.ts'
import { voidPasswordLinks } from '../identity/mailed-links.ts'
import { updateUserDetails } from '../identity/user-accounts.ts'
import { enqueueEmailChanged } from '../mail/enqueue-mail.ts'
import { recordMemberAudit } from './audit-organization.ts'
import { enqueueInvitation } from './invite-member.ts'
import { getAssignableRole, requireMemberRight } from './member-rights.ts'
import { countOtherMemberships, type MemberRow, updateMember as storeMember } from './member-store.ts'
import { reinvite } from './reinvite.ts'
import { transferOrganization } from './transfer-organization.ts'

type UpdateCall = WriteCall<Operations['organizations']['updateMember']>

export async function updateMember(call: UpdateCall, member: MemberRow): Promise<void> {
  const { organization_role_id, ...details } = call.body
  // An empty request also needs the right, so that it does not succeed for callers without it.
  const changesDetails = Object.keys(details).length > 0 || organization_role_id === undefined
  if (changesDetails) await requireDetailsRight(call, member)
  if (organization_role_id !== undefined) await changeRole(call, member, organization_role_id)
  await updateUserDetails(call.tx, member.id, details, call.now)
  const changes = changesBetween(member, details)
  if (changes.length > 0) await recordMemberAudit(call, 'MEMBER_UPDATED', member, changes)
  if (details.email === undefined || details.email === member.email) return
  const { tx, caller, now } = call
  await voidPasswordLinks(tx, member.id)
  await reinvite(tx, member.id, now, { organization_id: member.organization_id, user_id: caller.id })
  if (member.invited_state !== 'PENDING_INVITE' && emailKey(details.email) !== member.email_key)
    await enqueueEmailChanged(tx, member.id, member.email, now)
}

async function requireDetailsRight(call: UpdateCall, member: MemberRow): Promise<void> {
  const { caller, organizationRole, body } = call
  const isSelf = member.id === caller.id
  if (!isSelf || member.organization_role_id !== ownerRole)
    requireMemberRight(organizationRole, 'edit', organizationRoles.get(member.organization_role_id))
  const changesEmail = body.email !== undefined && body.email !== member.email
  if (changesEmail && !isSelf && !(await canChangeEmail(call, member)))
    throw new Problem(
      'ForbiddenError',
      'This user has other memberships or rights, so only they can change their email',
    )
}

/** Changing an email allows taking over the account, so the account must not have access that the caller lacks. */
async function canChangeEmail(
  { tx, caller }: UpdateCall,
  { id: user_id, organization_id, application_role_id }: MemberRow,
) {
  if (!holdsAll(caller.role, applicationRoles.get(application_role_id))) return false
  return can(caller.role, 'can_edit_users') || (await countOtherMemberships(tx, { organization_id, user_id })) === 0
}

async function changeRole(call: UpdateCall, member: MemberRow, role_id: number) {
  const { tx, caller, organizationRole, now } = call
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
  if (member.awaits_approval === 1 && !awaits) await enqueueInvitation(tx, { organization_id, user_id }, caller.id, now)
}
