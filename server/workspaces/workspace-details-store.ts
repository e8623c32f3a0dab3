// What a workspace's record shows besides its row: the owner, how many people have access, whether it is a favorite.
// One statement however many are asked for, and a second one where public workspaces are among them.

import { ownerRole } from '@tessera/contract'
import { sql } from 'kysely'
import type { Reader } from '../db/database.ts'
import { rows } from '../db/rows.ts'
import { opensPublic } from './workspace-user-store.ts'

export interface DetailsKey {
  readonly workspace_id: number
  /** Whose favorite it may be. */
  readonly user_id: number
}

export interface WorkspaceDetails {
  readonly owner: {
    readonly id: number
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
}

type Found = WorkspaceDetails['owner'] & {
  n: number
  organization_id: number
  is_public: number
  is_favorite: number
  /** Those who have access by a role of their own and by nothing else. */
  by_role: number
}

const keyTypes = { n: 'integer', workspace_id: 'integer', user_id: 'integer' } as const

/** In the order of the keys; undefined for a workspace that is gone. */
export async function workspaceDetails(
  db: Reader,
  keys: readonly DetailsKey[],
): Promise<(WorkspaceDetails | undefined)[]> {
  if (keys.length === 0) return []
  const numbered = keys.map((key, n) => ({ n, ...key }))
  const { rows: found } = await sql<Found>`
    select k.n, w.organization_id, w.public as is_public,
           u.id, u.email, u.first_name, u.last_name, u.title, u.industry, u.phone_number, u.avatar_hash,
           u.avatar_mime, u.locked_at, u.created_at, u.updated_at,
           case when f.user_id is null then 0 else 1 end as is_favorite,
           (select count(*) from workspace_users wu
            left join organization_users ou on ou.organization_id = w.organization_id and ou.user_id = wu.user_id
            where wu.workspace_id = w.id and (ou.invited_state = 'ACCEPTED' or wu.workspace_role_id = ${owner})
              and (w.public = 0 or ou.user_id is null or not ${opensPublic('ou')})) as by_role
    from ${rows(db, keyTypes, numbered)} as k
    join workspaces w on w.id = k.workspace_id
    join workspace_users wo on wo.workspace_id = w.id and wo.workspace_role_id = ${owner}
    join users u on u.id = wo.user_id
    left join favorites f on f.user_id = k.user_id and f.workspace_id = w.id`.execute(db)
  const open = await countOpen(db, found)
  const details: (WorkspaceDetails | undefined)[] = keys.map(() => undefined)
  for (const { n, organization_id, is_public, is_favorite, by_role, ...person } of found) {
    const users_count = by_role + (is_public === 1 ? (open.get(organization_id) ?? 0) : 0)
    details[n] = { owner: person, users_count, favorite: is_favorite === 1 }
  }
  return details
}

const owner = sql.lit(ownerRole)

/** How many members may open the public workspaces of their organization. */
async function countOpen(db: Reader, found: readonly Found[]): Promise<Map<number, number>> {
  const ids = new Set(found.filter(row => row.is_public === 1).map(row => row.organization_id))
  if (ids.size === 0) return new Map()
  const wanted = rows(
    db,
    { id: 'integer' },
    [...ids].map(id => ({ id })),
  )
  const counted = await sql<{ id: number; people: number }>`
    select k.id, (select count(*) from organization_users ou
                  where ou.organization_id = k.id and ou.invited_state = 'ACCEPTED' and ${opensPublic('ou')}) as people
    from ${wanted} as k`.execute(db)
  return new Map(counted.rows.map(({ id, people }) => [id, people]))
}
