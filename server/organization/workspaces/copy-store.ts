// The SQL of a workspace that is being filled with a copy. Until the copy is finished the workspace counts as erased,
// so it cannot be found.

import type { Insertable } from 'kysely'
import type { WorkspaceTable } from '../../platform/schema/index.ts'
import { databaseTime, type Tx } from '../../platform/sql/index.ts'

type CopyDraft = Pick<Insertable<WorkspaceTable>, 'uid' | 'organization_id' | 'name' | 'description'>

/** A copy to which its process has written nothing for this time is abandoned. */
export const copyLeaseMs = 60_000

export async function insertHiddenCopy(tx: Tx, draft: CopyDraft, now: string): Promise<number> {
  const hidden = { public: 0, deleted_at: now, erased_at: now, created_at: now, updated_at: now }
  const row = { ...draft, ...hidden, copying_until: databaseTime(tx, copyLeaseMs) }
  const { id } = await tx.insertInto('workspaces').values(row).returning('id').executeTakeFirstOrThrow()
  return id
}

/**
 * Returns false if the copy was abandoned. Locks its row, so that it cannot be abandoned before the transaction ends.
 */
export async function renewCopy(tx: Tx, id: number): Promise<boolean> {
  const found = await tx
    .updateTable('workspaces')
    .set({ copying_until: databaseTime(tx, copyLeaseMs) })
    .where('id', '=', id)
    .where('copying_until', 'is not', null)
    .returning('id')
    .executeTakeFirst()
  return found !== undefined
}

/** Makes the copy visible. Returns false if it was abandoned. */
export async function finishCopy(
  tx: Tx,
  id: number,
  columns: Pick<WorkspaceTable, 'created_at' | 'updated_at'> & { seq: number; order_base: number },
): Promise<boolean> {
  const found = await tx
    .updateTable('workspaces')
    .set({ ...columns, deleted_at: null, erased_at: null, copying_until: null })
    .where('id', '=', id)
    .where('copying_until', 'is not', null)
    .returning('id')
    .executeTakeFirst()
  return found !== undefined
}

/** An erased workspace remains, which the erase job deletes. */
export async function abandonCopy(tx: Tx, id: number): Promise<void> {
  await tx.updateTable('workspaces').set({ copying_until: null }).where('id', '=', id).execute()
}

/** Abandons a copy that has timed out. Returns how long it may still be in progress, or null. */
export async function abandonOverdueCopy(tx: Tx, id: number): Promise<number | null> {
  await tx
    .updateTable('workspaces')
    .set({ copying_until: null })
    .where('id', '=', id)
    .where('copying_until', '<', databaseTime(tx))
    .execute()
  const found = await tx
    .selectFrom('workspaces')
    .select(['copying_until', databaseTime(tx).as('now')])
    .where('id', '=', id)
    .executeTakeFirst()
  return found?.copying_until ? Date.parse(found.copying_until) - Date.parse(found.now) : null
}
