// Presence: the people in the workspace and the leader; and the caller's own presence, sent at most 30 times a second.

import type { ClientMessage, LivePerson, ServerMessages } from '@tessera/contract/live'
import type { Presence } from './live-workspace.ts'

const maxCoordinate = 1_000_000_000
const maxListLength = 500
/** A little less than 30 per second, because clocks differ. */
const presenceIntervalMs = 35
/** The service sends the presence of a large room at most this often for each person: more would be dropped. */
const intervalPerPersonMs = 0.4

export class People {
  readonly people = new Map<string, LivePerson>()
  leader: number | null = null
  /** How many users there are, if the service shows only a part of them. */
  total: number | null = null

  welcome({ people, leader, total }: Pick<ServerMessages['welcome'], 'people' | 'leader' | 'total'>): void {
    this.people.clear()
    for (const person of people) this.people.set(person.connection, person)
    this.leader = leader
    this.total = total ?? null
  }

  presence({ people, left, all, total }: ServerMessages['presence']): void {
    if (all) this.people.clear()
    for (const person of people) this.people.set(person.connection, person)
    for (const connection of left) this.people.delete(connection)
    this.total = total ?? null
  }
}

/** The caller's own presence. Updates between two messages are merged: the last value of a field is sent. */
export class OwnPresence {
  readonly #send: (message: ClientMessage) => boolean
  #current: Partial<Presence> = {}
  #unsent: Partial<Presence> = {}
  #sentAt = 0
  #intervalMs = presenceIntervalMs
  #timer: ReturnType<typeof setTimeout> | undefined
  #follows: number | null = null
  #isLeading = false
  /** The lead was requested, and the service has not confirmed it yet. */
  #isLeadRequested = false

  constructor(send: (message: ClientMessage) => boolean) {
    this.#send = send
  }

  show(presence: Partial<Presence>): void {
    this.#current = { ...this.#current, ...presence }
    this.#unsent = { ...this.#unsent, ...presence }
    this.#timer ??= setTimeout(() => this.#flush(), Math.max(0, this.#sentAt + this.#intervalMs - Date.now()))
  }

  /** `total` is the number of people in a large room; null in any other. */
  setRoomSize(total: number | null): void {
    this.#intervalMs = Math.max(presenceIntervalMs, (total ?? 0) * intervalPerPersonMs)
  }

  lead(on: boolean): void {
    this.#isLeading = on
    this.#isLeadRequested = on
    this.#send({ type: 'lead', on })
  }

  follow(userId: number | null): void {
    this.#follows = userId
    this.#send({ type: 'follow', user_id: userId })
  }

  /** Sends everything again, because a new connection knows nothing of the last one. */
  connected(me: number, leader: number | null): void {
    if (Object.keys(this.#current).length > 0) this.show(this.#current)
    if (this.#follows !== null) this.follow(this.#follows)
    if (this.#isLeading && leader === null) this.lead(true)
    else this.setLeader(me, leader)
  }

  /** A caller who lost the lead to another user does not claim it again. */
  setLeader(me: number, leader: number | null): void {
    // Another user gave up the lead before the service received the request.
    if (leader === null && this.#isLeadRequested) return
    this.#isLeadRequested = false
    this.#isLeading &&= leader === me
  }

  /** Drops everything, because something in it may exceed what the service accepts. */
  clear(): void {
    this.#current = {}
    this.#unsent = {}
    this.#follows = null
    this.#isLeading = false
    this.#isLeadRequested = false
  }

  stop(): void {
    clearTimeout(this.#timer)
  }

  #flush(): void {
    this.#timer = undefined
    this.#sentAt = Date.now()
    const unsent = this.#unsent
    this.#unsent = {}
    this.#send({ type: 'presence', ...withinLimits(unsent) })
  }
}

function withinLimits(presence: Partial<Presence>): Omit<ClientMessage & { type: 'presence' }, 'type'> {
  const { cursor, view, selection, moving } = presence
  return {
    ...(cursor === undefined
      ? {}
      : { cursor: cursor && { ...clampPoint(cursor), ...(cursor.laser ? { laser: true } : {}) } }),
    ...(view === undefined ? {} : { view: view && viewWithinLimits(view) }),
    ...(selection === undefined ? {} : { selection: selection.slice(0, maxListLength) }),
    ...(moving === undefined ? {} : { moving: moving.slice(0, maxListLength).map(one => ({ ...one })) }),
  }
}

function viewWithinLimits({ x, y, zoom, width, height }: NonNullable<Presence['view']>) {
  const size = width && height ? { width: clampSize(width), height: clampSize(height) } : {}
  return { ...clampPoint({ x, y }), zoom, ...size }
}

const clampSize = (pixels: number) => Math.min(Math.max(pixels, 1), 100_000)
const clampPoint = ({ x, y }: { x: number; y: number }) => ({ x: clamp(x), y: clamp(y) })
const clamp = (value: number) => Math.min(Math.max(value, -maxCoordinate), maxCoordinate)
