// The SQL of listeners.

import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import { markCommit } from '../db/commit-topics.ts'
import type { Reader, Tx } from '../db/database.ts'
import { rowLock } from '../db/lock-rows.ts'
import type { ListenerTable } from '../db/schema.ts'

const lockListeners = rowLock('listeners', 'id')

export type ListenerRow = Selectable<ListenerTable> & { workspace_uid: string }

/** A user's listeners in order of creation, without those of deleted workspaces; only of one workspace if it is given. */
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
    .where('workspaces.deleted_at', 'is', null)
    .$if(only_workspace_id !== null, query => query.where('workspaces.id', '=', only_workspace_id))
    .orderBy('listeners.id')
    .execute()

export async function insertListener(tx: Tx, row: Insertable<ListenerTable>): Promise<void> {
  markCommit(tx, 'listeners', [row.workspace_id])
  await tx.insertInto('listeners').values(row).execute()
}

type ListenerKey = Pick<ListenerRow, 'id' | 'workspace_id'>

/** For changes by its owner. The deliverer is notified. */
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

export interface ListenerCursor {
  status: string
  after_seq: number
  skips: string
  replays: number
  secret: string
  /** The last seq of the workspace's log. */
  seq: number
}

/** Locks the listener until the transaction ends. Undefined if it has just been deleted. */
export async function lockListener(tx: Tx, id: string): Promise<ListenerCursor | undefined> {
  await lockListeners(tx, [id])
  return await tx
    .selectFrom('listeners')
    .innerJoin('workspaces', 'workspaces.id', 'listeners.workspace_id')
    .select(['status', 'after_seq', 'skips', 'replays', 'secret', 'workspaces.seq'])
    .where('listeners.id', '=', id)
    .executeTakeFirst()
}

/** The kind of an object in a workspace; null if there is none with that id. */
export async function findKindOfTarget(db: Reader, workspace_id: number, id: string): Promise<string | null> {
  const row = await db
    .selectFrom('objects')
    .select('kind')
    .where('workspace_id', '=', workspace_id)
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.kind ?? null
}
