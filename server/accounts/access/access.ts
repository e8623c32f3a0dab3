// Resolves a verified token to what its user may do with a resource. HTTP and the live socket both check access here on
// every request. Nothing is cached, so a revoked right takes effect at once.

import {
  applicationRoles,
  can,
  holdsAll,
  type Needs,
  type Operation,
  type OrganizationFlag,
  organizationRoles,
  Problem,
  type Role,
  type WorkspaceFlag,
  type WorkspaceRight,
} from '@tessera/contract'
import type { Reader } from '../../platform/sql/index.ts'
import {
  findOrganizationAccess,
  findOwnApplication,
  findOwnListener,
  findOwnOrganizationListener,
  findOwnToken,
  findTargetUser,
  type OrganizationRow,
  type OwnListener,
  type OwnOrganizationListener,
  type UserRow,
  type WorkspaceAccessColumns,
  type WorkspaceRow,
} from './access-store.ts'
import { type Caller, type Claim, callerOf, requireAllowedByToken, requireScopes, type TokenNeeds } from './caller.ts'
import {
  effectiveRole,
  hasOrganizationRight,
  hasWorkspaceRight,
  organizationRoleFor,
  organizationRoleOf,
} from './effective-roles.ts'
import { directLookups, type Lookups } from './lookups.ts'

export type { Caller, Claim } from './caller.ts'

export interface WorkspaceAccess {
  readonly workspace: WorkspaceRow
  readonly workspaceRole: Role<WorkspaceFlag>
  readonly organizationRole: Role<OrganizationFlag> | null
}

export interface OrganizationAccess {
  readonly organization: OrganizationRow
  readonly organizationRole: Role<OrganizationFlag>
}

export interface UserAccess {
  readonly user: UserRow
  readonly isSelf: boolean
  /** The organizations in which the caller, as Owner or Admin, may see this person's lists; null for everywhere. */
  readonly listsWithin: readonly number[] | null
}

/** What an operation's `needs` passes to its handler. */
export interface LoadedTargets {
  nothing: unknown
  caller: unknown
  workspace: WorkspaceAccess
  organization: OrganizationAccess
  user: UserAccess
  listener: { readonly listener: OwnListener | OwnOrganizationListener }
  application: { readonly application: NonNullable<Awaited<ReturnType<typeof findOwnApplication>>> }
  token: { readonly token: NonNullable<Awaited<ReturnType<typeof findOwnToken>>> }
}

export const notFound = (what: string) =>
  new Problem('ResourceNotFound', `${what.charAt(0).toUpperCase()}${what.slice(1)} not found`)
export const forbidden = (flag: string) => new Problem('ForbiddenError', `This needs the right ${flag}`)

/** The access that a row grants. Throws Problem if it grants none. */
export function workspaceAccessOf(
  row: WorkspaceAccessColumns,
  needs: { rights: readonly WorkspaceRight[]; deleted: boolean | 'either' },
  caller = callerOf(row),
): { caller: Caller } & WorkspaceAccess {
  const workspaceRole = row.w_id === null ? null : effectiveRole(row, caller.role)
  const isFound = needs.deleted === 'either' || needs.deleted === (row.w_deleted_at !== null)
  if (!workspaceRole || !isFound) throw notFound('workspace')
  if (needs.rights.length > 0 && !needs.rights.some(right => hasWorkspaceRight(workspaceRole, right)))
    throw forbidden(needs.rights.join(' or '))
  return { caller, workspace: workspaceOf(row), workspaceRole, organizationRole: organizationRoleOf(row) }
}

export const getCaller = async (db: Reader, claim: Claim): Promise<Caller> =>
  callerOf(await directLookups(db).caller(claim))

/** Throws if the caller may not read the workspace. */
export async function getWorkspaceAccess(db: Reader, { user_id, grant_id }: Claim, uid: string) {
  const row = await directLookups(db).workspace({ user_id, grant_id, uid })
  return workspaceAccessOf(row, { rights: [], deleted: false })
}

type Params = Readonly<Record<string, string | number>>

/**
 * Loads the resource that an operation's `needs` names, for this caller. Throws if the token does not allow the
 * operation, or if the resource is missing or not allowed.
 */
export async function load(
  db: Reader,
  claim: Claim,
  operation: TokenNeeds & Pick<Operation, 'needs'>,
  params: Params,
  body: object,
  lookups = directLookups(db),
): Promise<{ caller: Caller }> {
  const { needs } = operation
  if (needs.load === 'workspace') {
    const { user_id, grant_id } = claim
    const row = await lookups.workspace({ user_id, grant_id, uid: params.workspace_id as string })
    const caller = callerOf(row)
    requireAllowedByToken(caller, operation, body)
    const { rights, deletedTooIf } = needs
    const isEither = deletedTooIf !== null && (body as Record<string, unknown>)[deletedTooIf] === true
    const access = workspaceAccessOf(row, { rights, deleted: isEither ? 'either' : needs.deleted }, caller)
    requireFieldRights(access.workspaceRole, needs.byField, body)
    return access
  }
  const caller = callerOf(await lookups.caller(claim))
  requireAllowedByToken(caller, operation, body)
  return { caller, ...(await loaders[needs.load](db, caller, needs as never, params, lookups)) }
}

