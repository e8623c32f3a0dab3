// The SQL of what a workspace's record shows besides its row: the owner, the number of users, whether it is a favorite,
// when it was last opened. One statement for any number of workspaces, plus one if any is public and one if any is being
// published.

import { ownerRole } from '@tessera/contract'
import { sql } from 'kysely'
import { publicViewerRoles, type WorkspaceRow } from '../access/access-store.ts'
import type { Reader } from '../db/database.ts'
import { rows, rowsStatement } from '../db/rows.ts'

/** A workspace and the user who views it. */
export interface DetailsKey {
  readonly workspace_id: number
  readonly organization_id: number
  readonly is_public: number
  readonly user_id: number
  readonly is_publishing: boolean
}

export const detailsKey = (workspace: WorkspaceRow, user_id: number): DetailsKey => ({
  workspace_id: workspace.id,
  organization_id: workspace.organization_id,
  is_public: workspace.public,
  user_id,
  is_publishing: workspace.publish_state === 'publishing',
})

export interface WorkspaceDetails {
  readonly owner: {
    readonly id: number
    readonly type: 'person' | 'bot'
    readonly email: string
    readonly first_name: string
    readonly last_name: string
    readonly title: string | null
    readonly industry: string
    readonly phone_number: string
    readonly avatar_hash: string | null
    readonly avatar_mime: string | null
    readonly locked_at: string | null
    readonly created_at: string
    readonly updated_at: string
  }
  readonly users_count: number
  readonly favorite: boolean
  readonly visited_at: string | null
  /** In percent, null if it is not being published. */
  readonly publish_progress: number | null
  /** Of the published snapshot, null if there is none. */
  readonly edition: number | null
}

type DetailsRow = WorkspaceDetails['owner'] & {
  n: number
  is_favorite: number
  visited_at: string | null
  edition: number | null
  /** The number of users whose only access is a workspace role. */
  by_role: number
}

const keyTypes = {
  n: 'integer',
  workspace_id: 'integer',
  organization_id: 'integer',
  is_public: 'integer',
  user_id: 'integer',
} as const

/** In the order of the keys, undefined for a workspace that no longer exists. */
export async function workspaceDetails(
  db: Reader,
  keys: readonly DetailsKey[],
): Promise<(WorkspaceDetails | undefined)[]> {
  if (keys.length === 0) return []
  const numbered = keys.map(({ is_publishing: _, ...key }, n) => ({ n, ...key }))
  const found = await selectDetails<DetailsRow>(db, numbered)
  const publicViewers = await countPublicViewers(db, keys)
  const progress = await listPublishProgress(db, keys)
  const details: (WorkspaceDetails | undefined)[] = keys.map(() => undefined)
  for (const { n, is_favorite, visited_at, edition, by_role, ...owner } of found) {
    const { is_public, is_publishing, organization_id, workspace_id } = keys[n] as DetailsKey
    const users_count = by_role + (is_public === 1 ? (publicViewers.get(organization_id) ?? 0) : 0)
    const publish_progress = is_publishing ? (progress.get(workspace_id) ?? 0) : null
    details[n] = { owner, users_count, favorite: is_favorite === 1, visited_at, publish_progress, edition }
  }
  return details
}

/** The organization role of an accepted member, 0 for an Owner who is not a member, null for everyone else. */
const organizationRole = `
  coalesce((select ou.organization_role_id from organization_users ou
            where ou.organization_id = k.organization_id and ou.user_id = wu.user_id and ou.invited_state = 'ACCEPTED'),
           case when wu.workspace_role_id = ${ownerRole} then 0 end)`

// Built once: building the text would take longer than running the statement. Subqueries, because PostgreSQL would read
// all members of an organization to join a few of them.
const selectDetails = rowsStatement(
  keyTypes,
  keys => `
  select k.n, u.id, u.type, u.email, u.first_name, u.last_name, u.title, u.industry, u.phone_number, u.avatar_hash, u.avatar_mime, u.locked_at,
         u.created_at, u.updated_at,
         (select count(*) from favorites f where f.user_id = k.user_id and f.workspace_id = k.workspace_id) as is_favorite,
         (select v.visited_at from workspace_visits v where v.user_id = k.user_id and v.workspace_id = k.workspace_id) as visited_at,
         (select s.edition from snapshots s where s.workspace_id = k.workspace_id and s.state = 'shown') as edition,
         (select count(*) from workspace_users wu where wu.workspace_id = k.workspace_id
          and case when k.is_public = 0 then ${organizationRole} is not null else ${organizationRole} not in ${publicViewerRoles} end) as by_role
  from ${keys} as k
  join users u on u.id = (select wo.user_id from workspace_users wo
                          where wo.workspace_id = k.workspace_id and wo.workspace_role_id = ${ownerRole})`,
)

/** The number of members who can open the public workspaces of their organization. */
async function countPublicViewers(db: Reader, keys: readonly DetailsKey[]): Promise<Map<number, number>> {
  const ids = new Set(keys.filter(key => key.is_public === 1).map(key => key.organization_id))
  if (ids.size === 0) return new Map()
  const wanted = rows(
    db,
    { id: 'integer' },
    [...ids].map(id => ({ id })),
  )
  const counted = await sql<{ id: number; people: number }>`${countPublicViewersIn} from ${wanted} as k`.execute(db)
  return new Map(counted.rows.map(({ id, people }) => [id, people]))
}

const countPublicViewersIn = sql.raw(`
  select k.id, (select count(*) from organization_users ou where ou.organization_id = k.id
                and ou.invited_state = 'ACCEPTED' and ou.organization_role_id in ${publicViewerRoles}) as people`)

/** The progress of workspaces that are being published. */
async function listPublishProgress(db: Reader, keys: readonly DetailsKey[]): Promise<Map<number, number>> {
  const ids = keys.filter(key => key.is_publishing).map(key => key.workspace_id)
  if (ids.length === 0) return new Map()
  const found = await db
    .selectFrom('snapshots')
    .select(['workspace_id', 'progress'])
    .where('workspace_id', 'in', ids)
    .where('state', '=', 'made')
    .execute()
  return new Map(found.map(({ workspace_id, progress }) => [workspace_id, progress]))
}
