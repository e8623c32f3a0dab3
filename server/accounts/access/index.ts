// Resolves a token to what its user may do.

export {
  type Caller,
  type Claim,
  forbidden,
  getCaller,
  getOrganizationAccess,
  getWorkspaceAccess,
  type LoadedTargets,
  load,
  notFound,
  requireAuthority,
  type UserAccess,
  type WorkspaceAccess,
  workspaceAccessOf,
} from './access.ts'
export {
  findWorkspaceAccesses,
  lockWorkspaces,
  type OrganizationRow,
  type OwnListener,
  type OwnOrganizationListener,
  organizationRoleIds,
  publicViewerRoles,
  tryLockWorkspaces,
  type WorkspaceAccessColumns,
  type WorkspaceRow,
} from './access-store.ts'
export { findBearerToken, getBearerToken } from './bearer-token.ts'
export { callerOf, insufficientScope, isValid, requireAllowedByToken, requireScopes } from './caller.ts'
export { canManageOrganization, effectiveRole, organizationRoleFor } from './effective-roles.ts'
export { actorOf, type EventActor } from './event-actor.ts'
export { batchedLookups, type Lookups } from './lookups.ts'
export { confirmIdentityPath, isRecentlyAuthenticated, requireRecentAuthentication } from './recent-authentication.ts'
