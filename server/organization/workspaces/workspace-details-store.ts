// The SQL of what a workspace's record shows besides its row: the owner, the number of users, whether it is a favorite,
// when it was last opened. One statement loads any number of workspaces and another their owners, plus one if any is
// public and one if any is being published.

import { ownerRole } from '@tessera/contract'
import { sql } from 'kysely'
import { publicViewerRoles, type WorkspaceRow } from '../../accounts/access/index.ts'
import type { PersonColumns } from '../../accounts/identity/index.ts'
import { type Reader, rows, rowsStatement } from '../../platform/sql/index.ts'

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

export type WorkspaceOwner = PersonColumns

export interface WorkspaceDetails {
  readonly owner: WorkspaceOwner
  readonly users_count: number
  readonly favorite: boolean
  readonly visited_at: string | null
  /** In percent, null if it is not being published. */
  readonly publish_progress: number | null
  /** Taken from the published snapshot; null if there is none. */
  readonly edition: number | null
}

interface DetailsRow {
  readonly owner_id: number
  readonly is_favorite: number
  readonly visited_at: string | null
  readonly edition: number | null
  /** The number of users whose access comes only from a workspace role. */
  readonly by_role: number
}

/** Returns them in the order of the keys, with undefined for a workspace that no longer exists. */
export async function workspaceDetails(
  db: Reader,
  keys: readonly DetailsKey[],
): Promise<(WorkspaceDetails | undefined)[]> {
  if (keys.length === 0) return []
  const numbered = keys.map(({ is_publishing: _, ...key }, n) => ({ n, ...key }))
  const found = await selectDetails<DetailsRow & { n: number }>(db, numbered)
  const complete = await completeDetails(
    db,
    keys,
    found.map(row => row.owner_id),
  )
  const details: (WorkspaceDetails | undefined)[] = keys.map(() => undefined)
  for (const row of found) details[row.n] = complete(row, keys[row.n] as DetailsKey)
  return details
}

export interface ListedWorkspace {
  readonly workspace: WorkspaceRow
  readonly details: WorkspaceDetails
}

/** Returns whole workspaces, in the order of the keys, with undefined for one that no longer exists. */
export async function workspacesWithDetails(
  db: Reader,
  keys: readonly { readonly workspace_id: number; readonly user_id: number }[],
): Promise<(ListedWorkspace | undefined)[]> {
  if (keys.length === 0) return []
  const numbered = keys.map((key, n) => ({ n, ...key }))
  const found = await selectWorkspaces<WorkspaceRow & DetailsRow & { n: number }>(db, numbered)
  const rowKeys = found.map(row => detailsKey(row, (keys[row.n] as (typeof keys)[number]).user_id))
  const complete = await completeDetails(
    db,
    rowKeys,
    found.map(row => row.owner_id),
  )
  const listed: (ListedWorkspace | undefined)[] = keys.map(() => undefined)
  found.forEach((row, index) => {
    const details = complete(row, rowKeys[index] as DetailsKey)
    if (details) listed[row.n] = { workspace: row, details }
  })
  return listed
}

/** Loads what is the same for several workspaces, and returns how details are completed with it. */
async function completeDetails(db: Reader, keys: readonly DetailsKey[], owner_ids: readonly number[]) {
  const owners = await findOwners(db, owner_ids)
  const publicViewers = await countPublicViewers(db, keys)
  const progress = await listPublishProgress(db, keys)
  return (row: DetailsRow, key: DetailsKey): WorkspaceDetails | undefined => {
    const owner = owners.get(row.owner_id)
    if (!owner) return undefined
    const { is_public, is_publishing, organization_id, workspace_id } = key
    return {
      owner,
      users_count: row.by_role + (is_public === 1 ? (publicViewers.get(organization_id) ?? 0) : 0),
      favorite: row.is_favorite === 1,
      visited_at: row.visited_at,
      publish_progress: is_publishing ? (progress.get(workspace_id) ?? 0) : null,
      edition: row.edition,
    }
  }
}

/** The expressions for a workspace, its organization, whether it is public, and its viewer. */
interface DetailsColumns {
  readonly workspace: string
  readonly organization: string
  readonly isPublic: string
}

// Subqueries, because PostgreSQL would read all members of an organization to join a few of them.
const detailsColumns = ({ workspace, organization, isPublic }: DetailsColumns) => {
  // The organization role of an accepted member, 0 for an Owner who is not a member, null for everyone else.
  const organizationRole = `
    coalesce((select ou.organization_role_id from organization_users ou
              where ou.organization_id = ${organization} and ou.user_id = wu.user_id and ou.invited_state = 'ACCEPTED'),
             case when wu.workspace_role_id = ${ownerRole} then 0 end)`
  return `
    (select wo.user_id from workspace_users wo
     where wo.workspace_id = ${workspace} and wo.workspace_role_id = ${ownerRole}) as owner_id,
    (select count(*) from favorites f where f.user_id = k.user_id and f.workspace_id = ${workspace}) as is_favorite,
    (select v.visited_at from workspace_visits v where v.user_id = k.user_id and v.workspace_id = ${workspace}) as visited_at,
    (select s.edition from snapshots s where s.workspace_id = ${workspace} and s.state = 'shown') as edition,
    (select count(*) from workspace_users wu where wu.workspace_id = ${workspace}
     and case when ${isPublic} = 0 then ${organizationRole} is not null
         else ${organizationRole} not in ${publicViewerRoles} end) as by_role`
}

const selectDetails = rowsStatement(
  { n: 'integer', workspace_id: 'integer', organization_id: 'integer', is_public: 'integer', user_id: 'integer' },
  keys => `
    select k.n, ${detailsColumns({ workspace: 'k.workspace_id', organization: 'k.organization_id', isPublic: 'k.is_public' })}
    from ${keys} as k`,
)

const selectWorkspaces = rowsStatement(
  { n: 'integer', workspace_id: 'integer', user_id: 'integer' },
  keys => `
    select k.n, w.id, w.uid, w.organization_id, w.name, w.description, w.public, w.publish_state, w.publish_state_at,
           w.can_download, w.published_at, w.seq, w.order_base, w.deleted_at, w.created_at, w.updated_at,
           ${detailsColumns({ workspace: 'w.id', organization: 'w.organization_id', isPublic: 'w.public' })}
    from ${keys} as k join workspaces w on w.id = k.workspace_id`,
)

const selectOwners = rowsStatement(
  { id: 'integer' },
  keys => `
    select u.id, u.type, u.email, u.first_name, u.last_name, u.title, u.industry, u.phone_number, u.avatar_hash,
           u.avatar_mime, u.locked_at, u.created_at, u.updated_at
    from ${keys} as k join users u on u.id = k.id`,
)

async function findOwners(db: Reader, ids: readonly number[]): Promise<Map<number, WorkspaceOwner>> {
  const owners = await selectOwners<WorkspaceOwner>(
    db,
    [...new Set(ids)].map(id => ({ id })),
  )
  return new Map(owners.map(owner => [owner.id, owner]))
}

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
