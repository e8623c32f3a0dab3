// The SQL of a user's workspaces: those they have a role in and the public ones they can open, limited to what the viewer
// can see.

import { ownerRole } from '@tessera/contract'
import { type RawBuilder, sql } from 'kysely'
import { publicViewerRoles, type WorkspaceRow } from '../access/access-store.ts'
import type { Reader } from '../db/database.ts'
import { likePattern } from '../db/like-pattern.ts'
import { codeOrder, textOrder } from '../db/text-order.ts'
import { managingRoles } from './workspace-user-store.ts'

export interface WorkspaceListQuery {
  readonly user_id: number
  readonly viewer_id: number
  /** True if the viewer can read every workspace of the installation. */
  readonly seesAll: boolean
  /** The only workspace that the viewer's token gives access to; null if it is not restricted. */
  readonly only_workspace_id: number | null
  /** Null for every organization. */
  readonly organization_ids: readonly number[] | null
  readonly query: string | undefined
  readonly favorite: boolean | undefined
  readonly visited: boolean | undefined
  readonly order_by: 'name' | 'created_at' | 'updated_at' | 'id' | 'uid' | 'visited_at'
  readonly isDescending: boolean
  readonly limit: number
  readonly offset: number
}

/** A workspace and the viewer's roles. */
export interface ListedWorkspace {
  readonly workspace: WorkspaceRow
  readonly workspace_role_id: number | null
  readonly organization_role_id: number | null
}

/** The columns of WorkspaceRow, from `workspaces w`. */
export const workspaceColumns = sql.raw(
  `w.id, w.uid, w.organization_id, w.name, w.description, w.public, w.publish_state, w.publish_state_at, w.can_download,
   w.published_at, w.seq, w.deleted_at, w.created_at, w.updated_at`,
)

export async function listWorkspaceRows(
  db: Reader,
  request: WorkspaceListQuery,
): Promise<{ found: ListedWorkspace[]; total: number }> {
  const { limit, offset } = request
  const matching = matchingWorkspaces(request)
  const { rows } = await sql<WorkspaceRow & Omit<ListedWorkspace, 'workspace'> & { total: number }>`
    select ${workspaceColumns}, seen.workspace_role_id, member.organization_role_id, count(*) over () as total
    ${matching} order by ${orderOf(db, request)}, w.id limit ${limit} offset ${offset}`.execute(db)
  const found = rows.map(({ workspace_role_id, organization_role_id, total: _, ...workspace }) => ({
    workspace,
    workspace_role_id,
    organization_role_id,
  }))
  const [first] = rows
  if (first || offset === 0) return { found, total: first?.total ?? 0 }
  const counted = await sql<{ total: number }>`select count(*) as total ${matching}`.execute(db)
  return { found, total: counted.rows[0]?.total ?? 0 }
}

/** `seen` and `member` are the viewer's roles, `visit` is when they last opened it. */
const matchingWorkspaces = (request: WorkspaceListQuery): RawBuilder<unknown> => sql`
  from (${accessibleTo(request.user_id)}) as accessible
  join workspaces w on w.id = accessible.id and w.deleted_at is null
  left join organization_users member on member.organization_id = w.organization_id
    and member.user_id = ${request.viewer_id} and member.invited_state = 'ACCEPTED'
  left join workspace_users seen on seen.workspace_id = w.id and seen.user_id = ${request.viewer_id}
  ${withVisits(request)}
  where ${isVisible(request)} and ${isWithin(request)} and ${matchesQuery(request)} and ${isFavorite(request)}
    and ${isVisited(request)} and ${isAllowed(request)}`

const withVisits = ({ order_by, visited, viewer_id }: WorkspaceListQuery) =>
  order_by === 'visited_at' || visited !== undefined
    ? sql`left join workspace_visits visit on visit.workspace_id = w.id and visit.user_id = ${viewer_id}`
    : sql``

/** By a workspace role, as an accepted member or as the Owner; or because it is public. */
const accessibleTo = (user_id: number) => sql`
  select wu.workspace_id as id from workspace_users wu join workspaces w on w.id = wu.workspace_id
  where wu.user_id = ${user_id} and (wu.workspace_role_id = ${sql.lit(ownerRole)} or w.organization_id in
    (select organization_id from organization_users where user_id = ${user_id} and invited_state = 'ACCEPTED'))
  union
  select w.id from organization_users ou
  join workspaces w on w.organization_id = ou.organization_id and w.public = 1
  where ou.user_id = ${user_id} and ou.invited_state = 'ACCEPTED'
    and ou.organization_role_id in ${sql.raw(publicViewerRoles)}`

const isVisible = ({ seesAll }: WorkspaceListQuery) =>
  seesAll
    ? sql`true`
    : sql`member.user_id is not null and (seen.user_id is not null
        or (w.public = 1 and member.organization_role_id in ${sql.raw(publicViewerRoles)})
        or member.organization_role_id in ${sql.raw(managingRoles)})`

function isWithin({ organization_ids }: WorkspaceListQuery) {
  if (organization_ids === null) return sql`true`
  return organization_ids.length === 0 ? sql`false` : sql`w.organization_id in (${sql.join(organization_ids)})`
}

const isAllowed = ({ only_workspace_id }: WorkspaceListQuery) =>
  only_workspace_id === null ? sql`true` : sql`w.id = ${only_workspace_id}`

function matchesQuery({ query }: WorkspaceListQuery) {
  if (!query) return sql`true`
  const contains = (text: string) => sql`lower(${sql.raw(text)}) like ${likePattern(query)} escape '\\'`
  return sql`(${contains('w.name')} or ${contains('w.description')} or exists (
    select 1 from workspace_users wu join users u on u.id = wu.user_id
    where wu.workspace_id = w.id and wu.workspace_role_id = ${sql.lit(ownerRole)}
      and (${contains('u.email')} or ${contains("u.first_name || ' ' || u.last_name")})))`
}

function isFavorite({ favorite, viewer_id }: WorkspaceListQuery) {
  if (favorite === undefined) return sql`true`
  const favored = sql`w.id in (select workspace_id from favorites where user_id = ${viewer_id})`
  return favorite ? favored : sql`not ${favored}`
}

function isVisited({ visited }: WorkspaceListQuery) {
  if (visited === undefined) return sql`true`
  return visited ? sql`visit.visited_at is not null` : sql`visit.visited_at is null`
}

function orderOf(db: Reader, { order_by, isDescending }: WorkspaceListQuery) {
  const direction = isDescending ? sql`desc` : sql`asc`
  if (order_by === 'visited_at')
    // Workspaces never opened sort as the oldest, on either engine.
    return sql`visit.visited_at is not null ${direction}, ${codeOrder(db, 'visit.visited_at')} ${direction}`
  const column = `w.${order_by}`
  const key = order_by === 'name' ? textOrder(db, column) : order_by === 'id' ? sql.ref(column) : codeOrder(db, column)
  return sql`${key} ${direction}`
}
