// Combines a person's roles in the application, in an organization and in a workspace into what they may do.

import {
  type ApplicationFlag,
  can,
  editorRole,
  type OrganizationFlag,
  type OrganizationRight,
  organizationRoles,
  type Role,
  viewerRole,
  type WorkspaceFlag,
  type WorkspaceRight,
  workspaceFlags,
  workspaceRoles,
} from '@tessera/contract'
import type { WorkspaceAccessColumns } from './access-store.ts'

type RoleColumns = Pick<WorkspaceAccessColumns, 'workspace_role_id' | 'organization_role_id' | 'w_public'>

/** The assigned role, or that of a public workspace, extended by the caller's other roles. Null if they have no access. */
export function effectiveRole(row: RoleColumns, role: Role<ApplicationFlag>): Role<WorkspaceFlag> | null {
  const member = organizationRoleOf(row)
  const assigned = member && row.workspace_role_id !== null ? workspaceRoles.get(row.workspace_role_id) : null
  const fromPublic =
    member && row.w_public === 1 && can(member, 'can_view_public_workspace') ? workspaceRoles.get(editorRole) : null
  const manages = member?.role_type === 'owner' || member?.role_type === 'admin'
  if (!assigned && !fromPublic && !manages && !can(role, 'can_list_walls')) return null
  const base = assigned ?? fromPublic ?? workspaceRoles.get(viewerRole)
  return extendRole(base, can(role, 'can_edit_walls'), manages || can(role, 'can_delete_walls'))
}

const extendedRoles = new Map<string, Role<WorkspaceFlag>>()

function extendRole(base: Role<WorkspaceFlag>, edits: boolean, deletes: boolean): Role<WorkspaceFlag> {
  if (!edits && !deletes) return base
  const key = `${base.id} ${edits} ${deletes}`
  const known = extendedRoles.get(key)
  if (known) return known
  const more = workspaceFlags.filter(flag => (flag === 'can_delete_workspace' ? deletes : edits))
  const role = { ...base, flags: new Set([...base.flags, ...more]) }
  extendedRoles.set(key, role)
  return role
}

export const organizationRoleOf = (row: Pick<WorkspaceAccessColumns, 'organization_role_id'>) =>
  row.organization_role_id === null ? null : organizationRoles.get(row.organization_role_id)

export const hasWorkspaceRight = (role: Role<WorkspaceFlag>, right: WorkspaceRight) =>
  right === 'comment' ? role.id !== viewerRole || can(role, 'can_edit_workspace') : can(role, right)

/** Returns a member's own role. For others, returns what their application role allows in every organization. */
export function organizationRoleFor(member: Role<OrganizationFlag> | null, application: Role<ApplicationFlag>) {
  if (can(application, 'can_edit_organizations'))
    return { ...(member ?? outsider), flags: organizationRoles.get(1).flags }
  const creates: OrganizationFlag[] = can(application, 'can_create_walls') ? ['can_create_workspace'] : []
  if (member) return creates.length === 0 ? member : { ...member, flags: new Set([...member.flags, ...creates]) }
  if (!can(application, 'can_list_organizations')) return null
  return { ...outsider, flags: new Set<OrganizationFlag>(['can_list_organization_users', ...creates]) }
}

const outsider = organizationRoles.get(4)

export const hasOrganizationRight = (role: Role<OrganizationFlag>, right: OrganizationRight) =>
  right === 'manage'
    ? ['owner', 'admin'].includes(role.role_type) || can(role, 'can_change_organization_settings')
    : can(role, right)

/** Whether someone with these roles may manage the organization of a workspace. */
export function canManageOrganization(
  row: Pick<WorkspaceAccessColumns, 'organization_role_id'>,
  role: Role<ApplicationFlag>,
): boolean {
  const organizationRole = organizationRoleFor(organizationRoleOf(row), role)
  return organizationRole !== null && hasOrganizationRight(organizationRole, 'manage')
}
