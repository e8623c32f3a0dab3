// The paths of connectors as they are shown. Records have the path at the time of their last change; the board shows the
// one between the objects as they are now, dragged ones included.

import type { ConnectorObject, Drawable } from '@tessera/drawing'
import { connectorGeometry, followedIds, isConnector, isRouteCurrent } from '@tessera/drawing/connector-geometry'
import { IdSets } from './id-sets.ts'

type Find = (id: string) => Drawable | null

interface Route {
  readonly connector: ConnectorObject
  readonly targets: readonly (Drawable | null)[]
  readonly shown: ConnectorObject
}

export class ConnectorRoutes {
  /** The connectors at each object. */
  readonly #attached = new IdSets()
  readonly #followed = new Map<string, readonly string[]>()
  readonly #routes = new Map<string, Route>()

  attachedTo(id: string): Iterable<string> {
    return this.#attached.get(id)
  }

  clear(): void {
    this.#attached.clear()
    this.#followed.clear()
    this.#routes.clear()
  }

  /** Must be called whenever an object is added, changed or removed. */
  record(id: string, object: Drawable | null): void {
    const before = this.#followed.get(id)
    const isFollowing = object !== null && isConnector(object)
    if (!before && !isFollowing) return
    const after = isFollowing ? followedIds(object) : none
    for (const target of before ?? none) if (!after.includes(target)) this.#attached.delete(target, id)
    for (const target of after) this.#attached.add(target, id)
    if (isFollowing) this.#followed.set(id, after)
    else this.#followed.delete(id)
    if (!object) this.#routes.delete(id)
  }

  /** The object as it is shown. The same value is returned until something changes. */
  routed(object: Drawable, find: Find): Drawable {
    if (!isConnector(object)) return object
    const targets = followedIds(object).map(find)
    const known = this.#routes.get(object.id)
    const isKnown = known?.connector === object && known.targets.every((target, index) => target === targets[index])
    if (isKnown && known.targets.length === targets.length) return known.shown
    // A board that was just opened has the paths of all its connectors, and routing thousands of them would take a while.
    if (!known && isRouteCurrent(object, find)) {
      this.#routes.set(object.id, { connector: object, targets, shown: object })
      return object
    }
    // An end whose object is gone stays where it was shown last.
    const before = known?.shown.points ?? object.points
    const shown = { ...object, ...connectorGeometry({ ...object, points: before }, find) }
    this.#routes.set(object.id, { connector: object, targets, shown })
    return shown
  }
}

const none: readonly string[] = []
