// The SQL of references between objects.

import { sql } from 'kysely'
import type { ObjectLinkTable } from '../../platform/schema/index.ts'
import { eraseRows, insertRows, type Reader, rows, rowsStatement, type Tx } from '../../platform/sql/index.ts'
import { mapInSteps } from '../../tools/index.ts'
import { maxCountedEnds, type ObjectKey, type ObjectRow, objectKeyTypes, storedObject } from './object-store.ts'
import type { StoredObject } from './stored-object.ts'

const linkColumns = { workspace_id: 'integer', object_id: 'text', field: 'text', target_id: 'text' } as const

const linkedObjects = rowsStatement(
  objectKeyTypes,
  keys => `
    select distinct o.workspace_id, o.id, o.kind, o.parent_id, o.seq, o.created_by, o.data from ${keys} as k
    join object_links l on l.workspace_id = k.workspace_id and l.target_id = k.id
    join objects o on o.workspace_id = l.workspace_id and o.id = l.object_id`,
)

/** Finds the objects that refer to these. */
export async function findLinkedObjects(db: Reader, keys: readonly ObjectKey[]): Promise<StoredObject[]> {
  return keys.length === 0 ? [] : await mapInSteps(await linkedObjects<ObjectRow>(db, keys), storedObject)
}

const linkCounts = rowsStatement(
  objectKeyTypes,
  keys => `
    select k.workspace_id, k.id, (select count(*) from (select 1 from object_links l
      where l.workspace_id = k.workspace_id and l.target_id = k.id limit ${maxCountedEnds}) as counted) as ends
    from ${keys} as k`,
)

/** Counts the references to each of these objects, up to `maxCountedEnds`. The objects may be deleted. */
export async function countLinks(db: Reader, keys: readonly ObjectKey[]): Promise<(ObjectKey & { ends: number })[]> {
  if (keys.length === 0) return []
  const found = await linkCounts<ObjectKey & { ends: number }>(db, keys)
  return found.map(({ workspace_id, id, ends }) => ({ workspace_id, id, ends: Number(ends) }))
}

/** Lists the ids of the objects that refer to this one. */
export async function listLinkingIds(db: Reader, { workspace_id, id: target_id }: ObjectKey): Promise<string[]> {
  const found = await db
    .selectFrom('object_links')
    .select('object_id')
    .distinct()
    .where('workspace_id', '=', workspace_id)
    .where('target_id', '=', target_id)
    .execute()
  return found.map(({ object_id }) => object_id)
}

export const insertLinks = (tx: Tx, links: readonly ObjectLinkTable[]) =>
  insertRows(tx, 'object_links', linkColumns, links)

/** Deletes the links of the objects with these keys and inserts others. */
export async function replaceLinks(
  tx: Tx,
  keys: readonly ObjectKey[],
  links: readonly ObjectLinkTable[],
): Promise<void> {
  if (keys.length > 0) await deleteLinks(tx, keys)
  await insertLinks(tx, links)
}

async function deleteLinks(tx: Tx, keys: readonly ObjectKey[]): Promise<void> {
  await sql`delete from object_links where (workspace_id, object_id) in
    (select k.workspace_id, k.id from ${rows(tx, objectKeyTypes, keys)} as k)`.execute(tx)
}

/** Deletes at most `limit` rows and returns how many. */
export const eraseLinks = (tx: Tx, workspace_id: number, limit: number) =>
  eraseRows(tx, 'object_links', 'object_id', { workspace_id, limit })
