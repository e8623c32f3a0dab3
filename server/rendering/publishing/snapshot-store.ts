// The SQL of snapshots: published workspaces as pages of objects, and the files they show.

import type { KindName } from '@tessera/contract'
import { sql, type Updateable } from 'kysely'
import type { StoredRecord } from '../../board/index.ts'
import type { SnapshotPageTable, SnapshotTable } from '../../platform/schema/index.ts'
import { insertRows, type Reader, rows, type Tx } from '../../platform/sql/index.ts'

/** The columns of a workspace that publishing needs. */
export const findWorkspace = (db: Reader, id: number) =>
  db
    .selectFrom('workspaces')
    .select(['id', 'uid', 'name', 'description', 'seq', 'publish_state', 'publish_state_at'])
    .where('id', '=', id)
    .where('erased_at', 'is', null)
    .executeTakeFirst()

/** The bounds of an object, and the length of its stored record. */
export interface ObjectBounds {
  id: string
  kind: string
  parent_id: string | null
  left_x: number
  top_y: number
  right_x: number
  bottom_y: number
  size: number
}

/** Ordered by id, which is the order of creation. */
export async function listObjectBounds(
  db: Reader,
  workspace_id: number,
  after: string,
  limit: number,
): Promise<ObjectBounds[]> {
  const found = await sql<ObjectBounds>`
    select id, kind, parent_id, left_x, top_y, right_x, bottom_y, length(data) as size from objects
    where workspace_id = ${workspace_id} and id > ${after} order by id limit ${limit}`.execute(db)
  return found.rows
}

export interface PublishedRecord {
  kind: KindName
  record: StoredRecord
}

const keyTypes = { workspace_id: 'integer', id: 'text' } as const

/** Ordered by id. Sorted here and joined by the full key, because SQLite would otherwise scan the whole board. */
export async function listRecords(
  db: Reader,
  workspace_id: number,
  ids: readonly { id: string }[],
): Promise<PublishedRecord[]> {
  const keys = ids.map(({ id }) => ({ workspace_id, id }))
  const found = await sql<{ kind: KindName; data: string }>`
    select o.kind, o.data from ${rows(db, keyTypes, keys)} as k
    join objects o on o.workspace_id = k.workspace_id and o.id = k.id`.execute(db)
  const records = found.rows.map(({ kind, data }): PublishedRecord => ({ kind, record: JSON.parse(data) }))
  return records.sort((a, b) => (a.record.id < b.record.id ? -1 : 1))
}

export async function insertSnapshot(tx: Tx, row: SnapshotTable): Promise<void> {
  await tx.insertInto('snapshots').values(row).execute()
}

export async function updateSnapshot(tx: Tx, id: string, columns: Updateable<SnapshotTable>): Promise<void> {
  await tx.updateTable('snapshots').set(columns).where('id', '=', id).execute()
}

const pageColumns = {
  snapshot_id: 'text',
  page: 'integer',
  objects_count: 'integer',
  left_x: 'real',
  top_y: 'real',
  right_x: 'real',
  bottom_y: 'real',
  data: 'text',
} as const

export const insertPage = (tx: Tx, page: SnapshotPageTable) => insertRows(tx, 'snapshot_pages', pageColumns, [page])

const objectColumns = { snapshot_id: 'text', object_id: 'text', page: 'integer' } as const

export const insertSnapshotObjects = (
  tx: Tx,
  objects: readonly { snapshot_id: string; object_id: string; page: number }[],
) => insertRows(tx, 'snapshot_objects', objectColumns, objects)

const fileColumns = { snapshot_id: 'text', hash: 'text', mime: 'text' } as const

/** A file that several objects show is inserted once. */
export const insertSnapshotFiles = (tx: Tx, files: readonly { snapshot_id: string; hash: string; mime: string }[]) =>
  insertRows(tx, 'snapshot_files', fileColumns, files, { ignoreExisting: true })

export interface PublishedDocument {
  readonly object_id: string
  readonly hash: string
}

/** Includes the pictures of the pages drawn so far. */
export async function insertSnapshotDocument(
  tx: Tx,
  snapshot_id: string,
  { object_id, hash }: PublishedDocument,
  mime: string,
): Promise<void> {
  await sql`insert into snapshot_documents (snapshot_id, object_id, hash, pages)
    select ${snapshot_id}, ${object_id}, ${hash}, count(*) from document_pages where hash = ${hash}`.execute(tx)
  await sql`insert into snapshot_files (snapshot_id, hash, mime)
    select distinct ${snapshot_id}, p.picture_hash, ${mime} from file_pictures p
    where p.hash = ${hash} and exists (select 1 from document_pages d where d.hash = p.hash and d.number = p.page)
    on conflict do nothing`.execute(tx)
}

