// Which flag an act on a member needs, by the sort of role the member has or gets. The Owner has no flag: nobody adds or
// removes one, and only the Owner changes the Owner's details.

import {
  badField,
  can,
  holdsAll,
  type OrganizationFlag,
  organizationRoles,
  ownerRole,
  Problem,
  type Role,
} from '@tessera/contract'
import { forbidden } from '../access/access.ts'

export type OrganizationRole = Role<OrganizationFlag>

const flags = {
  admin: { add: 'can_add_admin', remove: 'can_remove_admin', edit: 'can_edit_admin_info' },
  user: { add: 'can_add_user', remove: 'can_remove_user', edit: 'can_edit_user_info' },
  guest: { add: 'can_add_guest', remove: 'can_remove_guest', edit: 'can_edit_guest_info' },
} as const

/** Throws where `mine` does not let its holder do this to somebody who has, or is to get, the role `theirs`. */
export function askMemberRight(mine: OrganizationRole, act: 'add' | 'remove' | 'edit', theirs: OrganizationRole): void {
  if (theirs.role_type === 'owner') throw new Problem('ForbiddenError', 'Only the Owner may do this to the Owner')
  const flag = flags[theirs.role_type][act]
  if (!can(mine, flag)) throw forbidden(flag)
}

/** The role that a body names, where the holder of `mine` may give it. */
export function roleToGive(mine: OrganizationRole, organization_role_id: number): OrganizationRole {
  const role = organizationRoles.find(organization_role_id)
  if (!role) throw badField('organization_role_id', 'is not a role of organizations')
  if (!holdsAll(mine, role)) throw new Problem('ForbiddenError', 'Nobody gives a role with more rights than their own')
  if (role.id !== ownerRole) askMemberRight(mine, 'add', role)
  return role
}
