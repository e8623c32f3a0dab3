// The SQL of deleted workspaces that a user can restore: those they own, and all of an organization that they manage.
// Newest deletion first.

import { ownerRole } from '@tessera/contract'
import { sql } from 'kysely'
import type { Reader } from '../../platform/sql/index.ts'
import type { Slice } from '../../tools/index.ts'
import type { FoundWorkspace } from './workspace-list-store.ts'
import { managingRoles } from './workspace-user-store.ts'

export async function listDeletedRows(
  db: Reader,
  { user_id, since, limit, offset }: Slice & { user_id: number; since: string },
): Promise<{ found: FoundWorkspace[]; total: number }> {
  const matching = sql`
    from organization_users member
    join workspaces w on w.organization_id = member.organization_id
    left join workspace_users own on own.workspace_id = w.id and own.user_id = member.user_id
    where member.user_id = ${user_id} and member.invited_state = 'ACCEPTED'
      and w.deleted_at >= ${since} and w.erased_at is null
      and (own.workspace_role_id = ${sql.lit(ownerRole)}
        or member.organization_role_id in ${sql.raw(managingRoles)})`
  const { rows: found } = await sql<FoundWorkspace>`
    select w.id, own.workspace_role_id, member.organization_role_id
    ${matching} order by w.deleted_at desc, w.id desc limit ${limit} offset ${offset}`.execute(db)
  const counted = await sql<{ total: number }>`select count(*) as total ${matching}`.execute(db)
  return { found, total: counted.rows[0]?.total ?? 0 }
}
