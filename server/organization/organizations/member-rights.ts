// Which flag a change to a member requires, by the type of role the member has or gets. There is no flag for the Owner: an
// Owner cannot be added or removed, and only the Owner changes their own details.

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
import { forbidden } from '../../accounts/access/index.ts'

export type OrganizationRole = Role<OrganizationFlag>

const flags = {
  admin: { add: 'can_add_admin', remove: 'can_remove_admin', edit: 'can_edit_admin_info' },
  user: { add: 'can_add_user', remove: 'can_remove_user', edit: 'can_edit_user_info' },
  guest: { add: 'can_add_guest', remove: 'can_remove_guest', edit: 'can_edit_guest_info' },
} as const

/** Throws unless `mine` allows the action on a member who has, or gets, the role `theirs`. */
export function requireMemberRight(
  mine: OrganizationRole,
  action: 'add' | 'remove' | 'edit',
  theirs: OrganizationRole,
): void {
  if (theirs.role_type === 'owner') throw new Problem('ForbiddenError', 'The Owner can only be changed by the Owner')
  const flag = flags[theirs.role_type][action]
  if (!can(mine, flag)) throw forbidden(flag)
  if (action !== 'add' && !holdsAll(mine, theirs))
    throw new Problem('ForbiddenError', 'This member has rights in the organization that you lack')
}

/** The role with this id. Throws unless the holder of `mine` can assign it. */
export function getAssignableRole(mine: OrganizationRole, organization_role_id: number): OrganizationRole {
  const role = organizationRoles.find(organization_role_id)
  if (!role) throw badField('organization_role_id', 'must be the id of an organization role')
  if (!holdsAll(mine, role))
    throw new Problem('ForbiddenError', 'You cannot assign a role with more rights than your own')
  if (role.id !== ownerRole) requireMemberRight(mine, 'add', role)
  return role
}
