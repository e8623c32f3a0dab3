// Everybody who is connected, by workspace: at this process, and as far as other processes have told, at those.

import type { LivePerson } from '@tessera/contract/live'
import { People, type Present } from './presence.ts'

type Active = Pick<LivePerson, 'id' | 'type' | 'email' | 'first_name' | 'last_name' | 'leader'>

/** Somebody with several connections is shown as the one that can do most. */
const types: readonly LivePerson['type'][] = ['browser', 'app', 'viewer']

export class Roster {
  readonly #rooms = new Map<number, People>()

  /** Those in a workspace, to be added to. */
  of(workspace_id: number): People {
    const known = this.#rooms.get(workspace_id) ?? new People()
    this.#rooms.set(workspace_id, known)
    return known
  }

  find(workspace_id: number): People | null {
    return this.#rooms.get(workspace_id) ?? null
  }

  remove(workspace_id: number, connection: string): void {
    this.find(workspace_id)?.remove(connection)
    this.tidy(workspace_id)
  }

  /** Forgets a workspace in which nobody is and that nobody watches. */
  tidy(workspace_id: number): void {
    const people = this.find(workspace_id)
    if (people?.size === 0 && people.onNews === null) this.#rooms.delete(workspace_id)
  }

  /** Each person once. */
  list(workspace_id: number): Active[] {
    const people = this.find(workspace_id)
    if (!people) return []
    const leader = people.leader?.id
    const byPerson = Map.groupBy(people.values(), present => present.id)
    return [...byPerson.values()].map(connections => {
      const { id, email, first_name, last_name } = connections[0] as Present
      const type = types.find(one => connections.some(present => present.type === one)) ?? 'viewer'
      return { id, type, email, first_name, last_name, leader: id === leader }
    })
  }

  count(workspace_ids: readonly number[]): Map<number, number> {
    const counts = new Map<number, number>()
    for (const id of workspace_ids) {
      const people = this.find(id)
      if (people && people.size > 0) counts.set(id, new Set([...people.values()].map(present => present.id)).size)
    }
    return counts
  }
}
