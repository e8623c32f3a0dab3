// What all connections of this process share: the rooms, who is in them, what they are asked and told. Sockets and timers
// are live.ts's.

import { Problem } from '@tessera/contract'
import { type Claim, type Lookups, workspaceAccessOf } from '../access/access.ts'
import type { WorkspaceRow } from '../access/access-store.ts'
import { type Boards, openBoards } from './board-frames.ts'
import type { LiveDomain } from './live-domain.ts'
import type { Lead, Present, Whereabouts } from './presence.ts'
import { Room } from './room.ts'
import type { Roster } from './roster.ts'

export interface LiveTiming {
  readonly helloMs: number
  /** How often dead connections are looked for: one is found after two of these at the latest. */
  readonly probeMs: number
  /** How often it is asked whether everybody may still be here. */
  readonly accessMs: number
}

/** Who hears of what happens here: other processes. */
export interface Neighbours {
  joined(workspace_id: number, present: Present): void
  left(workspace_id: number, connection: string): void
  moved(workspace_id: number, present: Pick<Present, 'connection'>): void
  led(workspace_id: number, lead: Lead): void
  opened(workspace_id: number): void
  closed(workspace_id: number): void
  committed(workspace_ids: Iterable<number>): void
  close(): void
}

/** What may change somebody's rights in a workspace. */
const aboutRights = /^WORKSPACE_(UPDATE|DELETE|USER_)/
const isAboutRights = (type: string) => aboutRights.test(type)

export class House {
  readonly domain: LiveDomain
  readonly timing: LiveTiming
  readonly roster: Roster
  readonly rooms = new Map<number, Room>()
  readonly boards: Boards
  isClosing = false
  neighbours: Neighbours | null = null
  /** Called when the rights of everybody in a room are to be asked anew. */
  onRights: (room: Room) => void = () => {}
  /** Called when a change was answered. */
  changeEnded: () => void = () => {}
  readonly #lookups: Lookups
  #questions = 0

  constructor(domain: LiveDomain, timing: LiveTiming, lookups: Lookups) {
    this.domain = domain
    this.roster = domain.roster
    this.timing = timing
    this.#lookups = lookups
    this.boards = openBoards(domain.readBoard)
  }

  /** To be taken before rights are asked: what is asked later may be answered earlier. */
  nextQuestion(): number {
    return ++this.#questions
  }

  /** Throws where the person may not be here. */
  async ask({ user_id, grant_id }: Claim, uid: string) {
    const row = await this.#lookups.workspace({ user_id, grant_id, uid })
    return workspaceAccessOf(row, { rights: [], deleted: false })
  }

  /** The room of a workspace, opened where nobody here has it open. */
  enter({ id: workspace_id, uid, seq }: WorkspaceRow): Room {
    const known = this.rooms.get(workspace_id)
    if (known) return known
    const room: Room = new Room({
      workspace_id,
      uid,
      seq,
      people: this.roster.of(workspace_id),
      readEvents: (after, limit) => this.domain.readEvents(workspace_id, after, limit),
      onEvents: types => {
        if ([...types].some(isAboutRights)) this.onRights(room)
      },
      onFault: error => this.domain.log.warn({ err: error, workspace_id }, 'events cannot be read'),
    })
    this.rooms.set(workspace_id, room)
    this.neighbours?.opened(workspace_id)
    // What was committed since the workspace was looked up was told to nobody.
    room.wake()
    return room
  }

  /** For who was let in by what they might do when the log stood there: those in the room have been asked about since. */
  askIfChanged(room: Room, seq: number): void {
    if (room.recent.after(seq)?.some(({ type }) => isAboutRights(type))) this.onRights(room)
  }

  put(room: Room, present: Present): void {
    room.people.put(present)
    this.neighbours?.joined(room.workspace_id, present)
  }

  moved(room: Room, connection: string, where: Partial<Whereabouts & Pick<Present, 'type'>>): void {
    room.people.move(connection, where)
    this.neighbours?.moved(room.workspace_id, { connection })
  }

  lead(room: Room, connection: string): void {
    room.people.setLead(connection, true)
    this.neighbours?.led(room.workspace_id, room.people.lead)
  }

  stopLeading(room: Room, connection: string): void {
    if (room.people.leader?.connection !== connection) return
    room.people.setLead(connection, false)
    this.neighbours?.led(room.workspace_id, room.people.lead)
  }

  leave(room: Room, connection: string): void {
    const { workspace_id } = room
    room.people.remove(connection)
    this.neighbours?.left(workspace_id, connection)
    if (room.members.size > 0) return
    room.close()
    this.rooms.delete(workspace_id)
    this.roster.tidy(workspace_id)
    this.neighbours?.closed(workspace_id)
  }

  /** What went wrong as it may be told; what is our fault goes to the log. */
  problemOf(error: unknown, connection: string): Problem {
    if (error instanceof Problem) return error
    const problem = this.domain.problemOf(error)
    this.domain.log.error({ err: error, request_id: connection }, problem.message)
    return problem
  }
}
