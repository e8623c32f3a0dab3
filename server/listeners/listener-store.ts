// The SQL of listeners.

import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import { markCommit } from '../db/commit-topics.ts'
import type { Reader, Tx } from '../db/database.ts'
import { rowLock } from '../db/lock-rows.ts'
import type { ListenerTable } from '../db/schema.ts'

const lockListeners = rowLock('listeners', 'id')

export type ListenerRow = Selectable<ListenerTable> & { workspace_uid: string }

/** A person's listeners in the order they were made; those of deleted workspaces are gone with them. */
export const listListenersOf = (db: Reader, user_id: number): Promise<ListenerRow[]> =>
  db
    .selectFrom('listeners')
    .innerJoin('workspaces', 'workspaces.id', 'listeners.workspace_id')
    .selectAll('listeners')
    .select('workspaces.uid as workspace_uid')
    .where('listeners.user_id', '=', user_id)
    .where('workspaces.deleted_at', 'is', null)
    .orderBy('listeners.id')
    .execute()

export async function insertListener(tx: Tx, row: Insertable<ListenerTable>): Promise<void> {
  markCommit(tx, 'listeners', [row.workspace_id])
  await tx.insertInto('listeners').values(row).execute()
}

type Placed = Pick<ListenerRow, 'id' | 'workspace_id'>

/** What its owner changes: whoever tells it hears of that. */
export async function changeListener(tx: Tx, { id, workspace_id }: Placed, columns: Updateable<ListenerTable>) {
  markCommit(tx, 'listeners', [workspace_id])
  await tx
    .updateTable('listeners')
    .set({ ...columns, version: sql<number>`version + 1` })
    .where('id', '=', id)
    .execute()
}

export async function deleteListener(tx: Tx, { id, workspace_id }: Placed): Promise<void> {
  markCommit(tx, 'listeners', [workspace_id])
  await tx.deleteFrom('listeners').where('id', '=', id).execute()
}

export interface ListenerClock {
  status: string
  after_seq: number
  skips: string
  replays: number
  secret: string
  /** Where the workspace's log stands. */
  seq: number
}

/** Holds the listener until the transaction ends. Undefined where it has just been deleted. */
export async function lockListener(tx: Tx, id: string): Promise<ListenerClock | undefined> {
  await lockListeners(tx, [id])
  return await tx
    .selectFrom('listeners')
    .innerJoin('workspaces', 'workspaces.id', 'listeners.workspace_id')
    .select(['status', 'after_seq', 'skips', 'replays', 'secret', 'workspaces.seq'])
    .where('listeners.id', '=', id)
    .executeTakeFirst()
}

/** The kind of an object in a workspace; null where there is none of that id. */
export async function findKindOfTarget(db: Reader, workspace_id: number, id: string): Promise<string | null> {
  const row = await db
    .selectFrom('objects')
    .select('kind')
    .where('workspace_id', '=', workspace_id)
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.kind ?? null
}
