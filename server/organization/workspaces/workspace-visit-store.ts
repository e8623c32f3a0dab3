// The SQL of visits: when each user last opened each workspace.

import { sql } from 'kysely'
import { rows, type Tx } from '../../platform/sql/index.ts'

export interface Visit {
  readonly user_id: number
  readonly workspace_id: number
  readonly visited_at: string
}

const columns = { user_id: 'integer', workspace_id: 'integer', visited_at: 'text' } as const

/** At most one per user and workspace. Users and workspaces deleted meanwhile are skipped. */
export async function setVisits(tx: Tx, visits: readonly Visit[]): Promise<void> {
  await sql`
    insert into workspace_visits (user_id, workspace_id, visited_at)
    select k.user_id, k.workspace_id, k.visited_at from ${rows(tx, columns, visits)} as k
    join users u on u.id = k.user_id join workspaces w on w.id = k.workspace_id where true
    on conflict (user_id, workspace_id) do update set visited_at = excluded.visited_at
    where excluded.visited_at > workspace_visits.visited_at`.execute(tx)
}

/** Called when a user leaves an organization. */
export const deleteVisits = (tx: Tx, organization_id: number, user_id: number) =>
  tx
    .deleteFrom('workspace_visits')
    .where('user_id', '=', user_id)
    .where(
      'workspace_id',
      'in',
      tx.selectFrom('workspaces').select('id').where('organization_id', '=', organization_id),
    )
    .execute()
