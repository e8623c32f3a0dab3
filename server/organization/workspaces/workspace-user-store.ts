// The SQL of the users of a workspace. Users without a workspace role may have access through their organization role.

import { editorRole, ownerRole } from '@tessera/contract'
import { sql } from 'kysely'
import { organizationRoleIds, publicViewerRoles } from '../../accounts/access/index.ts'
import type { WorkspaceUserTable } from '../../platform/schema/index.ts'
import { forShare, insertRows, type Reader, rows, type Tx, textOrder, updateRows } from '../../platform/sql/index.ts'

/** The ids of the organization roles that can read every workspace of the organization, for `in`. */
export const managingRoles = organizationRoleIds(({ role_type }) => role_type === 'owner' || role_type === 'admin')

export interface Member {
  user_id: number
  email: string
  organization_role_id: number
  /** Their role in the workspace, null if they have none. */
  workspace_role_id: number | null
}

interface TargetWorkspace {
  readonly organization_id: number
  /** 0 for a workspace that does not exist yet. */
  readonly workspace_id: number
}

/**
 * Finds the members with these emails, pending or not. Locks them, so that they stay members with these emails until
 * the transaction ends.
 */
export async function findMembersByEmail(
  tx: Tx,
  { organization_id, workspace_id }: TargetWorkspace,
  email_keys: readonly string[],
): Promise<Map<string, Member>> {
  const wanted = rows(
    tx,
    { email_key: 'text' },
    email_keys.map(email_key => ({ email_key })),
  )
  const found = await sql<Member & { email_key: string }>`
    select u.email_key, u.id as user_id, u.email, ou.organization_role_id, wu.workspace_role_id
    from ${wanted} as k
    join users u on u.email_key = k.email_key
    join organization_users ou on ou.organization_id = ${organization_id} and ou.user_id = u.id
    left join workspace_users wu on wu.workspace_id = ${workspace_id} and wu.user_id = u.id
    ${forShare(tx, 'ou', 'u')}`.execute(tx)
  return new Map(found.rows.map(({ email_key, ...member }) => [email_key, member]))
}

/** Finds an accepted member of the organization. Locks them, so that they stay a member until the transaction ends. */
export async function findAcceptedMember(
  tx: Tx,
  { organization_id, workspace_id }: TargetWorkspace,
  user_id: number,
): Promise<Member | null> {
  const found = await sql<Member>`
    select u.id as user_id, u.email, ou.organization_role_id, wu.workspace_role_id
    from organization_users ou
    join users u on u.id = ou.user_id
    left join workspace_users wu on wu.workspace_id = ${workspace_id} and wu.user_id = u.id
    where ou.organization_id = ${organization_id} and ou.user_id = ${user_id} and ou.invited_state = 'ACCEPTED'
    ${forShare(tx, 'ou')}`.execute(tx)
  return found.rows[0] ?? null
}

export interface WorkspaceUser {
  user_id: number
  email: string
  workspace_role_id: number
  /** Null if they are not a member of the organization. */
  organization_role_id: number | null
}

const inWorkspace = sql`
  select wu.user_id, u.email, wu.workspace_role_id, ou.organization_role_id
  from workspace_users wu
  join workspaces w on w.id = wu.workspace_id
  join users u on u.id = wu.user_id
  left join organization_users ou on ou.organization_id = w.organization_id and ou.user_id = wu.user_id`

export async function findWorkspaceUser(
  db: Reader,
  workspace_id: number,
  user_id: number,
): Promise<WorkspaceUser | null> {
  const found = await sql<WorkspaceUser>`
    ${inWorkspace} where wu.workspace_id = ${workspace_id} and wu.user_id = ${user_id}`.execute(db)
  return found.rows[0] ?? null
}

export async function getOwner(db: Reader, workspace_id: number): Promise<WorkspaceUser> {
  const found = await sql<WorkspaceUser>`
    ${inWorkspace} where wu.workspace_id = ${workspace_id} and wu.workspace_role_id = ${sql.lit(ownerRole)}`.execute(db)
  const [owner] = found.rows
  if (!owner) throw new Error(`workspace ${workspace_id} has no owner`)
  return owner
}

const columns = {
  workspace_id: 'integer',
  user_id: 'integer',
  workspace_role_id: 'integer',
  created_at: 'text',
  updated_at: 'text',
} as const

export const insertWorkspaceUsers = (tx: Tx, list: readonly WorkspaceUserTable[]) =>
  insertRows(tx, 'workspace_users', columns, list)

const { created_at: _, ...updatedColumns } = columns

export const setWorkspaceRole = (tx: Tx, row: Omit<WorkspaceUserTable, 'created_at'>) =>
  updateRows(tx, 'workspace_users', ['workspace_id', 'user_id'], updatedColumns, [row])

export async function deleteWorkspaceUser(tx: Tx, workspace_id: number, user_id: number): Promise<void> {
  await tx
    .deleteFrom('workspace_users')
    .where('workspace_id', '=', workspace_id)
    .where('user_id', '=', user_id)
    .execute()
}

export interface ListedUser {
  id: number
  type: 'person' | 'bot'
  email: string
  first_name: string
  last_name: string
  workspace_role_id: number
  /** 0 if they have access only because the workspace is public. */
  has_role: number
  /** Null for an Owner who is not a member. */
  organization_role_id: number | null
}

/** Lists accepted members with access, and the Owner even if they are not a member. */
export async function listUsersWithAccess(
  db: Reader,
  workspace: { id: number; organization_id: number; public: number },
): Promise<ListedUser[]> {
  const person = sql`u.id, u.type, u.email, u.first_name, u.last_name`
  const byRole = sql`
    select ${person}, wu.workspace_role_id, 1 as has_role, ou.organization_role_id
    from workspace_users wu
    join users u on u.id = wu.user_id
    left join organization_users ou on ou.organization_id = ${workspace.organization_id} and ou.user_id = wu.user_id
    where wu.workspace_id = ${workspace.id}
      and (ou.invited_state = 'ACCEPTED'or wu.workspace_role_id = ${sql.lit(ownerRole)})`
  const byMembership = sql`
    union all
    select ${person}, ${sql.lit(editorRole)}, 0, ou.organization_role_id
    from organization_users ou
    join users u on u.id = ou.user_id
    where ou.organization_id = ${workspace.organization_id} and ou.invited_state = 'ACCEPTED'
      and ou.organization_role_id in ${sql.raw(publicViewerRoles)}
      and not exists (select 1 from workspace_users x where x.workspace_id = ${workspace.id} and x.user_id = ou.user_id)`
  const found = await sql<ListedUser>`
    select * from (${byRole} ${workspace.public === 1 ? byMembership : sql``}) as people
    order by ${textOrder(db, 'email')}, id`.execute(db)
  return found.rows
}

/** Lists the workspaces of an organization in which a user has a workspace role, including deleted ones. */
export const listRolesIn = (db: Reader, organization_id: number, user_id: number) =>
  db
    .selectFrom('workspace_users as wu')
    .innerJoin('workspaces as w', 'w.id', 'wu.workspace_id')
    .select(['w.id', 'w.uid', 'w.name', 'w.organization_id', 'wu.workspace_role_id'])
    .where('w.organization_id', '=', organization_id)
    .where('wu.user_id', '=', user_id)
    .orderBy('w.id')
    .execute()
