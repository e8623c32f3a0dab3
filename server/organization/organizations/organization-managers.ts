// Who can decide for an organization: its Owner and Admins.

import { adminRole, ownerRole } from '@tessera/contract'
import type { Reader } from '../../platform/sql/index.ts'
import { findMember } from './member-store.ts'
import { findOrganization, type OrganizationRow } from './organization-store.ts'

/** Null if there is no such organization, or the user does not manage it. */
export async function findManagedOrganization(
  db: Reader,
  organization_id: number,
  user_id: number,
): Promise<OrganizationRow | null> {
  const member = await findMember(db, organization_id, user_id)
  const manages = member?.invited_state === 'ACCEPTED' && [ownerRole, adminRole].includes(member.organization_role_id)
  return (manages && (await findOrganization(db, organization_id))) || null
}
