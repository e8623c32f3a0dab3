// Changing a member: their details, which are those of the user everywhere, and the role they have here.

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
import { recordMemberAct } from './audit-organization.ts'
import { handOverOrganization } from './hand-over-organization.ts'
import { inviteAnew } from './invite-anew.ts'
import { enqueueInvitation } from './invite-member.ts'
import { askMemberRight, roleToGive } from './member-rights.ts'
import { countOtherMemberships, type MemberRow, updateMember as storeMember } from './member-store.ts'

type UpdateCall = WriteCall<Operations['organizations']['updateMember']>

export async function updateMember(call: UpdateCall, member: MemberRow): Promise<void> {
  const { organization_role_id, ...details } = call.body
  // A request that asks for nothing is no way to learn what one may not do.
  const changesDetails = Object.keys(details).length > 0 || organization_role_id === undefined
  if (changesDetails) await askDetails(call, member)
  if (organization_role_id !== undefined) await changeRole(call, member, organization_role_id)
  await updateUserDetails(call.tx, member.id, details, call.now)
  const changes = changesBetween(member, details)
  if (changes.length > 0) await recordMemberAct(call, 'MEMBER_UPDATED', member, changes)
  if (details.email === undefined || details.email === member.email) return
  const { tx, caller, now } = call
  await voidPasswordLinks(tx, member.id)
  await inviteAnew(tx, member.id, now, { organization_id: member.organization_id, user_id: caller.id })
  if (member.invited_state !== 'PENDING_INVITE' && emailKey(details.email) !== member.email_key)
    await enqueueEmailChanged(tx, member.id, member.email, now)
}

async function askDetails(call: UpdateCall, member: MemberRow): Promise<void> {
  const { caller, organizationRole, body } = call
  const isSelf = member.id === caller.id
  if (!isSelf || member.organization_role_id !== ownerRole)
    askMemberRight(organizationRole, 'edit', organizationRoles.get(member.organization_role_id))
  const renames = body.email !== undefined && body.email !== member.email
  if (renames && !isSelf && !(await mayRename(call, member)))
    throw new Problem('ForbiddenError', 'This person is more than a member here: only they change their email')
}

/** Whoever changes an address can take the account over, so it must lead nowhere that the caller cannot go. */
async function mayRename({ tx, caller }: UpdateCall, { id: user_id, organization_id, application_role_id }: MemberRow) {
  if (!holdsAll(caller.role, applicationRoles.get(application_role_id))) return false
  return can(caller.role, 'can_edit_users') || (await countOtherMemberships(tx, { organization_id, user_id })) === 0
}

async function changeRole(call: UpdateCall, member: MemberRow, role_id: number) {
  const { tx, caller, organizationRole, now } = call
  const { organization_id, id: user_id } = member
  const before = organizationRoles.get(member.organization_role_id)
  const role = roleToGive(organizationRole, role_id)
  if (before.id === ownerRole) {
    if (role.id === ownerRole) return
    throw badField('organization_role_id', 'cannot change for the Owner, who first gives role 1 to another member')
  }
  askMemberRight(organizationRole, 'remove', before)
  const given = [{ field: 'organization_role', before: before.name, after: role.name }]
  if (role.id === ownerRole) {
    await handOverOrganization(tx, member, now)
    return await recordMemberAct(call, 'ORGANIZATION_HANDED_OVER', member, given)
  }
  const awaits = member.awaits_approval === 1 && role.role_type === 'guest'
  await storeMember(
    tx,
    { organization_id, user_id },
    { organization_role_id: role.id, awaits_approval: Number(awaits), updated_at: now },
  )
  if (role.id !== before.id) await recordMemberAct(call, 'MEMBER_ROLE_CHANGED', member, given)
  // Only guests await approval: who is one no longer is invited now.
  if (member.awaits_approval === 1 && !awaits) await enqueueInvitation(tx, { organization_id, user_id }, caller.id, now)
}
