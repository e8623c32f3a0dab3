// Roles as records: the shared fields, and a boolean for each flag. Lists repeat the same few roles, so each view is
// cached per organization.

import {
  type ApplicationFlag,
  type ApplicationRole,
  applicationFlags,
  type OrganizationFlag,
  type OrganizationRole,
  organizationFlags,
  type Role,
  type WorkspaceFlag,
  type WorkspaceRole,
  workspaceFlags,
} from '@tessera/contract'
import type { Static } from 'typebox'

export const applicationRoleView = (role: Role<ApplicationFlag>): Static<typeof ApplicationRole> =>
  cachedView(role, 0, () => ({ ...sharedFields(role), ...booleans(applicationFlags, role) }))

/** `organization_id` is the organization in whose context the role is shown, 0 for none. */
export const organizationRoleView = (
  role: Role<OrganizationFlag>,
  organization_id: number,
): Static<typeof OrganizationRole> =>
  cachedView(role, organization_id, () => ({
    ...sharedFields(role),
    ...within(organization_id),
    ...booleans(organizationFlags, role),
  }))

export const workspaceRoleView = (role: Role<WorkspaceFlag>, organization_id: number): Static<typeof WorkspaceRole> =>
  cachedView(role, organization_id, () => ({
    ...sharedFields(role),
    ...within(organization_id),
    is_saml: false,
    ...booleans(workspaceFlags, role),
  }))

const maxCachedViews = 1_000
const views = new WeakMap<object, Map<number, unknown>>()

function cachedView<View>(role: object, organization_id: number, make: () => View): View {
  const ofRole = views.get(role) ?? new Map<number, unknown>()
  const known = ofRole.get(organization_id)
  if (known) return known as View
  if (ofRole.size === 0) views.set(role, ofRole)
  if (ofRole.size >= maxCachedViews) ofRole.clear()
  const view = make()
  ofRole.set(organization_id, view)
  return view
}

const sharedFields = ({ id, name, description, role_type, is_default, display_order }: Role<string>) => ({
  id,
  name,
  description,
  role_type,
  is_default,
  display_order,
})

const within = (organization_id: number) => ({ organization_id, is_editable: false, is_deletable: false })

const booleans = <Flag extends string>(flags: readonly Flag[], role: Role<Flag>) =>
  Object.fromEntries(flags.map(flag => [flag, role.flags.has(flag)])) as Record<Flag, boolean>
