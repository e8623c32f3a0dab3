// What the user can do in an organization, as far as a page needs it to offer actions. The server decides.

import type { OrganizationFlag, OrganizationRole, User } from '@tessera/client'
import { organizationRoles, ownerRole } from '@tessera/contract/permissions'

export interface Rights {
  has(flag: OrganizationFlag): boolean
  /** Whether the user is an Owner or Admin. */
  readonly manages: boolean
  readonly isOwner: boolean
  /** The roles they can assign. */
  readonly gives: readonly { readonly id: number; readonly name: string; readonly description: string }[]
}

export function rightsOf(me: User, role: OrganizationRole | null): Rights {
  const seesAll = me.application_role?.can_edit_organizations === true
  const has = (flag: OrganizationFlag) =>
    seesAll ||
    role?.[flag] === true ||
    (flag === 'can_list_organization_users' && me.application_role?.can_list_organizations === true)
  const gives = organizationRoles.all.filter(
    one => one.id !== ownerRole && has(addFlags[one.role_type]) && [...one.flags].every(has),
  )
  return {
    has,
    manages: seesAll || role?.role_type === 'owner' || role?.role_type === 'admin',
    isOwner: role?.id === ownerRole,
    gives: gives.map(({ id, name, description }) => ({ id, name, description })),
  }
}

const addFlags = {
  owner: 'can_add_admin',
  admin: 'can_add_admin',
  user: 'can_add_user',
  guest: 'can_add_guest',
} as const

const removeFlags = {
  owner: 'can_remove_admin',
  admin: 'can_remove_admin',
  user: 'can_remove_user',
  guest: 'can_remove_guest',
} as const

/** Whether they can remove a member with this role or change the role. The Owner cannot be removed. */
export function mayRemove(rights: Rights, role: { readonly id: number }): boolean {
  const { role_type } = organizationRoles.get(role.id)
  return role.id !== ownerRole && rights.has(removeFlags[role_type])
}

/** Whether they can resend the invitation of a pending member. */
export function mayInvite(rights: Rights, role: { readonly id: number }): boolean {
  return rights.gives.some(one => one.id === role.id)
}

export const standardRole = organizationRoles.standard.id
