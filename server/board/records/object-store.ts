// Reads objects: the SQL that several modules and the write path share. object-write-store.ts writes them, and
// object-list-store.ts lists them for the API.

import { type KindName, maxFollowingEnds } from '@tessera/contract'
import type { ObjectTable } from '../../platform/schema/index.ts'
import { type Reader, rowsStatement } from '../../platform/sql/index.ts'
import { mapInSteps } from '../../tools/index.ts'
import type { StoredObject } from './stored-object.ts'

export interface ObjectKey {
  workspace_id: number
  id: string
}

export type ObjectRow = Pick<ObjectTable, 'workspace_id' | 'id' | 'kind' | 'parent_id' | 'seq' | 'created_by' | 'data'>

export const objectKeyTypes = { workspace_id: 'integer', id: 'text' } as const

const columns = 'o.workspace_id, o.id, o.kind, o.parent_id, o.seq, o.created_by, o.data'

const objectsOf = rowsStatement(
  objectKeyTypes,
  keys => `select ${columns} from ${keys} as k join objects o on o.workspace_id = k.workspace_id and o.id = k.id`,
)

export async function findObjects(db: Reader, keys: readonly ObjectKey[]): Promise<StoredObject[]> {
  return keys.length === 0 ? [] : await mapInSteps(await objectsOf<ObjectRow>(db, keys), storedObject)
}

export async function findObject(db: Reader, workspace_id: number, id: string): Promise<StoredObject | null> {
  const [object] = await findObjects(db, [{ workspace_id, id }])
  return object ?? null
}

/** An object with the number of connector ends at it, which is counted up to `maxCountedEnds`. */
export interface CountedObject {
  readonly object: StoredObject
  readonly ends: number
}

/** More than any limit on them. */
export const maxCountedEnds = maxFollowingEnds + 1

const objectsIn = rowsStatement(
  { uid: 'text', id: 'text' },
  keys => `
    select ${columns}, (select count(*) from (select 1 from object_links l
      where l.workspace_id = o.workspace_id and l.target_id = o.id limit ${maxCountedEnds}) as counted) as ends
    from ${keys} as k join workspaces w on w.uid = k.uid join objects o on o.workspace_id = w.id and o.id = k.id`,
)

/** Like findObjects, but with the workspaces named by uid. */
export async function findObjectsIn(
  db: Reader,
  keys: readonly { uid: string; id: string }[],
): Promise<CountedObject[]> {
  if (keys.length === 0) return []
  const found = await objectsIn<ObjectRow & { ends: number }>(db, keys)
  return await mapInSteps(found, row => ({ object: storedObject(row), ends: Number(row.ends) }))
}

const objectsOn = rowsStatement(
  objectKeyTypes,
  keys => `
    select ${columns} from ${keys} as k
    join objects o on o.workspace_id = k.workspace_id and o.parent_id = k.id order by o.id`,
)

/** Finds the strokes that lie on these objects. */
export async function findObjectsOn(db: Reader, keys: readonly ObjectKey[]): Promise<StoredObject[]> {
  return keys.length === 0 ? [] : (await objectsOn<ObjectRow>(db, keys)).map(storedObject)
}

const objectsInGroups = rowsStatement(
  objectKeyTypes,
  keys => `
    select distinct ${columns} from ${keys} as k
    join objects o on o.workspace_id = k.workspace_id and o.group_id = k.id`,
)

/** Finds the members of these groups. */
export async function findObjectsInGroups(db: Reader, groups: readonly ObjectKey[]): Promise<StoredObject[]> {
  return groups.length === 0 ? [] : (await objectsInGroups<ObjectRow>(db, groups)).map(storedObject)
}

/** Lists the stacking keys of the objects that lie on the board, by workspace. */
export async function listStacks(
  db: Reader,
  workspace_ids: readonly number[],
): Promise<Map<number, { id: string; kind: KindName; order: string }[]>> {
  const stacks = new Map<number, { id: string; kind: KindName; order: string }[]>()
  for (const workspace_id of workspace_ids) {
    const found = await db
      .selectFrom('objects')
      .select(['id', 'kind', 'order_key as order'])
      .where('workspace_id', '=', workspace_id)
      .where('parent_id', 'is', null)
      .execute()
    stacks.set(workspace_id, found as { id: string; kind: KindName; order: string }[])
  }
  return stacks
}

/** Returns null if the workspace has been deleted permanently. */
export async function findWorkspaceClock(
  db: Reader,
  id: number,
): Promise<{ id: number; uid: string; organization_id: number; seq: number; orderBase: number } | null> {
  const found = await db
    .selectFrom('workspaces')
    .select(['id', 'uid', 'organization_id', 'seq', 'order_base as orderBase'])
    .where('id', '=', id)
    .where('erased_at', 'is', null)
    .executeTakeFirst()
  return found ?? null
}

/** Returns the sequence number of the workspace's last event. */
export async function findSeq(db: Reader, workspace_id: number): Promise<number> {
  const found = await db.selectFrom('workspaces').select('seq').where('id', '=', workspace_id).executeTakeFirst()
  return found?.seq ?? 0
}

/** Reads unchanged rows, in the order of their ids. */
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

export const storedObject = (row: ObjectRow): StoredObject => ({
  workspace_id: row.workspace_id,
  kind: row.kind as KindName,
  parent_id: row.parent_id,
  seq: row.seq,
  created_by: row.created_by,
  record: JSON.parse(row.data),
})