/** Replaces the visible snapshot by `next`, or by none. Returns false if `next` no longer exists. */
export async function replaceShown(
  tx: Tx,
  workspace_id: number,
  next: { id: string; published_at: string } | null,
): Promise<boolean> {
  await tx
    .updateTable('snapshots')
    .set({ state: 'past' })
    .where('workspace_id', '=', workspace_id)
    .where('state', '=', 'shown')
    .execute()
  if (!next) return true
  const { numUpdatedRows } = await tx
    .updateTable('snapshots')
    .set({ state: 'shown', progress: 100, published_at: next.published_at })
    .where('id', '=', next.id)
    .where('state', '=', 'made')
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function hasShown(db: Reader, workspace_id: number): Promise<boolean> {
  const row = await db
    .selectFrom('snapshots')
    .select('id')
    .where('workspace_id', '=', workspace_id)
    .where('state', '=', 'shown')
    .executeTakeFirst()
  return row !== undefined
}

export async function listSnapshots(
  db: Reader,
  workspace_id: number,
  states: readonly SnapshotTable['state'][],
): Promise<string[]> {
  const found = await db
    .selectFrom('snapshots')
    .select('id')
    .where('workspace_id', '=', workspace_id)
    .where('state', 'in', states)
    .execute()
  return found.map(({ id }) => id)
}

/** Deletes the index entries of up to `limit` objects and returns how many it deleted. */
export async function deleteSnapshotObjects(tx: Tx, snapshot_id: string, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from snapshot_objects where snapshot_id = ${snapshot_id} and object_id in
      (select object_id from snapshot_objects where snapshot_id = ${snapshot_id}
       order by object_id limit ${limit})`.execute(tx)
  return Number(numAffectedRows)
}

/** Deletes up to `limit` pages and returns how many it deleted. */
export async function deletePages(tx: Tx, snapshot_id: string, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from snapshot_pages where snapshot_id = ${snapshot_id} and page in
      (select page from snapshot_pages where snapshot_id = ${snapshot_id} order by page limit ${limit})`.execute(tx)
  return Number(numAffectedRows)
}

export async function deleteSnapshot(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('snapshots').where('id', '=', id).execute()
}

export interface ShownSnapshot {
  id: string
  uid: string
  name: string
  description: string
  objects_count: number
  left_x: number | null
  top_y: number | null
  right_x: number | null
  bottom_y: number | null
  published_at: string
  can_download: number
}

const shownColumns = [
  ...(['s.id', 'w.uid', 's.name', 's.description', 's.objects_count'] as const),
  ...(['s.left_x', 's.top_y', 's.right_x', 's.bottom_y', 's.published_at', 'w.can_download'] as const),
] as const

/** Finds the snapshot that anyone may see: none while the workspace is being unpublished or is deleted. */
const shown = (db: Reader, uid: string) =>
  db
    .selectFrom('workspaces as w')
    .innerJoin('snapshots as s', 's.workspace_id', 'w.id')
    .where('w.uid', '=', uid)
    .where('w.deleted_at', 'is', null)
    .where('w.publish_state', 'in', ['published', 'publishing'])
    .where('s.state', '=', 'shown')

export const findShown = (db: Reader, uid: string): Promise<ShownSnapshot | undefined> =>
  shown(db, uid).select(shownColumns).executeTakeFirst()

export const findShownOutline = (db: Reader, uid: string) =>
  shown(db, uid)
    .select([...shownColumns, 's.outline'])
    .executeTakeFirst()

/** Returns the content type of a file in the visible snapshot, or null if it is not part of it. */
export async function findShownFile(db: Reader, uid: string, hash: string): Promise<string | null> {
  const found = await shown(db, uid)
    .innerJoin('snapshot_files as f', 'f.snapshot_id', 's.id')
    .select('f.mime')
    .where('f.hash', '=', hash)
    .executeTakeFirst()
  return found?.mime ?? null
}

/** Returns undefined if the document is not part of the visible snapshot. */
export const findShownDocument = (db: Reader, uid: string, object_id: string) =>
  shown(db, uid)
    .innerJoin('snapshot_documents as d', 'd.snapshot_id', 's.id')
    .select(['s.id', 'd.hash', 'd.pages'])
    .where('d.object_id', '=', object_id)
    .executeTakeFirst()

type Box = readonly [x1: number, y1: number, x2: number, y2: number]

const pagesOf = (db: Reader, snapshot_id: string, box: Box | null) => {
  const all = db.selectFrom('snapshot_pages').where('snapshot_id', '=', snapshot_id).orderBy('page')
  if (!box) return all
  const [x1, y1, x2, y2] = box
  return all.where('left_x', '<=', x2).where('right_x', '>=', x1).where('top_y', '<=', y2).where('bottom_y', '>=', y1)
}

export const listPages = (db: Reader, snapshot_id: string, box: Box | null) =>
  pagesOf(db, snapshot_id, box).select(['page', 'objects_count', 'left_x', 'top_y', 'right_x', 'bottom_y']).execute()

/** Finds the first page at or after `from`, and the number of the next one. */
export async function findPage(
  db: Reader,
  snapshot_id: string,
  { from, box }: { from: number; box: Box | null },
): Promise<{ data: string; next: number | null } | null> {
  const [found, after] = await pagesOf(db, snapshot_id, box).select('page').where('page', '>=', from).limit(2).execute()
  if (!found) return null
  const { data } = await db
    .selectFrom('snapshot_pages')
    .select('data')
    .where('snapshot_id', '=', snapshot_id)
    .where('page', '=', found.page)
    .executeTakeFirstOrThrow()
  return { data, next: after?.page ?? null }
}

/** Returns the number of the page that holds the object, or null if the object was not published. */
export async function findPageOfObject(db: Reader, snapshot_id: string, object_id: string): Promise<number | null> {
  const found = await db
    .selectFrom('snapshot_objects')
    .select('page')
    .where('snapshot_id', '=', snapshot_id)
    .where('object_id', '=', object_id)
    .executeTakeFirst()
  return found?.page ?? null
}
