// The trails of laser pointers, this user's and those of others: their positions in the last moments. They exist only
// here: presence has only the current position.

import type { Point } from '@tessera/drawing'

interface TrailPoint extends Point {
  /** Milliseconds. */
  readonly at: number
}

export interface LaserTrail {
  readonly color: string
  /** From the oldest to where it points. */
  readonly points: readonly TrailPoint[]
  /** Whether it still points. */
  readonly isHeld: boolean
}

/** How long a point of a trail is visible. */
export const trailMs = 900

/** The key of this user's laser; others are named by their connection. */
export const ownLaser = 'own'

export class LaserTrails {
  readonly #trails = new Map<string, { color: string; points: TrailPoint[]; isHeld: boolean }>()
  readonly #listeners = new Set<() => void>()

  /** `key` names whose laser it is. */
  point(key: string, color: string, { x, y }: Point, now: number): void {
    const trail = this.#trails.get(key) ?? { color, points: [], isHeld: true }
    const last = trail.points.at(-1)
    trail.isHeld = true
    if (!last || last.x !== x || last.y !== y) trail.points.push({ x, y, at: now })
    this.#trails.set(key, trail)
    for (const listener of this.#listeners) listener()
  }

  /** From now on the trail fades. */
  release(key: string): void {
    const trail = this.#trails.get(key)
    if (trail) trail.isHeld = false
  }

  isHeld(key: string): boolean {
    return this.#trails.get(key)?.isHeld ?? false
  }

  /** The visible part. Drops the rest. */
  current(now: number): LaserTrail[] {
    for (const [key, trail] of this.#trails) {
      const isFresh = ({ at }: TrailPoint) => now - at < trailMs
      const last = trail.points.at(-1)
      trail.points = trail.points.filter(isFresh)
      // A laser that is held still has a dot, but no trail.
      if (trail.points.length === 0 && trail.isHeld && last) trail.points = [last]
      if (trail.points.length === 0) this.#trails.delete(key)
    }
    return [...this.#trails.values()]
  }

  /** Called when a laser points somewhere. Returns how to unsubscribe. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
}
