// What copying a whole board needs for all that lies on it: where it goes, in whose name, and the ids it gets.

import { setImmediate as nextTurn } from 'node:timers/promises'
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

const pageSize = 500

/** Every row in the order of ids, a page at a time. In between others get their turn, however large the board. */
export async function* inPages<Row extends { id: string }>(
  list: (after: string, limit: number) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  for (let after = ''; ; ) {
    const page = await list(after, pageSize)
    const last = page.at(-1)
    if (!last) return
    yield page
    after = last.id
    await nextTurn()
  }
}
