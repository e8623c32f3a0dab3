// Bringing a person into an organization: they are a pending member at once, and the mail that asks them in is owed from
// the same moment. Guests may have to be approved first; then the mail waits for that.

import {
  badField,
  type Operations,
  type OrganizationFlag,
  organizationRoles,
  ownerRole,
  Problem,
  type Role,
} from '@tessera/contract'
import type { OrganizationRow } from '../access/access-store.ts'
import type { Tx } from '../db/database.ts'
import type { WriteCall } from '../handler.ts'
import { createUser, findUserByEmail } from '../identity/user-accounts.ts'
import { enqueueJobs } from '../jobs/job-store.ts'
import { enqueueApprovalRequests } from '../mail/enqueue-mail.ts'
import { askMemberRight } from './member-rights.ts'
import { insertMember, type MemberKey, type MemberRow } from './member-store.ts'

interface Invitation {
  readonly organization: OrganizationRow
  readonly email: string
  readonly role: Role<OrganizationFlag>
  readonly invited_by: number
  readonly now: string
}

/** Where the person awaits approval, the invitation is not on its way yet. */
export async function inviteMember(tx: Tx, invitation: Invitation): Promise<{ user_id: number; awaits: boolean }> {
  const { organization, role, invited_by, now } = invitation
  if (role.id === ownerRole) throw badField('organization_role_id', 'cannot be that of the Owner')
  const user_id = await findOrAddUser(tx, invitation)
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
  if (!isNew) throw badField('email', 'belongs to a member already')
  const key = { organization_id: organization.id, user_id }
  if (awaits) await enqueueApprovalRequests(tx, { ...key, invited_by }, now)
  else await enqueueInvitation(tx, key, invited_by, now)
  return { user_id, awaits }
}

type AgainCall = WriteCall<Operations['organizations']['inviteAgain']>

/** Whoever may add somebody with that role may also ask them once more. */
export async function inviteAgain(call: AgainCall, member: MemberRow): Promise<void> {
  const { tx, caller, organization, organizationRole, now } = call
  askMemberRight(organizationRole, 'add', organizationRoles.get(member.organization_role_id))
  if (member.invited_state !== 'PENDING_INVITE') throw new Problem('BadRequest', 'This member has joined already')
  if (member.awaits_approval === 1)
    throw new Problem('BadRequest', 'This guest awaits approval: they are invited once somebody approves them')
  await enqueueInvitation(tx, { organization_id: organization.id, user_id: member.id }, caller.id, now)
}

export const enqueueInvitation = (tx: Tx, { organization_id, user_id }: MemberKey, invited_by: number, now: string) =>
  enqueueJobs(
    tx,
    [{ name: 'send-invitation', key: `mail:${user_id}`, payload: { user_id, organization_id, invited_by } }],
    now,
  )

/** Of two who add the same new address at the same moment, the second finds the user that the first made. */
async function findOrAddUser(tx: Tx, { email, now }: Invitation): Promise<number> {
  const known = await findUserByEmail(tx, email)
  const id = known?.id ?? (await createUser(tx, { email }, now)) ?? (await findUserByEmail(tx, email))?.id
  if (id === undefined) throw new Error('an address that is taken belongs to nobody')
  return id
}
