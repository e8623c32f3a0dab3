// The SQL of access: who is calling and which roles they have, in one statement for any number of callers.

import { can, type OrganizationFlag, organizationRoles, type Role } from '@tessera/contract'
import type { Selectable } from 'kysely'
import type { GrantTable, OrganizationTable, UserTable, WorkspaceTable } from '../../platform/schema/index.ts'
import { type Reader, rowLock, rowsStatement, rowTryLock, type Tx } from '../../platform/sql/index.ts'

export type UserRow = Selectable<UserTable>
export type OrganizationRow = Selectable<OrganizationTable>
/** Erased workspaces are never read. */
export type WorkspaceRow = Omit<Selectable<WorkspaceTable>, 'erased_at' | 'copying_until'>

export interface CallerColumns {
  /** Null if the token's user or grant is no longer valid. */
  caller_id: number | null
  email: string
  first_name: string
  last_name: string
  application_role_id: number
  type: UserRow['type']
  scope: string
  grant_kind: GrantTable['kind']
  grant_expires_at: string
  only_workspace_id: number | null
  via_client_id: string | null
  via_name: string | null
}

export interface CallerKey {
  user_id: number
  grant_id: string
}

const callerColumns = `
  u.id as caller_id, u.email, u.first_name, u.last_name, u.application_role_id, u.type,
  g.scope, g.kind as grant_kind, g.expires_at as grant_expires_at, g.workspace_id as only_workspace_id,
  a.client_id as via_client_id, a.name as via_name`

const callerTables = `
  left join grants g on g.id = k.grant_id and g.user_id = k.user_id and g.revoked_at is null
  left join users u on u.id = g.user_id and u.locked_at is null and u.archived = 0
  left join applications a on a.client_id = g.client_id`

const keyColumns = { n: 'integer', user_id: 'integer', grant_id: 'text' } as const
const uidKeyColumns = { ...keyColumns, uid: 'text' } as const

const selectCallers = rowsStatement(
  keyColumns,
  keys => `select k.n, ${callerColumns} from ${keys} as k ${callerTables}`,
)

export const findCallers = async (db: Reader, keys: readonly CallerKey[]): Promise<CallerColumns[]> =>
  inOrder(keys, await selectCallers<CallerColumns & { n: number }>(db, numbered(keys)))

export type WorkspaceAccessColumns = CallerColumns & {
  workspace_role_id: number | null
  organization_role_id: number | null
} & { [Column in keyof WorkspaceRow as `w_${Column}`]: WorkspaceRow[Column] | null }

const selectAccesses = rowsStatement(
  uidKeyColumns,
  keys => `
    select k.n, ${callerColumns}, wu.workspace_role_id, ou.organization_role_id,
           w.id as w_id, w.uid as w_uid, w.organization_id as w_organization_id, w.name as w_name,
           w.description as w_description, w.public as w_public, w.publish_state as w_publish_state,
           w.publish_state_at as w_publish_state_at, w.published_at as w_published_at, w.seq as w_seq, w.order_base as w_order_base,
           w.can_download as w_can_download,
           w.deleted_at as w_deleted_at, w.created_at as w_created_at, w.updated_at as w_updated_at
    from ${keys} as k ${callerTables}
    left join workspaces w on w.uid = k.uid and w.erased_at is null
      and (g.workspace_id is null or w.id = g.workspace_id)
    left join organization_users ou
      on ou.organization_id = w.organization_id and ou.user_id = u.id and ou.invited_state = 'ACCEPTED'
    left join workspace_users wu on wu.workspace_id = w.id and wu.user_id = u.id`,
)

export const findWorkspaceAccesses = async (
  db: Reader,
  keys: readonly (CallerKey & { uid: string })[],
): Promise<WorkspaceAccessColumns[]> =>
  inOrder(keys, await selectAccesses<WorkspaceAccessColumns & { n: number }>(db, numbered(keys)))

/** Locks the rows of these workspaces until the transaction ends, always in the same order to avoid deadlocks. */
export const lockWorkspaces: (tx: Tx, uids: readonly string[]) => Promise<void> = rowLock('workspaces', 'uid')

/**
 * Does the same for those that no other transaction has locked, without waiting. Returns the uids of the locked ones.
 */
export const tryLockWorkspaces = rowTryLock('workspaces', 'uid')

export interface OrganizationAccess {
  organization: OrganizationRow | undefined
  organization_role_id: number | null
}

export async function findOrganizationAccess(db: Reader, user_id: number, id: number): Promise<OrganizationAccess> {
  const organization = await db.selectFrom('organizations').selectAll().where('id', '=', id).executeTakeFirst()
  const member = await db
    .selectFrom('organization_users')
    .select('organization_role_id')
    .where('organization_id', '=', id)
    .where('user_id', '=', user_id)
    .where('invited_state', '=', 'ACCEPTED')
    .executeTakeFirst()
  return { organization, organization_role_id: member?.organization_role_id ?? null }
}

export interface TargetUser {
  user: UserRow | undefined
  /**
   * The caller's roles in the organizations that both users have joined. A guest also needs a workspace that both can
   * open.
   */
  sharedRoles: { organization_id: number; organization_role_id: number }[]
}

