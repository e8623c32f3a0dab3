// The SQL of pictures: the objects of a workspace or of a published snapshot, in a region, by id, or of a kind.

import type { KindName } from '@tessera/contract'
import { type Box, boxAround } from '@tessera/drawing'
import { sql } from 'kysely'
import type { StoredRecord } from '../../board/index.ts'
import { type IdRange, idRanges, type Reader, rows } from '../../platform/sql/index.ts'

export interface SourceObject {
  readonly id: string
  readonly kind: KindName
  readonly record: StoredRecord
}

interface BoundsRow {
  left_x: number | null
  top_y: number | null
  right_x: number | null
  bottom_y: number | null
}

const boxFrom = ({ left_x, top_y, right_x, bottom_y }: BoundsRow): Box | null =>
  left_x === null || top_y === null || right_x === null || bottom_y === null
    ? null
    : { x: left_x, y: top_y, width: right_x - left_x, height: bottom_y - top_y }

/** Null if the board is empty. */
export async function findBoardBox(db: Reader, workspace_id: number): Promise<Box | null> {
  const boxes: Box[] = []
  for await (const range of idRanges(db, workspace_id)) {
    const found = await sql<BoundsRow>`
      select min(left_x) as left_x, min(top_y) as top_y, max(right_x) as right_x, max(bottom_y) as bottom_y
      from objects where workspace_id = ${workspace_id} and ${inRange(range)} and parent_id is null`.execute(db)
    const box = boxFrom(found.rows[0] as BoundsRow)
    if (box) boxes.push(box)
  }
  return boxAround(boxes)
}

const inRange = ({ after, last }: IdRange) =>
  last === null ? sql<boolean>`id > ${after}` : sql<boolean>`id > ${after} and id <= ${last}`

interface ObjectData {
  id: string
  kind: string
  data: string
}

const sourceObject = ({ id, kind, data }: ObjectData): SourceObject => ({
  id,
  kind: kind as KindName,
  record: JSON.parse(data),
})

const selectObjects = (db: Reader, workspace_id: number) =>
  db.selectFrom('objects').select(['id', 'kind', 'data']).where('workspace_id', '=', workspace_id)

/** Lists the objects in the order of their ids. */
export async function listBoardObjects(
  db: Reader,
  workspace_id: number,
  after: string,
  limit: number,
): Promise<SourceObject[]> {
  const found = await selectObjects(db, workspace_id).where('id', '>', after).orderBy('id').limit(limit).execute()
  return found.map(sourceObject)
}

/** Lists what lies on the board and overlaps the box, in the order of its ids. */
export async function* listObjectsIn(db: Reader, workspace_id: number, box: Box): AsyncGenerator<SourceObject[]> {
  for await (const range of idRanges(db, workspace_id)) {
    const found = await selectObjects(db, workspace_id)
      .where(inRange(range))
      .where('parent_id', 'is', null)
      .where(overlapping(box))
      .orderBy('id')
      .execute()
    if (found.length > 0) yield found.map(sourceObject)
  }
}

export interface KindSelection {
  readonly kinds: readonly KindName[]
  /** Null for the whole board. */
  readonly box: Box | null
  readonly limit: number
}

/** Lists the first objects of these kinds that overlap the box. */
export async function listObjectsOfKinds(
  db: Reader,
  workspace_id: number,
  { kinds, box, limit }: KindSelection,
): Promise<SourceObject[]> {
  const all = selectObjects(db, workspace_id).where('kind', 'in', kinds)
  const found = await (box ? all.where(overlapping(box)) : all).limit(limit).execute()
  return found.map(sourceObject)
}

const overlapping = ({ x, y, width, height }: Box) =>
  sql<boolean>`left_x < ${x + width} and right_x > ${x} and top_y < ${y + height} and bottom_y > ${y}`

export interface ShownBoard {
  readonly id: string
  readonly name: string
  readonly can_download: number
  readonly box: Box | null
}

/** Finds the published snapshot that anyone may see. */
export async function findShownBoard(db: Reader, uid: string): Promise<ShownBoard | null> {
  const found = await db
    .selectFrom('workspaces as w')
    .innerJoin('snapshots as s', 's.workspace_id', 'w.id')
    .select(['s.id', 's.name', 'w.can_download', 's.left_x', 's.top_y', 's.right_x', 's.bottom_y'])
    .where('w.uid', '=', uid)
    .where('w.deleted_at', 'is', null)
    .where('w.publish_state', 'in', ['published', 'publishing'])
    .where('s.state', '=', 'shown')
    .executeTakeFirst()
  if (!found) return null
  const { id, name, can_download } = found
  return { id, name, can_download, box: boxFrom(found) }
}

/** Lists the numbers of the pages that overlap the box, or of all. */
export async function listSnapshotPages(db: Reader, snapshot_id: string, box: Box | null): Promise<number[]> {
  let select = db.selectFrom('snapshot_pages').select('page').where('snapshot_id', '=', snapshot_id)
  if (box) select = select.where(overlapping(box))
  return (await select.orderBy('page').execute()).map(({ page }) => page)
}

/** Lists the numbers of the pages that hold these objects. */
export async function listPagesOfObjects(db: Reader, snapshot_id: string, ids: readonly string[]): Promise<number[]> {
  const keys = ids.map(object_id => ({ snapshot_id, object_id }))
  const found = await sql<{ page: number }>`
    select distinct o.page from ${rows(db, { snapshot_id: 'text', object_id: 'text' } as const, keys)} as k
    join snapshot_objects o on o.snapshot_id = k.snapshot_id and o.object_id = k.object_id order by o.page`.execute(db)
  return found.rows.map(({ page }) => page)
}

export async function readSnapshotPage(db: Reader, snapshot_id: string, page: number): Promise<SourceObject[]> {
  const found = await db
    .selectFrom('snapshot_pages')
    .select('data')
    .where('snapshot_id', '=', snapshot_id)
    .where('page', '=', page)
    .executeTakeFirst()
  const objects: ({ kind: KindName } & StoredRecord)[] = JSON.parse(found?.data ?? '[]')
  return objects.map(({ kind, ...record }) => ({ id: record.id as string, kind, record: record as StoredRecord }))
}
