// The SQL of a person's workspaces: those they have a role in and the public ones open to them, as far as who asks may
// see them.

import { ownerRole } from '@tessera/contract'
import { type RawBuilder, sql } from 'kysely'
import type { WorkspaceRow } from '../access/access.ts'
import type { Reader } from '../db/database.ts'
import { likePattern } from '../db/like-pattern.ts'
import { codeOrder, textOrder } from '../db/text-order.ts'
import { manages, opensPublic } from './workspace-user-store.ts'

export interface WorkspaceListQuery {
  readonly user_id: number
  readonly viewer_id: number
  /** True where the viewer may read every workspace there is. */
  readonly seesAll: boolean
  /** Null for every organization. */
  readonly organization_ids: readonly number[] | null
  readonly query: string | undefined
  readonly order_by: 'name' | 'created_at' | 'updated_at' | 'id' | 'uid'
  readonly isDescending: boolean
  readonly limit: number
  readonly offset: number
}

/** A workspace, and what the viewer is to it. */
export interface ListedWorkspace {
  readonly workspace: WorkspaceRow
  readonly workspace_role_id: number | null
  readonly organization_role_id: number | null
}

export async function listWorkspaceRows(
  db: Reader,
  asked: WorkspaceListQuery,
): Promise<{ found: ListedWorkspace[]; total: number }> {
  const { limit, offset } = asked
  const matching = matchingWorkspaces(asked)
  const { rows } = await sql<WorkspaceRow & Omit<ListedWorkspace, 'workspace'>>`
    select w.id, w.uid, w.organization_id, w.name, w.description, w.public, w.publish_state, w.publish_state_at,
           w.published_at, w.seq, w.deleted_at, w.created_at, w.updated_at,
           seen.workspace_role_id, member.organization_role_id
    ${matching} order by ${orderOf(db, asked)}, w.id limit ${limit} offset ${offset}`.execute(db)
  const found = rows.map(({ workspace_role_id, organization_role_id, ...workspace }) => ({
    workspace,
    workspace_role_id,
    organization_role_id,
  }))
  // A page that is not full tells the total by itself.
  if (found.length > 0 && found.length < limit) return { found, total: offset + found.length }
  const counted = await sql<{ total: number }>`select count(*) as total ${matching}`.execute(db)
  return { found, total: counted.rows[0]?.total ?? 0 }
}

/** `mine` and `theirs` tell what the person is to the workspace, `seen` and `member` what the viewer is. */
function matchingWorkspaces(asked: WorkspaceListQuery): RawBuilder<unknown> {
  const { user_id, viewer_id } = asked
  const membership = (alias: string, id: number) => sql`
    left join organization_users ${sql.ref(alias)} on ${sql.ref(`${alias}.organization_id`)} = w.organization_id
      and ${sql.ref(`${alias}.user_id`)} = ${id} and ${sql.ref(`${alias}.invited_state`)} = 'ACCEPTED'`
  return sql`
    from (select workspace_id as id from workspace_users where user_id = ${user_id}
          union
          select w.id from organization_users ou
          join workspaces w on w.organization_id = ou.organization_id and w.public = 1
          where ou.user_id = ${user_id} and ou.invited_state = 'ACCEPTED' and ${opensPublic('ou')}) as reached
    join workspaces w on w.id = reached.id and w.deleted_at is null
    join workspace_users owning on owning.workspace_id = w.id and owning.workspace_role_id = ${sql.lit(ownerRole)}
    join users owner on owner.id = owning.user_id
    ${membership('theirs', user_id)}
    ${membership('member', viewer_id)}
    left join workspace_users seen on seen.workspace_id = w.id and seen.user_id = ${viewer_id}
    where (theirs.user_id is not null or owning.user_id = ${user_id})
      and ${visible(asked)} and ${within(asked)} and ${found(asked)}`
}

const visible = ({ seesAll }: WorkspaceListQuery) =>
  seesAll
    ? sql`true`
    : sql`member.user_id is not null
      and (seen.user_id is not null or (w.public = 1 and ${opensPublic('member')}) or ${manages('member')})`

function within({ organization_ids }: WorkspaceListQuery) {
  if (organization_ids === null) return sql`true`
  return organization_ids.length === 0 ? sql`false` : sql`w.organization_id in (${sql.join(organization_ids)})`
}

function found({ query }: WorkspaceListQuery) {
  if (!query) return sql`true`
  const pattern = likePattern(query)
  const texts = [
    sql.ref('w.name'),
    sql.ref('w.description'),
    sql.ref('owner.email'),
    sql`(owner.first_name || ' ' || owner.last_name)`,
  ]
  const holds = texts.map(text => sql`lower(${text}) like ${pattern} escape '\\'`)
  return sql`(${sql.join(holds, sql` or `)})`
}

function orderOf(db: Reader, { order_by, isDescending }: WorkspaceListQuery) {
  const column = `w.${order_by}`
  const key = order_by === 'name' ? textOrder(db, column) : order_by === 'id' ? sql.ref(column) : codeOrder(db, column)
  return isDescending ? sql`${key} desc` : sql`${key} asc`
}
