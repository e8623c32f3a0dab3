// Indexes the participants of a workspace for lookups that must not cost more in a large room: by user, the agents, and
// the most recently active.

import type { LivePerson } from '@tessera/contract/live'

type Participant = Pick<LivePerson, 'connection' | 'id' | 'agent'>

/** How many of the most recently active participants are remembered. */
const maxActive = 500

export class PresenceIndex {
  readonly #byUser = new Map<number, Set<string>>()
  readonly #agents = new Set<string>()
  /** Least recently active first. */
  readonly #active = new Set<string>()

  /** The number of connected users, each counted once. Agents are not users. */
  get userCount(): number {
    return this.#byUser.size
  }

  get agents(): ReadonlySet<string> {
    return this.#agents
  }

  connectionsOf(user_id: number): ReadonlySet<string> {
    return this.#byUser.get(user_id) ?? none
  }

  /** Most recently active first, a few hundred at most. */
  listActive(): string[] {
    return [...this.#active].reverse()
  }

  add({ connection, id, agent }: Participant): void {
    if (agent) {
      this.#agents.add(connection)
      return
    }
    const known = this.#byUser.get(id)
    if (known) known.add(connection)
    else this.#byUser.set(id, new Set([connection]))
  }

  markActive(connection: string): void {
    this.#active.delete(connection)
    this.#active.add(connection)
    if (this.#active.size <= maxActive) return
    const [oldest] = this.#active
    this.#active.delete(oldest as string)
  }

  remove({ connection, id }: Participant): void {
    this.#active.delete(connection)
    if (this.#agents.delete(connection)) return
    const known = this.#byUser.get(id)
    known?.delete(connection)
    if (known?.size === 0) this.#byUser.delete(id)
  }
}

const none: ReadonlySet<string> = new Set()
