// Loads everything that the changes of a batch need, with a few statements for the whole batch.

import { kinds, referencedId, referencedIdsOf } from '@tessera/contract'
import type { WorkspaceAccessColumns } from '../../accounts/access/index.ts'
import type { Tx } from '../../platform/sql/index.ts'
import { findComments, findCommentsOn, findMentioned, findReplies } from '../records/comment-store.ts'
import { findLinkedObjects } from '../records/object-link-store.ts'
import {
  findObjects,
  findObjectsIn,
  findObjectsInGroups,
  findObjectsOn,
  listStacks,
  type ObjectKey,
} from '../records/object-store.ts'
import type { StoredObject } from '../records/stored-object.ts'
import type { StackEntry } from './board-stack.ts'
import type { ChangeRequest, Mentions, ObjectChange } from './change-request.ts'
import { type BoardState, type DeletedObject, newBoardState } from './draft.ts'
import { findEnds } from './load-connected.ts'
import { findDeleted } from './load-deleted.ts'
import { mentionsIn } from './mentions.ts'
import { decidesPath } from './object-links.ts'

/** The objects whose ids the changes name. */
export function findNamed(tx: Tx, requests: readonly ChangeRequest[]): Promise<StoredObject[]> {
  const keys = new Map<string, { uid: string; id: string }>()
  for (const { workspace_uid: uid, changes } of requests)
    for (const change of changes) for (const id of findObjectsNamedBy(change)) keys.set(uid + id, { uid, id })
  return findObjectsIn(tx, [...keys.values()])
}

/**
 * Loads the workspaces of a batch by uid, with the named objects and everything attached to them. A workspace that does
 * not exist has no board: access to it is refused before the board is used.
 */
export async function loadBatch(
  tx: Tx,
  accesses: readonly WorkspaceAccessColumns[],
  requests: readonly ChangeRequest[],
  named: readonly StoredObject[],
): Promise<Map<string, BoardState>> {
  const deleted = keysOf(accesses, requests, change => (change.op === 'delete' ? [change.id] : none))
  const comments = keysOf(accesses, requests, findCommentsNamedBy)
  const threads = keysOf(accesses, requests, change => (change.op === 'delete-comment' ? [change.id] : none))
  const restoring = keysOf(accesses, requests, change => (change.op === 'restore' ? [change.id] : none))
  const restored = await findDeleted(tx, restoring)
  const targets = [...restored.map(({ object }) => object), ...selectObjects(named, restoring)].flatMap(targetKeyOf)
  const sized = new Set(named.filter(isSizedByContent).map(object => object.record.id))
  const moved = keysOf(accesses, requests, change => findObjectsMovedBy(change, sized))
  const [found, linked, stacks, commentRows] = await Promise.all([
    Promise.all([
      findObjects(tx, targets),
      findObjectsOn(tx, deleted),
      findObjectsInGroups(tx, groupsOf(accesses, requests, named, restored)),
    ]).then(lists => lists.flat()),
    findLinkedObjects(tx, moved),
    listStacks(tx, [...new Set(keysOf(accesses, requests, findObjectsRestackedBy).map(key => key.workspace_id))]),
    Promise.all([findComments(tx, comments), findReplies(tx, threads), findCommentsOn(tx, deleted)]).then(lists =>
      lists.flat(),
    ),
  ])
  // Loads what computed paths depend on: those of connectors that change or are restored, and of those at objects that
  // move.
  const routed = selectObjects(named, [...keysOf(accesses, requests, findConnectorsRoutedBy), ...restoring])
  const ends = await findEnds(tx, [...routed, ...linked, ...restored.map(({ object }) => object)])
  const objects = [...named, ...found, ...linked, ...ends]
  const boards = new Map<string, BoardState>()
  for (const access of accesses) {
    const { w_id: id, w_uid: uid, w_seq: seq, w_organization_id: organization_id, w_order_base: orderBase } = access
    if (id === null || uid === null || seq === null || organization_id === null || orderBase === null) continue
    if (boards.has(uid)) continue
    const here = <T extends { workspace_id: number }>(list: readonly T[]) => list.filter(one => one.workspace_id === id)
    const restoredHere = restored.filter(one => one.object.workspace_id === id)
    const clock = { id, uid, organization_id, seq, orderBase }
    boards.set(uid, newBoardState(clock, here(objects), here(commentRows), restoredHere, stackOf(stacks, id)))
  }
  return boards
}

