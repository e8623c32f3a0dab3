// Accepting an invitation: the user joins, and workspace roles assigned earlier take effect.

import { recordAudit } from '../../accounts/audit/index.ts'
import { listOrganizationNames } from '../../accounts/identity/index.ts'
import { voidInvitationLinks } from '../../accounts/mailed-links/index.ts'
import type { Reader, Tx } from '../../platform/sql/index.ts'
import { findMember, listInvitations, type MemberKey, updateMember } from './member-store.ts'
import { findOrganization, lockOrganization } from './organization-store.ts'

/** Returns null if the invitation was withdrawn, is waiting for approval or was accepted. */
export async function findInvitation(
  db: Reader,
  { organization_id, user_id }: MemberKey,
): Promise<{ organization: string } | null> {
  const member = await findMember(db, organization_id, user_id)
  const organization = await findOrganization(db, organization_id)
  const isOpen = member?.invited_state === 'PENDING_INVITE' && member.awaits_approval === 0
  return organization && isOpen ? { organization: organization.name } : null
}

/** Returns false if there is nothing to accept. */
export async function acceptInvitation(tx: Tx, key: MemberKey, now: string): Promise<boolean> {
  await lockOrganization(tx, key.organization_id)
  const member = await findMember(tx, key.organization_id, key.user_id)
  if (!member || !(await findInvitation(tx, key))) return false
  await updateMember(tx, key, { invited_state: 'ACCEPTED', updated_at: now })
  const subject = { type: 'user', id: member.id, name: member.email } as const
  const { organization_id } = key
  await recordAudit(tx, { organization_id, actor_id: member.id, action: 'MEMBER_JOINED', subject, now })
  return true
}

/**
 * Accepts every open invitation of the user. The provider has proven their address, as the links in the mails would.
 */
export async function acceptInvitations(tx: Tx, user_id: number, now: string): Promise<void> {
  for (const { organization_id } of await listInvitations(tx, user_id))
    await acceptInvitation(tx, { organization_id, user_id }, now)
  await voidInvitationLinks(tx, user_id)
}

/** Whether the user belongs to an organization, or would after accepting. */
export const isExpected = async (db: Reader, user_id: number): Promise<boolean> =>
  (await listOrganizationNames(db, user_id, null)).length > 0 || (await listInvitations(db, user_id)).length > 0
