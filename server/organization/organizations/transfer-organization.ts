// Transferring ownership to another accepted member. An organization has exactly one Owner, so the previous Owner becomes
// Admin first.

import { adminRole, badField, ownerRole } from '@tessera/contract'
import type { Tx } from '../../platform/sql/index.ts'
import { getOwner, type MemberRow, updateMember } from './member-store.ts'

export async function transferOrganization(tx: Tx, to: MemberRow, now: string): Promise<void> {
  if (to.invited_state !== 'ACCEPTED')
    throw badField('organization_role_id', 'cannot be Owner before the user has accepted the invitation')
  const { organization_id } = to
  const previous = await getOwner(tx, organization_id)
  await updateMember(
    tx,
    { organization_id, user_id: previous.id },
    { organization_role_id: adminRole, updated_at: now },
  )
  await updateMember(tx, { organization_id, user_id: to.id }, { organization_role_id: ownerRole, updated_at: now })
}
