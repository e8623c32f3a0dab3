// What all connections of this process share: rooms, presence and access checks. Sockets and timers are in live.ts.

import { Problem } from '@tessera/contract'
import {
  type Claim,
  callerOf,
  type Lookups,
  requireScopes,
  type WorkspaceRow,
  workspaceAccessOf,
} from '../../accounts/access/index.ts'
import { UserByteLimits } from '../../platform/limits/index.ts'
import { highestOf, Semaphore } from '../../tools/index.ts'
import { type Boards, openBoards } from './board-frames.ts'
import type { LiveDomain } from './live-domain.ts'
import type { Lead, Participant, PresenceState } from './presence.ts'
import { Room } from './room.ts'
import type { Roster } from './roster.ts'

export interface LiveTiming {
  readonly helloMs: number
  /** How often clients are pinged. A dead connection is found after two pings at the latest. */
  readonly pingMs: number
  /** How often the access of all connections is checked again. */
  readonly accessMs: number
}

/** The cluster bus, to notify the other processes. */
export interface Peers {
  joined(workspace_id: number, present: Participant): void
  left(workspace_id: number, connection: string): void
  presenceChanged(workspace_id: number, connection: string): void
  leadChanged(workspace_id: number, lead: Lead): void
  roomOpened(workspace_id: number): void
  roomClosed(workspace_id: number): void
  eventsCommitted(workspace_ids: Iterable<number>): void
  close(): void
}

/** Event types that may change a user's access to the workspace. */
const accessEvents = /^WORKSPACE_(UPDATE|DELETE|USER_)/
const affectsAccess = (type: string) => accessEvents.test(type)

export class LiveHub {
  readonly domain: LiveDomain
  readonly timing: LiveTiming
  readonly roster: Roster
  readonly rooms = new Map<number, Room>()
  readonly boards: Boards
  /** Snapshots that are being sent to one user. */
  readonly boardTurns = new Semaphore<number>(0, { perKey: 4 })
  readonly bytesOfUsers = new UserByteLimits()
  /** The open connections of each user. */
  readonly #connections = new Map<number, number>()
  isClosing = false
  peers: Peers | null = null
  /** Called when the access of all members of a room has to be checked again. */
  onAccessChange: (room: Room) => void = () => {}
  readonly #lookups: Lookups
  #accessChecks = 0

  constructor(domain: LiveDomain, timing: LiveTiming, lookups: Lookups) {
    this.domain = domain
    this.roster = domain.roster
    this.timing = timing
    this.#lookups = lookups
    this.boards = openBoards(domain.readBoard)
  }

  /** Must be called before a check starts: checks may finish in another order. */
  nextAccessCheck(): number {
    return ++this.#accessChecks
  }

  /** Throws if the user may not read the workspace. */
  async requireAccess({ user_id, grant_id }: Claim, uid: string) {
    const row = await this.#lookups.workspace({ user_id, grant_id, uid })
    const caller = callerOf(row)
    requireScopes(caller, ['read'])
    return workspaceAccessOf(row, { rights: [], deleted: false }, caller)
  }

  /** Counts a connection of the user. Throws if there are as many as allowed. */
  connect(user_id: number): void {
    const open = this.#connections.get(user_id) ?? 0
    const { socketsPerUser } = this.domain
    if (socketsPerUser > 0 && open >= socketsPerUser)
      throw new Problem(
        'TooManyRequests',
        `You have ${open} open connections, the most that are allowed; close a tab or a program first`,
      )
    this.#connections.set(user_id, open + 1)
  }

  disconnect(user_id: number): void {
    const open = (this.#connections.get(user_id) ?? 0) - 1
    if (open > 0) this.#connections.set(user_id, open)
    else this.#connections.delete(user_id)
  }

  /** The highest number of open connections of a user. */
  get mostConnections(): number {
    return highestOf(this.#connections.values())
  }

  /** Returns the room of a workspace, and opens it if it is not open in this process. */
  enter({ id: workspace_id, uid, seq }: WorkspaceRow): Room {
    const known = this.rooms.get(workspace_id)
    if (known) return known
    const room: Room = new Room({
      workspace_id,
      uid,
      seq,
      presence: this.roster.getOrCreate(workspace_id),
      readEvents: (after, limit) => this.domain.readEvents(workspace_id, after, limit),
      onEvents: types => {
        if ([...types].some(affectsAccess)) this.onAccessChange(room)
      },
      onFanOut: seconds => this.domain.recordFanOut(seconds),
      onError: error =>
        this.domain.log.warn({ err: error, workspace_id }, 'failed to read events for a live room; retrying'),
    })
    this.rooms.set(workspace_id, room)
    this.peers?.roomOpened(workspace_id)
    // Events committed since the workspace row was read were not broadcast.
    room.wake()
    return room
  }

  /**
   * For a member whose access was read at `seq`: later events may have changed it, and the room was checked before the
   * member joined.
   */
  recheckIfChanged(room: Room, seq: number): void {
    if (room.recent.after(seq)?.some(({ type }) => affectsAccess(type))) this.onAccessChange(room)
  }

  join({ workspace_id }: Pick<Room, 'workspace_id'>, present: Participant): void {
    this.roster.getOrCreate(workspace_id).put(present)
    this.peers?.joined(workspace_id, present)
  }

  updatePresence(
    { workspace_id }: Pick<Room, 'workspace_id'>,
    connection: string,
    state: Partial<PresenceState & Pick<Participant, 'type'>>,
  ): void {
    this.roster.find(workspace_id)?.update(connection, state)
    this.peers?.presenceChanged(workspace_id, connection)
  }

  /** An agent left, which is not in a room. */
  leaveWithoutRoom(workspace_id: number, connection: string): void {
    this.roster.remove(workspace_id, connection)
    this.peers?.left(workspace_id, connection)
  }

  lead(room: Room, connection: string): void {
    room.presence.setLead(connection, true)
    this.peers?.leadChanged(room.workspace_id, room.presence.lead)
  }

  stopLeading(room: Room, connection: string): void {
    if (room.presence.leader?.connection !== connection) return
    room.presence.setLead(connection, false)
    this.peers?.leadChanged(room.workspace_id, room.presence.lead)
  }

  leave(room: Room, connection: string): void {
    const { workspace_id } = room
    room.presence.remove(connection)
    this.peers?.left(workspace_id, connection)
    if (room.members.size > 0) return
    room.close()
    this.rooms.delete(workspace_id)
    this.roster.removeIfEmpty(workspace_id)
    this.peers?.roomClosed(workspace_id)
  }

  /** Returns the problem to report to the client. Internal errors are logged. */
  problemOf(error: unknown, connection: string): Problem {
    if (error instanceof Problem) return error
    const problem = this.domain.problemOf(error)
    this.domain.log.error({ err: error, request_id: connection }, `live message failed: ${problem.message}`)
    return problem
  }
}
