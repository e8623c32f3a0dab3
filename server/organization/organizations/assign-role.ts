// Assigns a member a role that was decided elsewhere, such as at a single sign-on provider. Ownership is never touched.

import { organizationRoles, ownerRole } from '@tessera/contract'
import type { Tx } from '../../platform/sql/index.ts'
import { recordMemberAudit } from './audit-organization.ts'
import { findMember, type MemberKey, updateMember } from './member-store.ts'
import { findOrganization, lockOrganization } from './organization-store.ts'

/** Does nothing for people who are not accepted members, and for the Owner. */
export async function assignRole(tx: Tx, key: MemberKey, role_id: number, now: string): Promise<void> {
  await lockOrganization(tx, key.organization_id)
  const member = await findMember(tx, key.organization_id, key.user_id)
  const organization = await findOrganization(tx, key.organization_id)
  if (!member || !organization || member.invited_state !== 'ACCEPTED') return
  if (member.organization_role_id === role_id || [member.organization_role_id, role_id].includes(ownerRole)) return
  await updateMember(tx, key, { organization_role_id: role_id, updated_at: now })
  const [before, after] = [member.organization_role_id, role_id].map(id => organizationRoles.get(id).name)
  const change = { field: 'organization_role', before: before as string, after: after as string }
  await recordMemberAudit({ tx, caller: member, organization, now }, 'MEMBER_ROLE_CHANGED', member, [change])
}
