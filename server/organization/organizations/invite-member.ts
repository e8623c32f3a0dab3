// Inviting a user to an organization: they become a pending member, and the mail is queued in the same transaction. If
// guests need approval, the mail is sent after it.

import {
  badField,
  type Operations,
  type OrganizationFlag,
  organizationRoles,
  ownerRole,
  Problem,
  type Role,
} from '@tessera/contract'
import type { OrganizationRow } from '../../accounts/access/index.ts'
import type { WriteCall } from '../../accounts/handler.ts'
import { createUser, emailKey, findUserById, lockUserByKey } from '../../accounts/identity/index.ts'
import {
  type CausedMail,
  enqueueApprovalRequests,
  type MailLimits,
  requireMailAllowance,
} from '../../accounts/mail/index.ts'
import { enqueueJobs } from '../../platform/jobs/index.ts'
import type { Tx } from '../../platform/sql/index.ts'
import { acceptInvitation } from './accept-invitation.ts'
import { requireMemberRight } from './member-rights.ts'
import { insertMember, type MemberKey, type MemberRow } from './member-store.ts'

interface Invitation {
  readonly organization: OrganizationRow
  readonly email: string
  readonly role: Role<OrganizationFlag>
  readonly invited_by: number
  readonly limits: MailLimits
  readonly now: string
}

interface InvitedMember {
  readonly user_id: number
  /** True if the guest needs approval and was not invited yet. */
  readonly awaits: boolean
  /** True for a bot, which needs no invitation. */
  readonly hasJoined: boolean
}

export async function inviteMember(tx: Tx, invitation: Invitation): Promise<InvitedMember> {
  const { organization, role, invited_by, limits, now } = invitation
  if (role.id === ownerRole) throw badField('organization_role_id', 'cannot be Owner')
  const { id: user_id, type } = await findOrAddUser(tx, invitation)
  const awaits = role.role_type === 'guest' && organization.is_guest_invite_requires_approval === 1
  const isNew = await insertMember(tx, {
    organization_id: organization.id,
    user_id,
    organization_role_id: role.id,
    invited_state: 'PENDING_INVITE',
    awaits_approval: Number(awaits),
    created_at: now,
    updated_at: now,
  })
  if (!isNew) throw badField('email', 'already belongs to a member')
  const key = { organization_id: organization.id, user_id }
  if (!awaits) await admitMember(tx, { ...key, type }, invited_by, { limits, now })
  else {
    await requireMailAllowance(tx, [await causedMail(tx, key, invited_by)], limits, now)
    await enqueueApprovalRequests(tx, { ...key, invited_by }, limits, now)
  }
  return { user_id, awaits, hasJoined: type === 'bot' && !awaits }
}

type AgainCall = WriteCall<Operations['organizations']['inviteAgain']>

/** Requires the same right as adding a member with that role. */
export async function inviteAgain(call: AgainCall, member: MemberRow): Promise<void> {
  const { tx, caller, organization, organizationRole, limits, now } = call
  requireMemberRight(organizationRole, 'add', organizationRoles.get(member.organization_role_id))
  if (member.invited_state !== 'PENDING_INVITE') throw new Problem('BadRequest', 'This member has already joined')
  if (member.awaits_approval === 1)
    throw new Problem('BadRequest', 'This guest is waiting for approval. The invitation is sent after the approval')
  await sendInvitation(tx, { organization_id: organization.id, user_id: member.id }, caller.id, { limits, now })
}

/** A person is invited by mail. A bot cannot read mail: it joins at once. */
export async function admitMember(
  tx: Tx,
  { type, ...key }: MemberKey & Pick<MemberRow, 'type'>,
  invited_by: number,
  { limits, now }: { limits: MailLimits; now: string },
): Promise<void> {
  if (type === 'bot') await acceptInvitation(tx, key, now)
  else await sendInvitation(tx, key, invited_by, { limits, now })
}

/** Enqueues the mail. Throws TooManyRequests if the sender has reached a limit on mail. */
export async function sendInvitation(
  tx: Tx,
  key: MemberKey,
  sender_id: number,
  { limits, now, invited_by = sender_id }: { limits: MailLimits; now: string; invited_by?: number },
): Promise<void> {
  await requireMailAllowance(tx, [await causedMail(tx, key, sender_id)], limits, now)
  await enqueueInvitation(tx, key, invited_by, now)
}

const causedMail = async (tx: Tx, { organization_id, user_id }: MemberKey, sender_id: number): Promise<CausedMail> => ({
  sender_id,
  organization_id,
  recipient: (await findUserById(tx, user_id))?.email_key ?? '',
})

export const enqueueInvitation = (tx: Tx, { organization_id, user_id }: MemberKey, invited_by: number, now: string) =>
  enqueueJobs(
    tx,
    [{ name: 'send-invitation', key: `mail:${user_id}`, payload: { user_id, organization_id, invited_by } }],
    now,
  )

/**
 * If two requests add the same new email at once, the second finds the user that the first created. Nobody changes the
 * address meanwhile: the invitation is for the person who has it.
 */
async function findOrAddUser(tx: Tx, { email, now }: Invitation): Promise<Pick<MemberRow, 'id' | 'type'>> {
  const known = await lockUserByKey(tx, emailKey(email))
  if (known) return known
  const id = await createUser(tx, { email }, now)
  const user = id === null ? await lockUserByKey(tx, emailKey(email)) : ({ id, type: 'person' } as const)
  if (!user) throw new Error('an email is taken, but no user has it')
  return user
}
