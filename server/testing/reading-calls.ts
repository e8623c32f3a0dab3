// Every call that the reading operations allow in a database: each operation for every thing that its path can name. An
// operation that is added to the contract is included; one with a new kind of id needs a line in `listThings`.

import {
  allOperations,
  type KindName,
  kinds,
  kindsTaking,
  type NamedOperation,
  parameterNames,
} from '@tessera/contract'
import type { Reader } from '../platform/sql/index.ts'

export interface ReadingCall {
  readonly ids: Ids
  /** The id of the user who calls, if it must be a certain one. */
  readonly caller?: number
}

/** The ids of a thing, by path parameter. */
type Ids = Readonly<Record<string, string | number>>

export const readingOperations: readonly NamedOperation[] = allOperations.filter(({ method }) => method === 'GET')

/** Of a database in which `owner` owns everything that only its owner can read. */
export async function listReadingCalls(db: Reader, owner: number) {
  const things = await listThings(db, owner)
  const users = things.filter(({ user_id }) => user_id !== undefined)
  const shown = new Set((await published(db)).map(({ uid }) => uid))
  return (operation: NamedOperation): ReadingCall[] => {
    if (operation.needs.load === 'caller' && parameterNames(operation.path).length === 0)
      return operation.needs.flag ? [{ ids: {} }] : users.map(({ user_id }) => ({ ids: {}, caller: user_id as number }))
    const calls = unique(things.flatMap(thing => idsFor(operation, thing)))
    if (operation.needs.load === 'user') return calls.map(ids => ({ ids, caller: ids.user_id as number }))
    const isForAnyone = operation.needs.load === 'nothing'
    return calls.filter(ids => !isForAnyone || shown.has(String(ids.workspace_id))).map(ids => ({ ids }))
  }
}

function idsFor({ path, attaches }: NamedOperation, thing: Ids): Ids[] {
  const names = parameterNames(path)
  if (names.some(name => thing[name] === undefined)) return []
  if (attaches && !kindsTaking(attaches).some(kind => kind.path === thing.object_type)) return []
  return [Object.fromEntries(names.map(name => [name, thing[name] as string | number]))]
}

const unique = (list: readonly Ids[]): Ids[] => [...new Map(list.map(ids => [JSON.stringify(ids), ids])).values()]

/** Without the workspaces in the trash, which are read by no one. */
async function listThings(db: Reader, owner: number): Promise<Ids[]> {
  const inWorkspaces = (table: 'objects' | 'comments' | 'exports' | 'imports') =>
    db
      .selectFrom(table)
      .innerJoin('workspaces as w', 'w.id', `${table}.workspace_id`)
      .where('w.deleted_at', 'is', null)
      .where('w.erased_at', 'is', null)
      .select([`${table}.id`, 'w.uid as workspace_id'])
  const members = await db
    .selectFrom('organization_users as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['m.user_id', 'm.organization_id'])
    .where('u.password_hash', 'is not', null)
    .where('u.locked_at', 'is', null)
    .execute()
  const objects = await inWorkspaces('objects').select('objects.kind').execute()
  const named = async (name: string, table: 'comments' | 'exports' | 'imports') =>
    (await inWorkspaces(table).execute()).map(({ id, workspace_id }) => ({ workspace_id, [name]: id }))
  return [
    ...members,
    ...objects.map(({ id, kind, workspace_id }) => ({
      ...{ workspace_id, object_type: kinds[kind as KindName].path, object_id: id },
      [`${kind}_id`]: id,
    })),
    ...(await named('comment_id', 'comments')),
    ...(await named('export_id', 'exports')),
    ...(await named('import_id', 'imports')),
    ...(await db
      .selectFrom('listeners')
      .select('id as listener_id')
      .where('user_id', '=', owner)
      .where('organization_listener_id', 'is', null)
      .execute()),
    ...(await db
      .selectFrom('organization_listeners')
      .select('id as listener_id')
      .where('user_id', '=', owner)
      .execute()),
    ...(await db.selectFrom('applications').select('client_id').where('user_id', '=', owner).execute()),
  ]
}

const published = (db: Reader) =>
  db.selectFrom('workspaces').select('uid').where('publish_state', '=', 'published').execute()
