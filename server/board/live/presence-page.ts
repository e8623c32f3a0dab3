// Decides which participants one member of a large room is shown (LIV-16): those in view, the leader, those it follows,
// agents, and itself. People stay on the page until they leave or others need the place, so that little is sent.

import type { Participant, Presence, PresenceChanges } from './presence.ts'

/** A part of the board. */
export interface Viewport {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

export interface PageUpdate {
  /** The connections to send, because they are new on the page or have changed. */
  readonly people: readonly string[]
  /** The connections that are no longer on the page. */
  readonly left: readonly string[]
}

/** The changed participants that the pages have to consider, the same for all pages. */
export interface PageChanges extends PresenceChanges {
  /** Those of the changed ones that were active most recently, most recent first. */
  readonly active: readonly string[]
}

const pageSize = 50
const maxAgents = 20

export class PresencePage {
  readonly #presence: Presence
  readonly #own: string
  readonly #shown = new Set<string>()
  #viewport: Viewport | null = null
  #followed: number | null = null

  constructor(presence: Presence, own: string) {
    this.#presence = presence
    this.#own = own
  }

  /** Lists everyone on the page when the member gets it for the first time, or as a whole again. */
  open(viewport: Viewport | null): readonly string[] {
    this.#shown.clear()
    this.#viewport = viewport
    this.#followed = this.#presence.find(this.#own)?.following ?? null
    const { index } = this.#presence
    const active = index.listActive()
    this.#addAll(this.#required())
    this.#addAll(active.filter(one => this.#isInView(one)))
    this.#addAll(active)
    for (const { connection } of this.#presence.values()) {
      if (this.#shown.size >= pageSize) break
      this.#shown.add(connection)
    }
    return [...this.#shown]
  }

  /** Updates the page; returns null if there is nothing to send. */
  update(changes: PageChanges, viewport: Viewport | null): PageUpdate | null {
    const followed = this.#presence.find(this.#own)?.following ?? null
    const hasMoved = viewport !== this.#viewport || followed !== this.#followed
    this.#viewport = viewport
    this.#followed = followed
    const left = new Set<string>()
    for (const connection of this.#shown) if (!this.#presence.find(connection)) this.#drop(connection, left)
    const added = new Set<string>()
    const required = this.#required()
    for (const connection of required) this.#show(connection, required, { added, left })
    const candidates = hasMoved ? this.#presence.index.listActive() : changes.active
    for (const connection of candidates) {
      if (this.#shown.has(connection) || !this.#isInView(connection)) continue
      if (this.#shown.size >= pageSize && !this.#dropOutOfView(required, left)) break
      this.#shown.add(connection)
      added.add(connection)
    }
    const people = [...this.#shown].filter(connection => added.has(connection) || changes.changed.has(connection))
    for (const connection of added) left.delete(connection)
    return people.length > 0 || left.size > 0 ? { people, left: [...left] } : null
  }

  #addAll(connections: Iterable<string>): void {
    for (const connection of connections) {
      if (this.#shown.size >= pageSize) return
      this.#shown.add(connection)
    }
  }

  /** The participants that are shown regardless of their position. */
  #required(): Set<string> {
    const { index, leader } = this.#presence
    const required = new Set([this.#own])
    if (leader) required.add(leader.connection)
    if (this.#followed !== null)
      for (const connection of index.connectionsOf(this.#followed))
        if (required.size < maxAgents) required.add(connection)
    for (const connection of index.agents) if (required.size < maxAgents) required.add(connection)
    return required
  }

  #show(
    connection: string,
    required: ReadonlySet<string>,
    { added, left }: Record<'added' | 'left', Set<string>>,
  ): void {
    if (this.#shown.has(connection) || !this.#presence.find(connection)) return
    if (this.#shown.size >= pageSize && !this.#dropOutOfView(required, left)) {
      const oldest = [...this.#shown].find(one => !required.has(one))
      if (oldest !== undefined) this.#drop(oldest, left)
    }
    this.#shown.add(connection)
    added.add(connection)
  }

  /** Frees a place on the page; returns false if all are needed. */
  #dropOutOfView(required: ReadonlySet<string>, left: Set<string>): boolean {
    for (const connection of this.#shown) {
      if (required.has(connection) || this.#isInView(connection)) continue
      this.#drop(connection, left)
      return true
    }
    return false
  }

  #drop(connection: string, left: Set<string>): void {
    this.#shown.delete(connection)
    left.add(connection)
  }

  #isInView(connection: string): boolean {
    const at = positionOf(this.#presence.find(connection))
    const view = this.#viewport
    if (!at || !view) return false
    return at.x >= view.left && at.x <= view.right && at.y >= view.top && at.y <= view.bottom
  }
}

/**
 * A participant without a pointer, such as on a phone, is located at the center of their view while they have something
 * selected or in motion.
 */
function positionOf(present: Participant | null): { readonly x: number; readonly y: number } | null {
  if (!present) return null
  const { cursor, selection, moving, view } = present
  return cursor ?? (selection.length > 0 || moving.length > 0 ? view : null)
}

/** The assumed window of clients that do not report its size, in pixels. */
const usualSize = { width: 1_920, height: 1_080 }
/** People slightly outside the view are shown as well, so that they do not appear and vanish at the edge. */
const margin = 1.25

/** Computes the visible part of the board; `view` is its center and zoom, with the size of the window in pixels. */
export function viewportOf(view: {
  readonly x: number
  readonly y: number
  readonly zoom: number
  readonly width?: number
  readonly height?: number
}): Viewport {
  const { x, y, zoom, width = usualSize.width, height = usualSize.height } = view
  const [halfWidth, halfHeight] = [((width / zoom) * margin) / 2, ((height / zoom) * margin) / 2]
  return { left: x - halfWidth, top: y - halfHeight, right: x + halfWidth, bottom: y + halfHeight }
}
