// The SQL of objects.

import type { KindName } from '@tessera/contract'
import { sql } from 'kysely'
import type { Reader, Tx } from '../db/database.ts'
import { eraseRows } from '../db/erase-rows.ts'
import { likePattern } from '../db/like-pattern.ts'
import { rows, rowsStatement } from '../db/rows.ts'
import type { ObjectTable } from '../db/schema.ts'
import { insertRows, updateRows } from '../db/write-rows.ts'
import { objectColumns, type StoredObject, type StoredRecord } from './stored-object.ts'

export interface ObjectKey {
  workspace_id: number
  id: string
}

type Row = Pick<ObjectTable, 'workspace_id' | 'id' | 'kind' | 'parent_id' | 'seq' | 'created_by' | 'data'>

const keyTypes = { workspace_id: 'integer', id: 'text' } as const

const columns = 'o.workspace_id, o.id, o.kind, o.parent_id, o.seq, o.created_by, o.data'

const objectsOf = rowsStatement(
  keyTypes,
  keys => `select ${columns} from ${keys} as k join objects o on o.workspace_id = k.workspace_id and o.id = k.id`,
)

export async function findObjects(db: Reader, keys: readonly ObjectKey[]): Promise<StoredObject[]> {
  return keys.length === 0 ? [] : (await objectsOf<Row>(db, keys)).map(stored)
}

const objectsIn = rowsStatement(
  { uid: 'text', id: 'text' },
  keys => `
    select ${columns} from ${keys} as k
    join workspaces w on w.uid = k.uid join objects o on o.workspace_id = w.id and o.id = k.id`,
)

/** The same for who knows the workspaces by their uids. */
export async function findObjectsIn(db: Reader, keys: readonly { uid: string; id: string }[]): Promise<StoredObject[]> {
  return keys.length === 0 ? [] : (await objectsIn<Row>(db, keys)).map(stored)
}

const objectsOn = rowsStatement(
  keyTypes,
  keys => `
    select ${columns} from ${keys} as k
    join objects o on o.workspace_id = k.workspace_id and o.parent_id = k.id order by o.id`,
)

/** The strokes that lie on these objects. */
export async function findObjectsOn(db: Reader, keys: readonly ObjectKey[]): Promise<StoredObject[]> {
  return keys.length === 0 ? [] : (await objectsOn<Row>(db, keys)).map(stored)
}

/** Null once it was deleted for good. */
export async function findWorkspaceOf(
  db: Reader,
  id: number,
): Promise<{ id: number; uid: string; seq: number } | null> {
  const found = await db
    .selectFrom('workspaces')
    .select(['id', 'uid', 'seq'])
    .where('id', '=', id)
    .where('erased_at', 'is', null)
    .executeTakeFirst()
  return found ?? null
}

export const insertObjects = (tx: Tx, list: readonly ObjectTable[]) => insertRows(tx, 'objects', objectColumns, list)

const { kind: _kind, parent_id: _parent, created_by: _by, created_at: _at, ...changing } = objectColumns

export const updateObjects = (tx: Tx, list: readonly ObjectTable[]) =>
  updateRows(tx, 'objects', ['workspace_id', 'id'], changing, list)

export async function deleteObjects(tx: Tx, keys: readonly ObjectKey[]): Promise<void> {
  if (keys.length === 0) return
  await sql`delete from objects where (workspace_id, id) in
    (select k.workspace_id, k.id from ${rows(tx, keyTypes, keys)} as k)`.execute(tx)
}

export const eraseObjects = (tx: Tx, workspace_id: number, most: number) =>
  eraseRows(tx, 'objects', 'id', { workspace_id, most })

/** The number of the workspace's last event. */
export async function findSeq(db: Reader, workspace_id: number): Promise<number> {
  const found = await db.selectFrom('workspaces').select('seq').where('id', '=', workspace_id).executeTakeFirst()
  return found?.seq ?? 0
}

/** The rows as they are, for copying them. */
export const listObjectRows = (
  db: Reader,
  workspace_id: number,
  after: string,
  limit: number,
): Promise<ObjectTable[]> =>
  db
    .selectFrom('objects')
    .selectAll()
    .where('workspace_id', '=', workspace_id)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute()

export async function listKind(
  db: Reader,
  workspace_id: number,
  kind: KindName,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ records: StoredRecord[]; total: number }> {
  const ofKind = sql`from objects where workspace_id = ${workspace_id} and kind = ${kind}`
  const { rows: found } = await sql<{ data: string; total: number }>`
    select data, (select count(*) ${ofKind}) as total ${ofKind} order by id limit ${limit} offset ${offset}`.execute(db)
  const [first] = found
  if (first || offset === 0) return { records: found.map(row => JSON.parse(row.data)), total: first?.total ?? 0 }
  const counted = await sql<{ total: number }>`select count(*) as total ${ofKind}`.execute(db)
  return { records: [], total: counted.rows[0]?.total ?? 0 }
}

export interface ObjectFilter {
  kind?: KindName | undefined
  box?: readonly [x1: number, y1: number, x2: number, y2: number] | undefined
  updated_since?: string | undefined
  query?: string | undefined
  after?: string | undefined
  limit: number
}

export async function listObjects(db: Reader, workspace_id: number, filter: ObjectFilter): Promise<StoredObject[]> {
  let select = db.selectFrom('objects as o').where('o.workspace_id', '=', workspace_id)
  if (filter.kind) select = select.where('o.kind', '=', filter.kind)
  if (filter.updated_since) select = select.where('o.updated_at', '>=', filter.updated_since)
  if (filter.query) select = select.where(contains(likePattern(filter.query)))
  if (filter.after) select = select.where('o.id', '>', filter.after)
  if (filter.box) select = select.where(withinBox(workspace_id, filter.box))
  const found = await select
    .select(['o.workspace_id', 'o.id', 'o.kind', 'o.parent_id', 'o.seq', 'o.created_by', 'o.data'])
    .orderBy('o.id')
    .limit(filter.limit)
    .execute()
  return found.map(stored)
}

/** In what the kind is searched by, or in the text of a document's pages. */
const contains = (pattern: string) =>
  sql<boolean>`(o.search_text like ${pattern} escape '\\' or (o.file_hash is not null and exists
    (select 1 from document_pages p where p.hash = o.file_hash and p.search_text like ${pattern} escape '\\')))`

/** What touches the box; a stroke on an object goes with that object. */
function withinBox(workspace_id: number, [x1, y1, x2, y2]: readonly [number, number, number, number]) {
  const touches = (alias: string) => {
    const column = (name: string) => sql.ref(`${alias}.${name}`)
    return sql`${column('left_x')} <= ${x2} and ${column('right_x')} >= ${x1}
      and ${column('top_y')} <= ${y2} and ${column('bottom_y')} >= ${y1}`
  }
  return sql<boolean>`((o.parent_id is null and ${touches('o')}) or o.parent_id in
    (select p.id from objects p where p.workspace_id = ${workspace_id} and ${touches('p')}))`
}

const stored = (row: Row): StoredObject => ({
  workspace_id: row.workspace_id,
  kind: row.kind as KindName,
  parent_id: row.parent_id,
  seq: row.seq,
  created_by: row.created_by,
  record: JSON.parse(row.data),
})
