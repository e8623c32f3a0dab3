// Loads everything that the changes of a batch need, with a few statements for the whole batch.

import { kinds, ownerIdOf } from '@tessera/contract'
import type { WorkspaceAccessColumns } from '../access/access-store.ts'
import type { Tx } from '../db/database.ts'
import { findComments, findCommentsOn, findMentioned } from '../records/comment-store.ts'
import { findObjects, findObjectsIn, findObjectsOn, type ObjectKey } from '../records/object-store.ts'
import type { StoredObject } from '../records/stored-object.ts'
import type { ChangeRequest, Mentions, ObjectChange } from './change-request.ts'
import { type BoardState, newBoardState } from './draft.ts'
import { findDeleted } from './load-deleted.ts'
import { mentionsIn } from './mentions.ts'

/** The objects whose ids the changes name. */
export function findNamed(tx: Tx, requests: readonly ChangeRequest[]): Promise<StoredObject[]> {
  const keys = new Map<string, { uid: string; id: string }>()
  for (const { workspace_uid: uid, changes } of requests)
    for (const change of changes) for (const id of namedBy(change)) keys.set(uid + id, { uid, id })
  return findObjectsIn(tx, [...keys.values()])
}

/**
 * The workspaces of a batch by uid, with the named objects and what is attached to them. A workspace that does not exist
 * has no board: access to it is refused before the board is used.
 */
export async function loadBatch(
  tx: Tx,
  accesses: readonly WorkspaceAccessColumns[],
  requests: readonly ChangeRequest[],
  named: readonly StoredObject[],
): Promise<Map<string, BoardState>> {
  const deleted = keysOf(accesses, requests, change => (change.op === 'delete' ? [change.id] : none))
  const parents = keysOf(accesses, requests, change =>
    change.op === 'comment' && change.parent ? [change.parent] : none,
  )
  const restoring = keysOf(accesses, requests, change => (change.op === 'restore' ? [change.id] : none))
  const restored = await findDeleted(tx, restoring)
  const targets = [...restored.map(({ object }) => object), ...among(named, restoring)].flatMap(targetKeyOf)
  const [objects, comments] = await Promise.all([
    Promise.all([findObjects(tx, targets), findObjectsOn(tx, deleted)]).then(found => [...named, ...found.flat()]),
    Promise.all([findComments(tx, parents), findCommentsOn(tx, deleted)]).then(found => found.flat()),
  ])
  const boards = new Map<string, BoardState>()
  for (const { w_id: id, w_uid: uid, w_seq: seq, w_organization_id: organization_id } of accesses) {
    if (id === null || uid === null || seq === null || organization_id === null || boards.has(uid)) continue
    const here = <T extends { workspace_id: number }>(list: readonly T[]) => list.filter(one => one.workspace_id === id)
    const restoredHere = restored.filter(one => one.object.workspace_id === id)
    boards.set(uid, newBoardState({ id, uid, organization_id, seq }, here(objects), here(comments), restoredHere))
  }
  return boards
}

/** The users to notify of the mentions in the comments of the batch. */
export async function findMentionedIn(
  tx: Tx,
  accesses: readonly WorkspaceAccessColumns[],
  requests: readonly ChangeRequest[],
): Promise<Mentions> {
  const names = keysOf(accesses, requests, change => (change.op === 'comment' ? mentionsIn(change.text) : none))
  const mentioned = new Map<number, ReadonlyMap<string, number>>()
  for (const workspace_id of new Set(names.map(name => name.workspace_id))) {
    const emails = names.filter(name => name.workspace_id === workspace_id).map(name => name.id)
    const found = await findMentioned(tx, workspace_id, emails)
    mentioned.set(workspace_id, new Map(found.map(({ email_key, user_id }) => [email_key, user_id])))
  }
  return mentioned
}

const none: readonly string[] = []

function namedBy(change: ObjectChange): readonly string[] {
  if (change.op === 'invalid') return none
  if (change.op === 'create') return targetsOf(change)
  return [change.op === 'comment' ? change.on.id : change.id]
}

/** An object to restore may still exist and be deleted earlier in the same batch. */
function among(objects: readonly StoredObject[], keys: readonly ObjectKey[]): StoredObject[] {
  if (keys.length === 0) return []
  const names = new Set(keys.map(nameOf))
  return objects.filter(({ workspace_id, record: { id } }) => names.has(nameOf({ workspace_id, id })))
}

const targetKeyOf = ({ workspace_id, parent_id }: StoredObject): ObjectKey[] =>
  parent_id === null ? [] : [{ workspace_id, id: parent_id }]

function targetsOf({ kind, on, data }: Extract<ObjectChange, { op: 'create' }>): readonly string[] {
  if (on) return [on.id]
  const id = ownerIdOf(kinds[kind], data)
  return id === null ? none : [id]
}

const nameOf = ({ workspace_id, id }: ObjectKey) => `${workspace_id} ${id}`

/** The keys that the changes name, without duplicates. */
function keysOf(
  accesses: readonly WorkspaceAccessColumns[],
  requests: readonly ChangeRequest[],
  ids: (change: ObjectChange) => readonly string[],
): ObjectKey[] {
  const keys = new Map<string, ObjectKey>()
  requests.forEach(({ changes }, index) => {
    for (const change of changes) {
      const named = ids(change)
      const workspace_id = named.length > 0 ? accesses[index]?.w_id : null
      if (typeof workspace_id === 'number')
        for (const id of named) keys.set(nameOf({ workspace_id, id }), { workspace_id, id })
    }
  })
  return [...keys.values()]
}
