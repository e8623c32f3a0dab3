// What copying a whole board needs for all that lies on it: where it goes, in whose name, and the ids it gets.

import { newObjectId } from '../ids.ts'

export interface BoardCopy {
  /** The ids of the two workspaces. */
  readonly from: number
  readonly to: number
  readonly actor_id: number
  readonly now: string
  readonly ids: CopiedIds
}

/** The new id of everything copied. Only what others point at is remembered: the rest is asked for once. */
export class CopiedIds {
  readonly #pointedAt: ReadonlySet<string>
  readonly #known = new Map<string, string>()

  constructor(pointedAt: ReadonlySet<string>) {
    this.#pointedAt = pointedAt
  }

  of(id: string): string {
    if (!this.#pointedAt.has(id)) return newObjectId()
    const known = this.#known.get(id) ?? newObjectId()
    this.#known.set(id, known)
    return known
  }
}
