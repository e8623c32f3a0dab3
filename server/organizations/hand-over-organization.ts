// Making another accepted member the Owner. There is never more than one, so the Owner before steps down first.

import { adminRole, badField, ownerRole } from '@tessera/contract'
import type { Tx } from '../db/database.ts'
import { getOwner, type MemberRow, updateMember } from './member-store.ts'

export async function handOverOrganization(tx: Tx, to: MemberRow, now: string): Promise<void> {
  if (to.invited_state !== 'ACCEPTED')
    throw badField('organization_role_id', 'cannot be that of the Owner before the person has accepted')
  const { organization_id } = to
  const before = await getOwner(tx, organization_id)
  await updateMember(tx, { organization_id, user_id: before.id }, { organization_role_id: adminRole, updated_at: now })
  await updateMember(tx, { organization_id, user_id: to.id }, { organization_role_id: ownerRole, updated_at: now })
}
