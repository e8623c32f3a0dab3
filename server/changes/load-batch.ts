// Reads, in a few statements for the whole batch, everything its changes will ask about.

import type { WorkspaceAccessColumns } from '../access/access-store.ts'
import type { Tx } from '../db/database.ts'
import { findComments, findCommentsOn, findMentioned } from '../records/comment-store.ts'
import { findObjects, findObjectsIn, findObjectsOn, type ObjectKey } from '../records/object-store.ts'
import type { StoredObject } from '../records/stored-object.ts'
import type { ChangeRequest, Mentions, ObjectChange } from './change-request.ts'
import { type Board, newBoardState } from './draft.ts'
import { findDeleted } from './load-deleted.ts'
import { mentionsIn } from './mentions.ts'

/** The objects that the changes name. */
export function findNamed(tx: Tx, requests: readonly ChangeRequest[]): Promise<StoredObject[]> {
  const keys = new Map<string, { uid: string; id: string }>()
  for (const { workspace_uid: uid, changes } of requests)
    for (const change of changes) for (const id of namedBy(change)) keys.set(uid + id, { uid, id })
  return findObjectsIn(tx, [...keys.values()])
}

/**
 * The workspaces of a batch by uid, with the objects that it names and what goes with those. One that does not exist has
 * no board; nobody gets as far as asking for it.
 */
export async function loadBatch(
  tx: Tx,
  accesses: readonly WorkspaceAccessColumns[],
  requests: readonly ChangeRequest[],
  named: readonly StoredObject[],
): Promise<Map<string, Board>> {
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
  const boards = new Map<string, Board>()
  for (const { w_id: id, w_uid: uid, w_seq: seq } of accesses) {
    if (id === null || uid === null || seq === null || boards.has(uid)) continue
    const here = <T extends { workspace_id: number }>(list: readonly T[]) => list.filter(one => one.workspace_id === id)
    const restoredHere = restored.filter(one => one.object.workspace_id === id)
    boards.set(uid, newBoardState({ id, uid, seq }, here(objects), here(comments), restoredHere))
  }
  return boards
}

/** Of everybody named in the comments of the batch, those to be told, by workspace and address. */
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
  if (change.op === 'create') return targetsOf(change)
  return [change.op === 'comment' ? change.on.id : change.id]
}

/** What is to be restored and is still there may be deleted before it, in the same batch. */
function among(objects: readonly StoredObject[], keys: readonly ObjectKey[]): StoredObject[] {
  if (keys.length === 0) return []
  const names = new Set(keys.map(nameOf))
  return objects.filter(({ workspace_id, record: { id } }) => names.has(nameOf({ workspace_id, id })))
}

const targetKeyOf = ({ workspace_id, parent_id }: StoredObject): ObjectKey[] =>
  parent_id === null ? [] : [{ workspace_id, id: parent_id }]

function targetsOf({ on, data }: Extract<ObjectChange, { op: 'create' }>): readonly string[] {
  if (on) return [on.id]
  return typeof data.targetId === 'string' ? [data.targetId] : none
}

const nameOf = ({ workspace_id, id }: ObjectKey) => `${workspace_id} ${id}`

/** Each key once, whatever order and however often the changes name it. */
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
