// Loads everything that the changes of a batch need, with a few statements for the whole batch.

import type { Problem } from '@tessera/contract'
import type { WorkspaceAccessColumns } from '../../accounts/access/index.ts'
import type { Tx } from '../../platform/sql/index.ts'
import { findComments, findCommentsOn, findMentioned, findReplies } from '../records/comment-store.ts'
import { countLinks, findLinkedObjects } from '../records/object-link-store.ts'
import {
  type CountedObject,
  findObjects,
  findObjectsIn,
  findObjectsInGroups,
  findObjectsOn,
  listStacks,
  type ObjectKey,
} from '../records/object-store.ts'
import type { StoredObject } from '../records/stored-object.ts'
import type { StackEntry } from './board-stack.ts'
import { type BoardState, newBoardState } from './board-state.ts'
import { type ChangeNeeds, needsOf } from './change-needs.ts'
import type { ChangeRequest, Mentions } from './change-request.ts'
import { EndCounts, findOversized } from './end-counts.ts'
import { findEnds } from './load-connected.ts'
import { findDeleted } from './load-deleted.ts'

/** The objects whose ids the changes name. */
export function findNamed(tx: Tx, requests: readonly ChangeRequest[]): Promise<CountedObject[]> {
  const keys = new Map<string, { uid: string; id: string }>()
  for (const { workspace_uid: uid, changes } of requests)
    for (const change of changes) for (const id of needsOf(change).objects ?? []) keys.set(uid + id, { uid, id })
  return findObjectsIn(tx, [...keys.values()])
}

export interface LoadedBatch {
  readonly boards: ReadonlyMap<string, BoardState>
  /** The requests whose changes would free or attach too many connectors, and why they are refused. */
  readonly oversized: ReadonlyMap<ChangeRequest, Problem>
}

/**
 * Loads the workspaces of a batch by uid, with the named objects and everything attached to them. A workspace that does
 * not exist has no board: access to it is refused before the board is used.
 */
export async function loadBatch(
  tx: Tx,
  accesses: readonly WorkspaceAccessColumns[],
  requests: readonly ChangeRequest[],
  counted: readonly CountedObject[],
): Promise<LoadedBatch> {
  const given = requests.map(({ changes }) => changes.map(needsOf))
  const restoring = keysOf(accesses, given, 'restored')
  const [deletedBefore, links] = await Promise.all([findDeleted(tx, restoring), countLinks(tx, restoring)])
  const ends = new EndCounts(counted, links)
  const oversized = findOversized(accesses, requests, ends)
  const needs = given.map((needs, index) => (oversized.has(requests[index] as ChangeRequest) ? [] : needs))
  const keys = (need: keyof ChangeNeeds) => keysOf(accesses, needs, need)
  const named = counted.map(({ object }) => object)
  const deleted = keys('deleted')
  const restored = deletedBefore.map(({ object }) => object)
  const targets = [...restored, ...among(named, restoring)].flatMap(targetKeyOf)
  const refilled = among(named.filter(isSizedByContent), keys('refilled')).map(keyOf)
  const { now: moved, later } = ends.divideMoved(unique([...keys('moved'), ...refilled]))
  const groups = groupsOf(keys('groups'), [...among(named, keys('leaving')), ...restored])
  const [found, linked, stacks, commentRows] = await Promise.all([
    Promise.all([findObjects(tx, targets), findObjectsOn(tx, deleted), findObjectsInGroups(tx, groups)]).then(lists =>
      lists.flat(),
    ),
    findLinkedObjects(tx, unique([...keys('relinked'), ...moved])),
    listStacks(tx, [...new Set(keys('neighbors').map(key => key.workspace_id))]),
    Promise.all([
      findComments(tx, keys('comments')),
      findReplies(tx, keys('threads')),
      findCommentsOn(tx, deleted),
    ]).then(lists => lists.flat()),
  ])
  // What the paths of connectors depend on: those that change or are restored, and those at objects that move.
  const atEnds = await findEnds(tx, [...named, ...found, ...linked, ...restored])
  const objects = [...named, ...found, ...linked, ...atEnds]
  const boards = new Map<string, BoardState>()
  for (const access of accesses) {
    const { w_id: id, w_uid: uid, w_seq: seq, w_organization_id: organization_id, w_order_base: orderBase } = access
    if (id === null || uid === null || seq === null || organization_id === null || orderBase === null) continue
    if (boards.has(uid)) continue
    const here = <T extends { workspace_id: number }>(list: readonly T[]) => list.filter(one => one.workspace_id === id)
    const restoredHere = deletedBefore.filter(one => one.object.workspace_id === id)
    const clock = { id, uid, organization_id, seq, orderBase }
    const more = { stack: stackOf(stacks, id), endCounts: ends.inWorkspace(id), routedLater: here(later).map(idOf) }
    boards.set(uid, newBoardState(clock, here(objects), here(commentRows), restoredHere, more))
  }
  return { boards, oversized }
}

