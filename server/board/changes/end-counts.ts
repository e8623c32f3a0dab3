// How many connectors are at the objects of a batch. A change of an object with many takes long, and all others wait for
// it, so only so much of it is done in the batch.

import { badField, maxFollowingEnds, type Problem } from '@tessera/contract'
import type { WorkspaceAccessColumns } from '../../accounts/access/index.ts'
import type { Tx } from '../../platform/sql/index.ts'
import { countLinks } from '../records/object-link-store.ts'
import type { CountedObject, ObjectKey } from '../records/object-store.ts'
import { needsOf } from './change-needs.ts'
import type { ChangeRequest } from './change-request.ts'

/** The paths of this many connectors at objects that move are computed in the batch. */
const maxRouted = 1_000

export class EndCounts {
  readonly #byWorkspace = new Map<number, Map<string, number>>()

  /** `links` are those of deleted objects that are to be restored. */
  constructor(counted: readonly CountedObject[], links: readonly (ObjectKey & { readonly ends: number })[]) {
    for (const { workspace_id, id, ends } of links) this.#set(workspace_id, id, ends)
    for (const { object, ends } of counted) this.#set(object.workspace_id, object.record.id, ends)
  }

  inWorkspace(workspace_id: number): ReadonlyMap<string, number> {
    return this.#byWorkspace.get(workspace_id) ?? new Map()
  }

  at({ workspace_id, id }: ObjectKey): number {
    return this.#byWorkspace.get(workspace_id)?.get(id) ?? 0
  }

  /** Objects with few connectors come first, so that others do not wait for those of an object with many. */
  divideMoved(keys: readonly ObjectKey[]): { now: ObjectKey[]; later: ObjectKey[] } {
    let sum = 0
    const [now, later]: [ObjectKey[], ObjectKey[]] = [[], []]
    for (const key of keys.toSorted((one, other) => this.at(one) - this.at(other))) {
      sum += this.at(key)
      if (sum > maxRouted) later.push(key)
      else now.push(key)
    }
    return { now, later }
  }

  #set(workspace_id: number, id: string, ends: number): void {
    const counts = this.#byWorkspace.get(workspace_id) ?? new Map<string, number>()
    this.#byWorkspace.set(workspace_id, counts.set(id, ends))
  }
}

/** A request that frees or attaches more connectors than this leaves a batch that others wait for. */
const maxInBatch = 500

/** The uids of the workspaces with a request whose deletes and restores free or attach many connectors. */
export async function findManyRelinked(
  tx: Tx,
  accesses: readonly WorkspaceAccessColumns[],
  requests: readonly ChangeRequest[],
  named: readonly CountedObject[],
): Promise<ReadonlySet<string>> {
  const large = new Set<string>()
  const needed = requests.flatMap(({ workspace_uid: uid, changes }, index) => {
    const workspace_id = accesses[index]?.w_id
    const needs = changes.map(needsOf).filter(({ relinked }) => relinked)
    return needs.length > 0 && typeof workspace_id === 'number' ? [{ uid, workspace_id, needs }] : []
  })
  if (needed.length === 0) return large
  const keysOf = (name: 'relinked' | 'restored', { workspace_id, needs }: (typeof needed)[number]): ObjectKey[] =>
    needs.flatMap(({ [name]: ids = [] }) => ids.map(id => ({ workspace_id, id })))
  const restored = needed.flatMap(one => keysOf('restored', one))
  const ends = new EndCounts(named, await countLinks(tx, restored))
  for (const one of needed)
    if (keysOf('relinked', one).reduce((sum, key) => sum + ends.at(key), 0) > maxInBatch) large.add(one.uid)
  return large
}

/** A single change may free or attach any number of connectors; the changes of a list only so many together. */
export function findOversized(
  accesses: readonly WorkspaceAccessColumns[],
  requests: readonly ChangeRequest[],
  ends: EndCounts,
): Map<ChangeRequest, Problem> {
  const found = new Map<ChangeRequest, Problem>()
  for (const [index, request] of requests.entries()) {
    const workspace_id = accesses[index]?.w_id
    const problem = typeof workspace_id === 'number' && !request.isRemoval && problemOf(request, workspace_id, ends)
    if (problem) found.set(request, problem)
  }
  return found
}

function problemOf({ changes }: ChangeRequest, workspace_id: number, ends: EndCounts): Problem | null {
  let sum = 0
  for (const [index, change] of changes.entries()) {
    const before = sum
    for (const id of needsOf(change).relinked ?? []) sum += ends.at({ workspace_id, id })
    if (sum > maxFollowingEnds && before > 0) return badField(`changes[${index}].id`, tooMany)
  }
  return null
}

const tooMany = `must be deleted or restored by another list: together with the objects before it, it has more than ${maxFollowingEnds.toLocaleString('en')} connectors`
