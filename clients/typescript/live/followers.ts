// The objects that follow others, such as connectors. What the service computes of them from their targets is as old as
// their record, so it is computed again here when a target has changed since.

import { type Kind, kinds, referencedId } from '@tessera/contract'
import type { BoardObject } from './live-workspace.ts'
import { fieldOf } from './predict-change.ts'

export type Follow = (object: BoardObject, find: (id: string) => BoardObject | undefined) => BoardObject

interface ComputedFollower {
  readonly object: BoardObject
  readonly ids: readonly string[]
  /** The targets at that time; null if the service has computed it. */
  readonly targets: readonly (BoardObject | undefined)[] | null
  readonly shown: BoardObject
}

const none: readonly string[] = []

export class Followers {
  readonly #follow: Follow
  readonly #find: (id: string) => BoardObject | undefined
  readonly #followed = new Map<string, ComputedFollower>()
  readonly #attached = new Map<string, Set<string>>()

  constructor(follow: Follow, find: (id: string) => BoardObject | undefined) {
    this.#follow = follow
    this.#find = find
  }

  /** The ids of the objects that follow this one. */
  of(id: string): readonly string[] {
    const found = this.#attached.get(id)
    return found ? [...found] : none
  }

  /** Shows these as the service has computed them, until a target changes. */
  trust(objects: ReadonlyMap<string, BoardObject>): void {
    for (const [id, object] of objects) {
      if (!follows(object)) continue
      const ids = followedIdsOf(object)
      const known = this.#followed.get(id)
      if (known?.object === object) continue
      this.#attach(id, ids)
      this.#followed.set(id, { object, ids, targets: null, shown: object })
    }
  }

  /** The object as it is to be shown: the same value as long as nothing has changed. */
  shown(id: string, object: BoardObject | undefined): BoardObject | undefined {
    const known = this.#followed.get(id)
    if (!object || !follows(object)) {
      if (known) this.#attach(id, none)
      this.#followed.delete(id)
      return object
    }
    const ids = followedIdsOf(object)
    const targets = ids.map(this.#find)
    if (known?.object === object) {
      // The first look at the targets of an object that the service has computed.
      if (known.targets === null) {
        if (targets.every(target => target !== undefined)) this.#followed.set(id, { ...known, targets })
        return known.shown
      }
      if (known.targets.every((target, index) => target === targets[index])) return known.shown
    }
    this.#attach(id, ids)
    const shown = this.#follow(withPathOf(object, known?.shown), this.#find)
    this.#followed.set(id, { object, ids, targets, shown })
    return shown
  }

  #attach(id: string, ids: readonly string[]): void {
    for (const target of this.#followed.get(id)?.ids ?? none) {
      const all = this.#attached.get(target)
      all?.delete(id)
      if (all?.size === 0) this.#attached.delete(target)
    }
    for (const target of ids) {
      const all = this.#attached.get(target)
      if (all) all.add(id)
      else this.#attached.set(target, new Set([id]))
    }
  }
}

/** An end whose target is gone stays where it was shown last. */
const withPathOf = (object: BoardObject, before: BoardObject | undefined): BoardObject =>
  before && 'points' in before ? ({ ...object, points: before.points } as BoardObject) : object

/** The fields of each kind that attach its objects to others. */
const anchorsOf = new Map(
  Object.entries(kinds).map(([name, { references = {} }]: [string, Kind]) => [
    name,
    Object.keys(references).filter(field => references[field]?.holds === 'anchor'),
  ]),
)

const follows = ({ kind }: BoardObject): boolean => (anchorsOf.get(kind)?.length ?? 0) > 0

const followedIdsOf = (object: BoardObject): readonly string[] =>
  (anchorsOf.get(object.kind) ?? none).flatMap(name => referencedId(fieldOf(object, name)) ?? [])
