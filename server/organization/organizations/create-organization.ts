// Creating an organization. It has an Owner from the start.

import { ownerRole } from '@tessera/contract'
import type { Tx } from '../../platform/sql/index.ts'
import { insertMember } from './member-store.ts'
import { insertOrganization, type OrganizationRow } from './organization-store.ts'

const plan = { plan_id: 1, plan_name: 'Self-hosted' }

export async function createOrganization(
  tx: Tx,
  { name, owner_id, now }: { name: string; owner_id: number; now: string },
): Promise<OrganizationRow> {
  const times = { created_at: now, updated_at: now }
  const organization = await insertOrganization(tx, {
    name,
    locked_at: null,
    expiration: null,
    ...plan,
    metadata: '[]',
    is_guest_invite_requires_approval: 0,
    ...times,
  })
  await joinOrganization(tx, { organization_id: organization.id, user_id: owner_id, role_id: ownerRole, now })
  return organization
}

/** The Owner is added as an accepted member, without an invitation mail. */
export const joinOrganization = (
  tx: Tx,
  {
    organization_id,
    user_id,
    role_id,
    now,
  }: { organization_id: number; user_id: number; role_id: number; now: string },
) =>
  insertMember(tx, {
    organization_id,
    user_id,
    organization_role_id: role_id,
    invited_state: 'ACCEPTED',
    awaits_approval: 0,
    created_at: now,
    updated_at: now,
  })