function requireFieldRights(
  role: Role<WorkspaceFlag>,
  byField: Readonly<Record<string, WorkspaceRight>>,
  body: object,
): void {
  for (const [name, right] of Object.entries(byField)) {
    if (Object.hasOwn(body, name) && !hasWorkspaceRight(role, right)) throw forbidden(right)
  }
}

type NeedsOf<Load> = Extract<Needs, { load: Load }>

const loaders = {
  nothing: async () => ({}),
  caller: async (_db: Reader, caller: Caller, needs: NeedsOf<'caller'>) => {
    if (needs.flag && !can(caller.role, needs.flag)) throw forbidden(needs.flag)
    return {}
  },
  organization: (db: Reader, caller: Caller, needs: NeedsOf<'organization'>, params: Params) =>
    getOrganizationAccess(db, caller, params.organization_id as number, needs),
  user: loadUser,
  listener: async (db: Reader, caller: Caller, _needs: unknown, params: Params) => {
    const id = params.listener_id as string
    const listener = (await findOwnListener(db, caller, id)) ?? (await findOrganizationListener(db, caller, id))
    if (!listener) throw notFound('listener')
    return { listener }
  },
  application: async (db: Reader, caller: Caller, _needs: unknown, params: Params) => {
    const application = await findOwnApplication(db, caller.id, params.client_id as string)
    if (!application) throw notFound('application')
    return { application }
  },
  token: async (db: Reader, caller: Caller, _needs: unknown, params: Params) => {
    const token = await findOwnToken(db, caller, params.token_id as string)
    if (!token) throw notFound('token')
    return { token }
  },
}

/** A token that is restricted to one workspace has no access to listeners of organizations. */
const findOrganizationListener = (db: Reader, caller: Caller, id: string) =>
  caller.only_workspace_id === null ? findOwnOrganizationListener(db, caller.id, id) : undefined

/** Throws if the caller may not see the organization, or has none of the flags. */
export async function getOrganizationAccess(
  db: Reader,
  caller: Caller,
  id: number,
  needs: Pick<NeedsOf<'organization'>, 'flags'> = { flags: [] },
): Promise<OrganizationAccess> {
  const { organization, organization_role_id } = await findOrganizationAccess(db, caller.id, id)
  const member = organization_role_id === null ? null : organizationRoles.get(organization_role_id)
  const organizationRole = organizationRoleFor(member, caller.role)
  if (!organization || !organizationRole) throw notFound('organization')
  if (needs.flags.length > 0 && !needs.flags.some(right => hasOrganizationRight(organizationRole, right)))
    throw forbidden(needs.flags.join(' or '))
  return { organization, organizationRole }
}

async function loadUser(
  db: Reader,
  caller: Caller,
  needs: NeedsOf<'user'>,
  params: Params,
  lookups: Lookups,
): Promise<UserAccess> {
  const id = params.user_id as number
  const isSelf = id === caller.id
  const { user, sharedRoles } = isSelf
    ? { user: await lookups.user(id), sharedRoles: [] }
    : await findTargetUser(db, caller.id, id)
  const seesAll = isSelf || can(caller.role, 'can_list_users')
  if (!user || !(seesAll || can(caller.role, 'can_edit_users') || sharedRoles.length > 0)) throw notFound('user')
  const manages = sharedRoles.filter(one =>
    ['owner', 'admin'].includes(organizationRoles.get(one.organization_role_id).role_type),
  )
  const listsWithin = seesAll ? null : manages.map(one => one.organization_id)
  if (needs.right === 'edit' && !isSelf) {
    if (!can(caller.role, 'can_edit_users')) throw forbidden('can_edit_users')
    requireScopes(caller, ['admin'])
  }
  if (needs.right === 'lock' && !can(caller.role, 'can_lock_users')) throw forbidden('can_lock_users')
  if (needs.right === 'lists' && listsWithin?.length === 0) throw forbidden('can_list_users')
  if ((needs.right === 'edit' || needs.right === 'lock') && !isSelf) requireAuthority(caller, user)
  return { user, isSelf, listsWithin }
}

/** Nobody changes or locks the account of a user whose application role allows more than their own. */
export function requireAuthority(caller: Caller, user: Pick<UserRow, 'application_role_id'>): void {
  if (!holdsAll(caller.role, applicationRoles.get(user.application_role_id)))
    throw new Problem('ForbiddenError', 'This user has rights that you lack, so only they can change their account')
}

const workspaceOf = (row: WorkspaceAccessColumns): WorkspaceRow =>
  ({
    id: row.w_id,
    uid: row.w_uid,
    organization_id: row.w_organization_id,
    name: row.w_name,
    description: row.w_description,
    public: row.w_public,
    publish_state: row.w_publish_state,
    publish_state_at: row.w_publish_state_at,
    published_at: row.w_published_at,
    seq: row.w_seq,
    order_base: row.w_order_base,
    can_download: row.w_can_download,
    deleted_at: row.w_deleted_at,
    created_at: row.w_created_at,
    updated_at: row.w_updated_at,
  }) as WorkspaceRow
