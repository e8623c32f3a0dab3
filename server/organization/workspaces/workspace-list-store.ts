// The SQL of a user's workspaces: those they have a role in and the public ones they can open, limited to what the viewer
// can see.

import { ownerRole } from '@tessera/contract'
import { type RawBuilder, sql } from 'kysely'
import { publicViewerRoles } from '../../accounts/access/index.ts'
import { codeOrder, likePattern, type Reader, shapedStatement, textOrder } from '../../platform/sql/index.ts'
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
export interface FoundWorkspace {
  readonly id: number
  readonly workspace_role_id: number | null
  readonly organization_role_id: number | null
}

/** What the text of the statement depends on. */
type Shape = Pick<WorkspaceListQuery, 'seesAll' | 'favorite' | 'visited' | 'order_by' | 'isDescending'> & {
  readonly hasQuery: boolean
  readonly isRestricted: boolean
  /** The number of organizations; null for every organization. */
  readonly organizations: number | null
}

const shapeOf = (request: WorkspaceListQuery): Shape => {
  const { seesAll, favorite, visited, order_by, isDescending, query, only_workspace_id, organization_ids } = request
  const isRestricted = only_workspace_id !== null
  const organizations = organization_ids?.length ?? null
  return { seesAll, favorite, visited, order_by, isDescending, hasQuery: !!query, isRestricted, organizations }
}

type Values = Pick<WorkspaceListQuery, 'user_id' | 'viewer_id' | 'only_workspace_id' | 'limit' | 'offset'> & {
  readonly pattern: string
  readonly [organization: `organization_${number}`]: number
}

type Value = (name: keyof Values & string) => RawBuilder<unknown>

function valuesOf({ organization_ids, query = '', ...request }: WorkspaceListQuery): Values {
  const organizations = (organization_ids ?? []).map((id, index) => [`organization_${index}`, id])
  return { ...request, pattern: likePattern(query), ...Object.fromEntries(organizations) }
}

const selectPage = shapedStatement<Values, Shape>(
  (value, shape, db) => sql`
    select w.id, seen.workspace_role_id, member.organization_role_id, count(*) over () as total
    ${matchingWorkspaces(value, shape)} order by ${orderOf(db, shape)}, w.id
    limit ${value('limit')} offset ${value('offset')}`,
)

const countMatching = shapedStatement<Values, Shape>(
  (value, shape) => sql`select count(*) as total ${matchingWorkspaces(value, shape)}`,
)

/** Selects only ids and roles: sorting whole rows would take longer than reading those of the page afterwards. */
export async function findWorkspacePage(
  db: Reader,
  request: WorkspaceListQuery,
): Promise<{ found: FoundWorkspace[]; total: number }> {
  const [values, shape] = [valuesOf(request), shapeOf(request)]
  const found = await selectPage<FoundWorkspace & { total: number }>(db, values, shape)
  const [first] = found
  if (first || request.offset === 0) return { found, total: first?.total ?? 0 }
  const [counted] = await countMatching<{ total: number }>(db, values, shape)
  return { found, total: counted?.total ?? 0 }
}

/**
 * `seen` and `member` are the viewer's roles, `visit` is when they last opened it. The condition on `member` is written so
 * that SQLite does not start with the table of members, which takes twice as long.
 */
const matchingWorkspaces = (value: Value, shape: Shape): RawBuilder<unknown> => sql`
  from (${accessibleTo(value('user_id'))}) as w
  left join organization_users member on member.organization_id = w.organization_id
    and member.user_id = ${value('viewer_id')} and member.invited_state = 'ACCEPTED'
  left join workspace_users seen on seen.workspace_id = w.id and seen.user_id = ${value('viewer_id')}
  ${withVisits(value, shape)}
  where ${sql.join(conditions(value, shape), sql` and `)}`

const conditions = (value: Value, shape: Shape) =>
  [
    sql`w.deleted_at is null`,
    isVisible(shape),
    isWithin(value, shape),
    matchesQuery(value, shape),
    isFavorite(value, shape),
    isVisited(shape),
    isAllowed(value, shape),
  ].filter(one => one !== null)

const withVisits = (value: Value, { order_by, visited }: Shape) =>
  order_by === 'visited_at' || visited !== undefined
    ? sql`left join workspace_visits visit on visit.workspace_id = w.id and visit.user_id = ${value('viewer_id')}`
    : sql``

/** Lists each workspace once: by a workspace role, as an accepted member or as the Owner; or because it is public. */
const accessibleTo = (user_id: RawBuilder<unknown>) => sql`
  select w.* from workspace_users wu join workspaces w on w.id = wu.workspace_id
  where wu.user_id = ${user_id} and (wu.workspace_role_id = ${sql.lit(ownerRole)} or exists (
    select 1 from organization_users ou
    where ou.organization_id = w.organization_id and ou.user_id = wu.user_id and ou.invited_state = 'ACCEPTED'))
  union all
  select w.* from organization_users ou
  join workspaces w on w.organization_id = ou.organization_id and w.public = 1
  where ou.user_id = ${user_id} and ou.invited_state = 'ACCEPTED'
    and ou.organization_role_id in ${sql.raw(publicViewerRoles)}
    and not exists (select 1 from workspace_users wu where wu.workspace_id = w.id and wu.user_id = ou.user_id)`

const isVisible = ({ seesAll }: Shape) =>
  seesAll
    ? null
    : sql`coalesce(member.organization_role_id, 0) > 0 and (seen.user_id is not null
        or (w.public = 1 and member.organization_role_id in ${sql.raw(publicViewerRoles)})
        or member.organization_role_id in ${sql.raw(managingRoles)})`

function isWithin(value: Value, { organizations }: Shape) {
  if (organizations === null) return null
  if (organizations === 0) return sql`false`
  const listed = Array.from({ length: organizations }, (_, index) => value(`organization_${index}`))
  return sql`w.organization_id in (${sql.join(listed)})`
}

const isAllowed = (value: Value, { isRestricted }: Shape) =>
  isRestricted ? sql`w.id = ${value('only_workspace_id')}` : null

function matchesQuery(value: Value, { hasQuery }: Shape) {
  if (!hasQuery) return null
  const contains = (text: string) => sql`lower(${sql.raw(text)}) like ${value('pattern')} escape '\\'`
  return sql`(${contains('w.name')} or ${contains('w.description')} or exists (
    select 1 from workspace_users wu join users u on u.id = wu.user_id
    where wu.workspace_id = w.id and wu.workspace_role_id = ${sql.lit(ownerRole)}
      and (${contains('u.email')} or ${contains("u.first_name || ' ' || u.last_name")})))`
}

function isFavorite(value: Value, { favorite }: Shape) {
  if (favorite === undefined) return null
  const favored = sql`w.id in (select workspace_id from favorites where user_id = ${value('viewer_id')})`
  return favorite ? favored : sql`not ${favored}`
}

function isVisited({ visited }: Shape) {
  if (visited === undefined) return null
  return visited ? sql`visit.visited_at is not null` : sql`visit.visited_at is null`
}

function orderOf(db: Reader, { order_by, isDescending }: Shape) {
  const direction = isDescending ? sql`desc` : sql`asc`
  if (order_by === 'visited_at')
    // Workspaces never opened sort as the oldest, on either engine.
    return sql`visit.visited_at is not null ${direction}, ${codeOrder(db, 'visit.visited_at')} ${direction}`
  const column = `w.${order_by}`
  const key = order_by === 'name' ? textOrder(db, column) : order_by === 'id' ? sql.ref(column) : codeOrder(db, column)
  return sql`${key} ${direction}`
}
