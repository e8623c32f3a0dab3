// The SQL of listeners.

import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { GrantKey } from '../../platform/jobs/index.ts'
import type { ListenerTable } from '../../platform/schema/index.ts'
import { markCommit, type Reader, rowLock, type Tx } from '../../platform/sql/index.ts'

const lockListeners = rowLock('listeners', 'id')

export type ListenerRow = Selectable<ListenerTable> & { workspace_uid: string }

/**
 * Lists a user's listeners in order of creation, without those of deleted workspaces; only of one workspace if it is
 * given.
 */
export const listListenersOf = (
  db: Reader,
  { id: user_id, only_workspace_id }: { readonly id: number; readonly only_workspace_id: number | null },
): Promise<ListenerRow[]> =>
  db
    .selectFrom('listeners')
    .innerJoin('workspaces', 'workspaces.id', 'listeners.workspace_id')
    .selectAll('listeners')
    .select('workspaces.uid as workspace_uid')
    .where('listeners.user_id', '=', user_id)
    .where('listeners.organization_listener_id', 'is', null)
    .where('workspaces.deleted_at', 'is', null)
    .$if(only_workspace_id !== null, query => query.where('workspaces.id', '=', only_workspace_id))
    .orderBy('listeners.id')
    .execute()

/** Organization listeners count for their user and organization, but for none of the workspaces. */
export async function countListeners(
  db: Reader,
  of: { readonly user_id: number } | { readonly workspace_id: number } | { readonly organization_id: number },
): Promise<number> {
  const ofWorkspaces = (column: string, id: number) =>
    sql`(select count(*) from listeners where ${sql.ref(column)} = ${id} and organization_listener_id is null)`
  const ofOrganizations = (column: string, id: number) =>
    sql`(select count(*) from organization_listeners where ${sql.ref(column)} = ${id})`
  const count =
    'user_id' in of
      ? sql`${ofWorkspaces('user_id', of.user_id)} + ${ofOrganizations('user_id', of.user_id)}`
      : 'workspace_id' in of
        ? ofWorkspaces('workspace_id', of.workspace_id)
        : ofOrganizations('organization_id', of.organization_id)
  const { rows } = await sql<{ count: number }>`select ${count} as count`.execute(db)
  return Number(rows[0]?.count ?? 0)
}

/** The highest number of listeners of a user, and of a workspace. */
export async function findMostListeners(db: Reader): Promise<{ user: number; workspace: number }> {
  const most = (column: 'user_id' | 'workspace_id') => sql`
    (select coalesce(max(listeners), 0) from
      (select count(*) as listeners from listeners where organization_listener_id is null group by ${sql.ref(column)}) as counted)`
  const found = await sql<{ user_most: number; workspace_most: number }>`
    select ${most('user_id')} as user_most, ${most('workspace_id')} as workspace_most`.execute(db)
  const { user_most = 0, workspace_most = 0 } = found.rows[0] ?? {}
  return { user: Number(user_most), workspace: Number(workspace_most) }
}

export async function insertListener(tx: Tx, row: Insertable<ListenerTable>): Promise<void> {
  markCommit(tx, 'listeners', [row.workspace_id])
  await tx.insertInto('listeners').values(row).execute()
}

type ListenerKey = Pick<ListenerRow, 'id' | 'workspace_id'>

/** For changes by the owner. The deliverer is notified. */
export async function changeListener(tx: Tx, { id, workspace_id }: ListenerKey, columns: Updateable<ListenerTable>) {
  markCommit(tx, 'listeners', [workspace_id])
  await tx
    .updateTable('listeners')
    .set({ ...columns, version: sql<number>`version + 1` })
    .where('id', '=', id)
    .execute()
}

export async function deleteListener(tx: Tx, { id, workspace_id }: ListenerKey): Promise<void> {
  markCommit(tx, 'listeners', [workspace_id])
  await tx.deleteFrom('listeners').where('id', '=', id).execute()
}

const createdWith = (grants: readonly GrantKey[]) => ({
  users: [...new Set(grants.map(({ user_id }) => user_id))],
  ids: grants.map(({ id }) => id),
})

export async function listListenersCreatedWith(tx: Tx, grants: readonly GrantKey[]): Promise<ListenerKey[]> {
  const { users, ids } = createdWith(grants)
  const found = tx.selectFrom('listeners').select(['id', 'workspace_id'])
  return await found.where('user_id', 'in', users).where('grant_id', 'in', ids).execute()
}

export async function setListenersKept(tx: Tx, grants: readonly GrantKey[]): Promise<void> {
  const { users, ids } = createdWith(grants)
  const kept = tx.updateTable('listeners').set({ grant_id: null })
  await kept.where('user_id', 'in', users).where('grant_id', 'in', ids).execute()
}

export interface ListenerCursor {
  status: string
  after_seq: number
  skips: string
  replays: number
  secret: string
  /** The last seq of the workspace's log. */
  seq: number
}

/** Locks the listener until the transaction ends. Returns undefined if it has just been deleted. */
export async function lockListener(tx: Tx, id: string): Promise<ListenerCursor | undefined> {
  await lockListeners(tx, [id])
  return await tx
    .selectFrom('listeners')
    .innerJoin('workspaces', 'workspaces.id', 'listeners.workspace_id')
    .select(['status', 'after_seq', 'skips', 'replays', 'secret', 'workspaces.seq'])
    .where('listeners.id', '=', id)
    .executeTakeFirst()
}

/** Returns the kind of an object in a workspace, or null if there is none with that id. */
export async function findKindOfTarget(db: Reader, workspace_id: number, id: string): Promise<string | null> {
  const row = await db
    .selectFrom('objects')
    .select('kind')
    .where('workspace_id', '=', workspace_id)
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.kind ?? null
}
