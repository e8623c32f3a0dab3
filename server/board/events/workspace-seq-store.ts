// The last sequence number of each workspace's log, kept in the workspace's row.

import { sql } from 'kysely'
import { type Tx, updateRows } from '../../platform/sql/index.ts'

const seqTypes = { id: 'integer', seq: 'integer', updated_at: 'text' } as const

/** Used by the write path, which has locked the rows of these workspaces and numbered their events. */
export const setSeqs = (tx: Tx, workspaces: readonly { id: number; seq: number; updated_at: string }[]) =>
  updateRows(tx, 'workspaces', ['id'], seqTypes, workspaces)

/** Reserves the next `count` sequence numbers. Returns the number before the first of them. */
export async function advanceSeq(tx: Tx, workspace_id: number, count: number, now: string): Promise<number> {
  const { seq } = await tx
    .updateTable('workspaces')
    .set({ seq: sql<number>`seq + ${count}`, updated_at: now })
    .where('id', '=', workspace_id)
    .returning('seq')
    .executeTakeFirstOrThrow()
  return seq - count
}