/** The ids of organization roles, for `in`. */
export const organizationRoleIds = (matches: (role: Role<OrganizationFlag>) => boolean) =>
  `(${organizationRoles.all.filter(matches).map(role => role.id)})`

const guestRoles = organizationRoleIds(({ role_type }) => role_type === 'guest')
/** The roles that can open every public workspace. */
export const publicViewerRoles = organizationRoleIds(role => can(role, 'can_view_public_workspace'))

type SharedRoles = TargetUser['sharedRoles'][number]

type TargetRow = UserRow & { [Column in keyof SharedRoles]: SharedRoles[Column] | null }

const selectTargets = rowsStatement(
  { caller_id: 'integer', id: 'integer' },
  key => `
    select u.*, mine.organization_id, mine.organization_role_id
    from ${key} as k join users u on u.id = k.id
    left join organization_users theirs on theirs.user_id = u.id and theirs.invited_state = 'ACCEPTED'
    left join organization_users mine on mine.organization_id = theirs.organization_id
      and mine.user_id = k.caller_id and mine.invited_state = 'ACCEPTED'
      and (mine.organization_role_id not in ${guestRoles} or exists (
        select 1 from workspace_users guest
        join workspaces w on w.id = guest.workspace_id
          and w.organization_id = mine.organization_id and w.deleted_at is null and w.erased_at is null
        where guest.user_id = mine.user_id and (
          (w.public = 1 and theirs.organization_role_id in ${publicViewerRoles})
          or exists (
            select 1 from workspace_users other where other.workspace_id = w.id and other.user_id = u.id))))`,
)

export async function findTargetUser(db: Reader, caller_id: number, id: number): Promise<TargetUser> {
  const found = await selectTargets<TargetRow>(db, [{ caller_id, id }])
  const [first] = found
  if (!first) return { user: undefined, sharedRoles: [] }
  const { organization_id: _, organization_role_id: __, ...user } = first
  return { user, sharedRoles: found.filter((row): row is typeof row & SharedRoles => row.organization_id !== null) }
}

const selectUsers = rowsStatement(
  { n: 'integer', id: 'integer' },
  keys => `select k.n, u.* from ${keys} as k join users u on u.id = k.id`,
)

/** Returns them in the order of the ids, with undefined for a user that does not exist. */
export const findUserRows = async (db: Reader, ids: readonly number[]): Promise<(UserRow | undefined)[]> =>
  inOrder(ids, await selectUsers<UserRow & { n: number }>(db, numbered(ids.map(id => ({ id })))))

/** The browser session that a token belongs to, unless it has ended. */
export const findSessionOfGrant = (
  db: Reader,
  { grant_id, user_id }: CallerKey,
): Promise<{ authenticated_at: string } | undefined> =>
  db
    .selectFrom('sessions')
    .innerJoin('grants', 'grants.id', 'sessions.grant_id')
    .select('sessions.authenticated_at')
    .where('sessions.grant_id', '=', grant_id)
    .where('sessions.user_id', '=', user_id)
    .where('grants.revoked_at', 'is', null)
    .executeTakeFirst()

/** The key of a caller whose token may be restricted to one workspace. */
type OwnerKey = { readonly id: number; readonly only_workspace_id: number | null }

export type OwnListener = NonNullable<Awaited<ReturnType<typeof findOwnListener>>>
export type OwnOrganizationListener = NonNullable<Awaited<ReturnType<typeof findOwnOrganizationListener>>>

export const findOwnOrganizationListener = (db: Reader, user_id: number, id: string) =>
  db
    .selectFrom('organization_listeners')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', user_id)
    .executeTakeFirst()

export const findOwnListener = (db: Reader, { id: user_id, only_workspace_id }: OwnerKey, id: string) =>
  db
    .selectFrom('listeners')
    .innerJoin('workspaces', 'workspaces.id', 'listeners.workspace_id')
    .selectAll('listeners')
    .select('workspaces.uid as workspace_uid')
    .where('listeners.id', '=', id)
    .where('listeners.user_id', '=', user_id)
    .where('listeners.organization_listener_id', 'is', null)
    .where('workspaces.deleted_at', 'is', null)
    .$if(only_workspace_id !== null, query => query.where('workspaces.id', '=', only_workspace_id))
    .executeTakeFirst()

export const findOwnApplication = (db: Reader, user_id: number, client_id: string) =>
  db
    .selectFrom('applications')
    .selectAll()
    .where('client_id', '=', client_id)
    .where('user_id', '=', user_id)
    .executeTakeFirst()

export const findOwnToken = (db: Reader, { id: user_id, only_workspace_id }: OwnerKey, id: string) =>
  db
    .selectFrom('grants')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', user_id)
    .where('kind', '=', 'personal')
    .where('revoked_at', 'is', null)
    .$if(only_workspace_id !== null, query => query.where('workspace_id', '=', only_workspace_id))
    .executeTakeFirst()

const numbered = <Key extends object>(keys: readonly Key[]) => keys.map((key, n) => ({ n, ...key }))

function inOrder<Row extends { n: number }>(keys: readonly unknown[], found: readonly Row[]): Row[] {
  const byNumber = new Map(found.map(row => [row.n, row]))
  return keys.map((_, n) => byNumber.get(n) as Row)
}
