// The context of copying a board: the workspaces, the user who copies, and the new ids.

import type { EventActor } from '../../accounts/access/index.ts'
import { newObjectId } from '../../tools/index.ts'

export interface BoardCopy extends EventActor {
  /** The ids of the two workspaces. */
  readonly from: number
  readonly to: number
  /** The organization of both workspaces. */
  readonly organization_id: number
  readonly now: string
  readonly ids: CopiedIds
}

/** Maps old ids to new ones. Only ids that others refer to are remembered; any other is looked up once. */
export class CopiedIds {
  readonly #referenced: ReadonlySet<string>
  readonly #known = new Map<string, string>()

  constructor(referenced: ReadonlySet<string>) {
    this.#referenced = referenced
  }

  readonly of = (id: string): string => {
    if (!this.#referenced.has(id)) return newObjectId()
    const known = this.#known.get(id) ?? newObjectId()
    this.#known.set(id, known)
    return known
  }
}