/** The users to notify of the mentions in the comments of the batch. */
export async function findMentionedIn(
  tx: Tx,
  accesses: readonly WorkspaceAccessColumns[],
  requests: readonly ChangeRequest[],
): Promise<Mentions> {
  const names = keysOf(accesses, requests, change =>
    change.op === 'comment' || change.op === 'edit-comment' ? mentionsIn(change.text) : none,
  )
  const mentioned = new Map<number, ReadonlyMap<string, number>>()
  for (const workspace_id of new Set(names.map(name => name.workspace_id))) {
    const emails = names.filter(name => name.workspace_id === workspace_id).map(name => name.id)
    const found = await findMentioned(tx, workspace_id, emails)
    mentioned.set(workspace_id, new Map(found.map(({ email_key, user_id }) => [email_key, user_id])))
  }
  return mentioned
}

const none: readonly string[] = []

function findObjectsNamedBy(change: ObjectChange): readonly string[] {
  if (change.op === 'invalid' || change.op === 'ungroup') return none
  if (change.op === 'create') return findTargets(change)
  if (change.op === 'group') return change.ids
  if (change.op === 'order') return [...change.ids, ...findObjectsRestackedBy(change)]
  if (change.op === 'update') return [change.id, ...endsIn(change.data)]
  if (change.op === 'comment') return change.on ? [change.on.id] : none
  return change.op === 'delete' || change.op === 'restore' ? [change.id] : none
}

function findCommentsNamedBy(change: ObjectChange): readonly string[] {
  if (change.op === 'comment') return change.parent === null ? none : [change.parent]
  const isOfComment = change.op === 'edit-comment' || change.op === 'resolve-comment' || change.op === 'delete-comment'
  return isOfComment ? [change.id] : none
}

/** An object to restore may still exist, and be deleted earlier in the same batch. */
function selectObjects(objects: readonly StoredObject[], keys: readonly ObjectKey[]): StoredObject[] {
  if (keys.length === 0) return []
  const names = new Set(keys.map(nameOf))
  return objects.filter(({ workspace_id, record: { id } }) => names.has(nameOf({ workspace_id, id })))
}

const targetKeyOf = ({ workspace_id, parent_id }: StoredObject): ObjectKey[] =>
  parent_id === null ? [] : [{ workspace_id, id: parent_id }]

function findTargets({ kind, on, data }: Extract<ObjectChange, { op: 'create' }>): readonly string[] {
  if (on) return [on.id]
  return referencedIdsOf(kinds[kind], data)
}

/** The objects that an update attaches a connector to. The kind of the updated object is not known yet. */
const endsIn = (data: Record<string, unknown>): readonly string[] =>
  Object.values(data).flatMap(value => (typeof value === 'object' ? (referencedId(value) ?? []) : []))

/** The objects whose connectors may have to follow. `sized` are those whose size depends on their content. */
function findObjectsMovedBy(change: ObjectChange, sized: ReadonlySet<string>): readonly string[] {
  if (change.op === 'delete' || change.op === 'restore') return [change.id]
  if (change.op !== 'update') return none
  return sized.has(change.id) || Object.keys(change.data).some(name => shaping.has(name)) ? [change.id] : none
}

/** The connectors whose path is computed because they are changed. */
const findConnectorsRoutedBy = (change: ObjectChange): readonly string[] =>
  change.op === 'update' && Object.keys(change.data).some(decidesPath) ? [change.id] : none

const isSizedByContent = ({ record }: StoredObject) => (record.$?.follows?.length ?? 0) > 0

/** The fields that an object's position and outline depend on. */
const shaping = new Set(['x', 'y', 'width', 'height', 'scale', 'rotation', 'form'])

/** The object that others are put above or below; for a step forward or backward, the first of those that move. */
function findObjectsRestackedBy(change: ObjectChange): readonly string[] {
  if (change.op !== 'order') return none
  if ('above' in change.at) return [change.at.above]
  if ('below' in change.at) return [change.at.below]
  return change.at.to === 'forward' || change.at.to === 'backward' ? change.ids.slice(0, 1) : none
}

/** The groups that the changes can remove members from. */
function groupsOf(
  accesses: readonly WorkspaceAccessColumns[],
  requests: readonly ChangeRequest[],
  named: readonly StoredObject[],
  restored: readonly DeletedObject[],
): ObjectKey[] {
  const leaving = keysOf(accesses, requests, change =>
    change.op === 'delete' ? [change.id] : change.op === 'group' ? change.ids : none,
  )
  const dissolved = keysOf(accesses, requests, change => (change.op === 'ungroup' ? [change.group] : none))
  const left = [...selectObjects(named, leaving), ...restored.map(({ object }) => object)]
  return [
    ...dissolved,
    ...left.flatMap(({ workspace_id, record }) => (record.group === null ? [] : [{ workspace_id, id: record.group }])),
  ]
}

const stackOf = (stacks: ReadonlyMap<number, readonly StackEntry[]>, id: number) => stacks.get(id) ?? null

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
