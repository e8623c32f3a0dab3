// The SQL behind lists of objects.

import type { KindName } from '@tessera/contract'
import { type RawBuilder, sql } from 'kysely'
import { idRanges, likePattern, type Reader, shapedStatement } from '../../platform/sql/index.ts'
import { type ObjectRow, storedObject } from './object-store.ts'
import type { StoredObject } from './stored-object.ts'

interface KindPage {
  readonly workspace_id: number
  readonly kind: KindName
  readonly limit: number
  readonly offset: number
}

const ofKind = (value: (name: 'workspace_id' | 'kind') => RawBuilder<unknown>) =>
  sql`from objects where workspace_id = ${value('workspace_id')} and kind = ${value('kind')}`

const selectKind = shapedStatement<KindPage>(
  value => sql`
    select data, (select count(*) ${ofKind(value)}) as total ${ofKind(value)}
    order by id limit ${value('limit')} offset ${value('offset')}`,
)

const countKind = shapedStatement<KindPage>(value => sql`select count(*) as total ${ofKind(value)}`)

/** Returns a page of the stored records of a kind, in their stored form. */
export async function listKind(db: Reader, page: KindPage): Promise<{ texts: string[]; total: number }> {
  const found = await selectKind<{ data: string; total: number }>(db, page, {})
  const [first] = found
  if (first || page.offset === 0) return { texts: found.map(row => row.data), total: first?.total ?? 0 }
  const [counted] = await countKind<{ total: number }>(db, page, {})
  return { texts: [], total: counted?.total ?? 0 }
}

export interface ObjectFilter {
  kind?: KindName | undefined
  box?: readonly [x1: number, y1: number, x2: number, y2: number] | undefined
  updated_since?: string | undefined
  query?: string | undefined
  after?: string | undefined
  limit: number
}

/** A filter without an index may visit the whole board. */
export async function listObjects(db: Reader, workspace_id: number, filter: ObjectFilter): Promise<StoredObject[]> {
  if (!filter.box && !filter.updated_since && !filter.query) return await listStep(db, workspace_id, filter, null)
  const found: StoredObject[] = []
  for await (const { after, last } of idRanges(db, workspace_id, filter)) {
    found.push(...(await listStep(db, workspace_id, { ...filter, after, limit: filter.limit - found.length }, last)))
    if (found.length >= filter.limit) break
  }
  return found
}

/** Lists the objects up to the id `last`, or all. */
async function listStep(
  db: Reader,
  workspace_id: number,
  filter: ObjectFilter,
  last: string | null,
): Promise<StoredObject[]> {
  let select = db.selectFrom('objects as o').where('o.workspace_id', '=', workspace_id)
  if (filter.kind) select = select.where('o.kind', '=', filter.kind)
  if (filter.updated_since) select = select.where('o.updated_at', '>=', filter.updated_since)
  if (filter.query) select = select.where(contains(likePattern(filter.query)))
  if (filter.after) select = select.where('o.id', '>', filter.after)
  if (last !== null) select = select.where('o.id', '<=', last)
  if (filter.box) select = select.where(withinBox(filter.box))
  const found = await select
    .select(['o.workspace_id', 'o.id', 'o.kind', 'o.parent_id', 'o.seq', 'o.created_by', 'o.data'])
    .orderBy('o.id')
    .limit(filter.limit)
    .execute()
  return found.map(storedObject)
}

/**
 * Lists the objects that refer to others with an anchor, and those that they refer to, in the order of their ids. The
 * board is read in steps that yield to the event loop.
 */
export async function* listConnected(db: Reader, workspace_id: number): AsyncGenerator<ObjectRow[]> {
  for await (const { after, last } of idRanges(db, workspace_id)) {
    const until = last === null ? sql`true` : sql`o.id <= ${last}`
    const { rows } = await sql<ObjectRow>`
      select o.workspace_id, o.id, o.kind, o.parent_id, o.seq, o.created_by, o.data from objects o
      where o.workspace_id = ${workspace_id} and o.id > ${after} and ${until} and (
        exists (select 1 from object_links l where l.workspace_id = o.workspace_id and l.object_id = o.id)
        or exists (select 1 from object_links l where l.workspace_id = o.workspace_id and l.target_id = o.id))
      order by o.id`.execute(db)
    yield rows
  }
}

/** Searches the kind's searched field and the text of a document's pages. */
const contains = (pattern: string) =>
  sql<boolean>`(o.search_text like ${pattern} escape '\\' or (o.file_hash is not null and exists
    (select 1 from document_pages p where p.hash = o.file_hash and p.search_text like ${pattern} escape '\\')))`

/** Selects objects that intersect the box; a stroke on an object counts if that object does. */
function withinBox([x1, y1, x2, y2]: readonly [number, number, number, number]) {
  const touches = (alias: string) => {
    const column = (name: string) => sql.ref(`${alias}.${name}`)
    return sql`${column('left_x')} <= ${x2} and ${column('right_x')} >= ${x1}
      and ${column('top_y')} <= ${y2} and ${column('bottom_y')} >= ${y1}`
  }
  return sql<boolean>`((o.parent_id is null and ${touches('o')}) or (o.parent_id is not null and exists
    (select 1 from objects p where p.workspace_id = o.workspace_id and p.id = o.parent_id and ${touches('p')})))`
}