/** The users to notify of the mentions in the comments of the batch. */
export async function findMentionedIn(
  tx: Tx,
  accesses: readonly WorkspaceAccessColumns[],
  requests: readonly ChangeRequest[],
): Promise<Mentions> {
  const names = keysOf(accesses, needsIn(requests), 'mentions')
  const mentioned = new Map<number, ReadonlyMap<string, number>>()
  for (const workspace_id of new Set(names.map(name => name.workspace_id))) {
    const emails = names.filter(name => name.workspace_id === workspace_id).map(name => name.id)
    const found = await findMentioned(tx, workspace_id, emails)
    mentioned.set(workspace_id, new Map(found.map(({ email_key, user_id }) => [email_key, user_id])))
  }
  return mentioned
}

/** An object to restore may still exist and be deleted earlier in the same batch. */
function among(objects: readonly StoredObject[], keys: readonly ObjectKey[]): StoredObject[] {
  if (keys.length === 0) return []
  const names = new Set(keys.map(nameOf))
  return objects.filter(({ workspace_id, record: { id } }) => names.has(nameOf({ workspace_id, id })))
}

const targetKeyOf = ({ workspace_id, parent_id }: StoredObject): ObjectKey[] =>
  parent_id === null ? [] : [{ workspace_id, id: parent_id }]

const isSizedByContent = ({ record }: StoredObject) => (record.$?.follows?.length ?? 0) > 0

/** The groups that the changes can take members from: those that are dissolved, and those that objects leave or come back to. */
function groupsOf(dissolved: readonly ObjectKey[], left: readonly StoredObject[]): ObjectKey[] {
  const groups = left.flatMap(({ workspace_id, record: { group } }) =>
    group === null ? [] : [{ workspace_id, id: group }],
  )
  return [...dissolved, ...groups]
}

const stackOf = (stacks: ReadonlyMap<number, readonly StackEntry[]>, id: number) => stacks.get(id) ?? null

const keyOf = ({ workspace_id, record: { id } }: StoredObject): ObjectKey => ({ workspace_id, id })

const idOf = ({ id }: ObjectKey) => id

const unique = (keys: readonly ObjectKey[]): ObjectKey[] => [...new Map(keys.map(key => [nameOf(key), key])).values()]

const nameOf = ({ workspace_id, id }: ObjectKey) => `${workspace_id} ${id}`

/** The keys of one need of the changes, without duplicates. */
function keysOf(
  accesses: readonly WorkspaceAccessColumns[],
  needs: readonly (readonly ChangeNeeds[])[],
  need: keyof ChangeNeeds,
): ObjectKey[] {
  const keys = new Map<string, ObjectKey>()
  needs.forEach((ofRequest, index) => {
    const workspace_id = accesses[index]?.w_id
    if (typeof workspace_id !== 'number') return
    for (const { [need]: ids } of ofRequest)
      if (ids) for (const id of ids) keys.set(nameOf({ workspace_id, id }), { workspace_id, id })
  })
  return [...keys.values()]
}

const needsIn = (requests: readonly ChangeRequest[]) => requests.map(({ changes }) => changes.map(needsOf))
