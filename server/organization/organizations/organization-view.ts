// Organizations and their members as records.

import { organizationRoles } from '@tessera/contract'
import { personView } from '../../accounts/identity/index.ts'
import { organizationRoleView } from '../../accounts/roles/index.ts'
import type { SignFile } from '../../platform/files/index.ts'
import type { MemberRow, VisibleMember } from './member-store.ts'
import type { OrganizationRow } from './organization-store.ts'

const sharedView = (row: OrganizationRow) => ({
  id: row.id,
  name: row.name,
  locked_at: row.locked_at,
  account_id: row.account_id,
  created_at: row.created_at,
  updated_at: row.updated_at,
  expiration: row.expiration,
  plan: { id: row.plan_id, name: row.plan_name },
  is_guest_invite_requires_approval: row.is_guest_invite_requires_approval === 1,
})

export const organizationView = (row: OrganizationRow, owner: MemberRow) => ({
  ...sharedView(row),
  owner: {
    id: owner.id,
    email: owner.email,
    first_name: owner.first_name,
    last_name: owner.last_name,
    locked_at: owner.locked_at,
    account_id: row.account_id,
    created_at: owner.created_at,
    updated_at: owner.updated_at,
  },
  metadata: JSON.parse(row.metadata) as { key: string; value: string }[],
})

/** An item in a user's list of organizations. */
export const organizationListItemView = (row: OrganizationRow & { organization_role_id: number }) => ({
  ...sharedView(row),
  organization_role: organizationRoleView(organizationRoles.get(row.organization_role_id), row.id),
})

/** The pending email is for those who can edit members. */
export const memberView = (row: VisibleMember, { sign, isManager }: { sign: SignFile; isManager: boolean }) => ({
  ...personView(row, sign),
  ...(isManager ? { pending_email: row.pending_email } : {}),
  invited_state: row.invited_state as 'PENDING_INVITE' | 'ACCEPTED',
  awaits_approval: row.awaits_approval === 1,
  organization_role: organizationRoleView(organizationRoles.get(row.organization_role_id), row.organization_id),
})
