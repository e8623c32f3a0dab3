// The participants of each workspace: those connected to this process, and those that other processes have reported.

import type { LivePerson } from '@tessera/contract/live'
import { type Participant, Presence } from './presence.ts'

type Active = Pick<LivePerson, 'id' | 'type' | 'email' | 'first_name' | 'last_name' | 'leader'>

/** A user with several connections is listed with the first of these types. */
const types: readonly LivePerson['type'][] = ['browser', 'app', 'bot', 'viewer']

export class Roster {
  readonly #rooms = new Map<number, Presence>()

  getOrCreate(workspace_id: number): Presence {
    const known = this.#rooms.get(workspace_id) ?? new Presence()
    this.#rooms.set(workspace_id, known)
    return known
  }

  find(workspace_id: number): Presence | null {
    return this.#rooms.get(workspace_id) ?? null
  }

  remove(workspace_id: number, connection: string): void {
    this.find(workspace_id)?.remove(connection)
    this.removeIfEmpty(workspace_id)
  }

  /** Removes a workspace without participants that no room watches. */
  removeIfEmpty(workspace_id: number): void {
    const presence = this.find(workspace_id)
    if (presence?.size === 0 && presence.onUpdate === null) this.#rooms.delete(workspace_id)
  }

  /** Lists each connected user once. Agents are not users. */
  list(workspace_id: number): Active[] {
    const presence = this.find(workspace_id)
    if (!presence) return []
    const leader = presence.leader?.id
    const byUser = Map.groupBy(listConnected(presence), present => present.id)
    return [...byUser.values()].map(connections => {
      const { id, email, first_name, last_name } = connections[0] as Participant
      const type = types.find(one => connections.some(present => present.type === one)) ?? 'viewer'
      return { id, type, email, first_name, last_name, leader: id === leader }
    })
  }

  count(workspace_ids: readonly number[]): Map<number, number> {
    const counts = new Map<number, number>()
    for (const id of workspace_ids) {
      const users = this.find(id)?.index.userCount ?? 0
      if (users > 0) counts.set(id, users)
    }
    return counts
  }
}

const listConnected = (presence: Presence) => [...presence.values()].filter(({ agent }) => agent === undefined)
