// What the creator of a listener may read: events beyond that are not delivered.

import { applicationRoles, type Role, type WorkspaceFlag } from '@tessera/contract'
import { canManageOrganization, effectiveRole } from '../../accounts/access/index.ts'
import type { ActiveListenerRow } from './delivery-cursor-store.ts'
import type { TestedOrganizationListener } from './organization-listener-store.ts'

type Roles = Pick<
  ActiveListenerRow,
  'application_role_id' | 'organization_role_id' | 'workspace_role_id' | 'w_public' | 'organization_listener_id'
>

/** Whether the creator of an organization's listener may still manage the organization. */
export const managesOrganization = (
  row: Pick<TestedOrganizationListener, 'application_role_id' | 'organization_role_id'>,
): boolean =>
  row.application_role_id !== null && canManageOrganization(row, applicationRoles.get(row.application_role_id))

/**
 * Returns null without access to the workspace; for an organization listener, also without the right to manage the
 * organization.
 */
export function listenerRole(row: Roles): Role<WorkspaceFlag> | null {
  if (row.application_role_id === null) return null
  const role = applicationRoles.get(row.application_role_id)
  if (row.organization_listener_id !== null && !managesOrganization(row)) return null
  return effectiveRole(row, role)
}
