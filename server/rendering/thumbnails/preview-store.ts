// The SQL of previews: stored previews, and the objects to draw, read in pages.

import type { KindName } from '@tessera/contract'
import type { StoredRecord } from '../../board/index.ts'
import { markErased } from '../../platform/files/index.ts'
import type { PreviewTable } from '../../platform/schema/index.ts'
import type { Reader, Tx } from '../../platform/sql/index.ts'
import { findBoardBox } from '../pictures/picture-store.ts'

export type PreviewKey = Pick<PreviewTable, 'workspace_id' | 'subject' | 'sort'>

export const findPreview = (db: Reader, { workspace_id, subject, sort }: PreviewKey) =>
  db
    .selectFrom('previews')
    .select(['hash', 'mime', 'seq', 'drawn_at'])
    .where('workspace_id', '=', workspace_id)
    .where('subject', '=', subject)
    .where('sort', '=', sort)
    .executeTakeFirst()

export async function setPreview(tx: Tx, row: PreviewTable): Promise<void> {
  const { seq, hash, mime, drawn_at } = row
  await tx
    .insertInto('previews')
    .values(row)
    .onConflict(taken => taken.columns(['workspace_id', 'subject', 'sort']).doUpdateSet({ seq, hash, mime, drawn_at }))
    .execute()
}

export interface PreviewRecord {
  kind: KindName
  record: StoredRecord
}

/** Reads the objects on a page of a snapshot. Returns null after the last page. */
export async function findSnapshotPage(db: Reader, snapshot_id: string, page: number): Promise<PreviewRecord[] | null> {
  const found = await db
    .selectFrom('snapshot_pages')
    .select('data')
    .where('snapshot_id', '=', snapshot_id)
    .where('page', '=', page)
    .executeTakeFirst()
  if (!found) return null
  const objects: ({ kind: KindName } & StoredRecord)[] = JSON.parse(found.data)
  return objects.map(({ kind, ...record }) => ({ kind, record: record as StoredRecord }))
}

export async function listBoard(
  db: Reader,
  workspace_id: number,
  after: string,
  limit: number,
): Promise<(PreviewRecord & { id: string })[]> {
  const found = await db
    .selectFrom('objects')
    .select(['id', 'kind', 'data'])
    .where('workspace_id', '=', workspace_id)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()
  return found.map(({ id, kind, data }) => ({ id, kind: kind as KindName, record: JSON.parse(data) }))
}

export interface PreviewBounds {
  left_x: number | null
  top_y: number | null
  right_x: number | null
  bottom_y: number | null
}

/** The id and the current log number of a workspace. */
export const findBoard = (db: Reader, uid: string) =>
  db
    .selectFrom('workspaces as w')
    .select(['w.id', 'w.seq', 'w.organization_id'])
    .where('w.uid', '=', uid)
    .where('w.deleted_at', 'is', null)
    .executeTakeFirst()

/** All are null if the board is empty. */
export async function findBounds(db: Reader, workspace_id: number): Promise<PreviewBounds> {
  const box = await findBoardBox(db, workspace_id)
  if (!box) return { left_x: null, top_y: null, right_x: null, bottom_y: null }
  return { left_x: box.x, top_y: box.y, right_x: box.x + box.width, bottom_y: box.y + box.height }
}

export const findShownSnapshot = (db: Reader, uid: string) =>
  db
    .selectFrom('workspaces as w')
    .innerJoin('snapshots as s', 's.workspace_id', 'w.id')
    .select(['w.id as workspace_id', 's.id', 's.seq', 's.left_x', 's.top_y', 's.right_x', 's.bottom_y'])
    .where('w.uid', '=', uid)
    .where('w.deleted_at', 'is', null)
    .where('w.publish_state', 'in', ['published', 'publishing'])
    .where('s.state', '=', 'shown')
    .executeTakeFirst()

/** Called in the transaction that deletes the workspace, and with it the rows of its previews. */
export async function markErasedPreviews(tx: Tx, workspace_id: number): Promise<void> {
  const previews = tx.selectFrom('previews').select('hash').distinct().where('workspace_id', '=', workspace_id)
  await markErased(tx, await previews.execute())
}
