// Who is there, where they are and who leads; and where one is oneself, sent at most 30 times a second.

import type { ClientMessage, LivePerson, ServerMessages } from '@tessera/contract/live'
import type { Presence } from './live-workspace.ts'

const furthest = 1_000_000_000
const longestList = 500
/** A little less than 30 a second, since clocks differ. */
const presenceEveryMs = 35

export class LivePeople {
  readonly people = new Map<string, LivePerson>()
  leader: number | null = null

  welcome({ people, leader }: Pick<ServerMessages['welcome'], 'people' | 'leader'>): void {
    this.people.clear()
    for (const person of people) this.people.set(person.connection, person)
    this.leader = leader
  }

  presence({ people, left, all }: ServerMessages['presence']): void {
    if (all) this.people.clear()
    for (const person of people) this.people.set(person.connection, person)
    for (const connection of left) this.people.delete(connection)
  }
}

/** One's own presence. What is told faster than it may be sent is gathered, and the last value of a field is sent. */
export class OwnPresence {
  readonly #send: (message: ClientMessage) => boolean
  #now: Partial<Presence> = {}
  #unsent: Partial<Presence> = {}
  #sentAt = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  #follows: number | null = null
  #isLeading = false
  /** The lead was asked for, and nothing has been heard of it yet. */
  #isLeadAsked = false

  constructor(send: (message: ClientMessage) => boolean) {
    this.#send = send
  }

  show(presence: Partial<Presence>): void {
    this.#now = { ...this.#now, ...presence }
    this.#unsent = { ...this.#unsent, ...presence }
    this.#timer ??= setTimeout(() => this.#flush(), Math.max(0, this.#sentAt + presenceEveryMs - Date.now()))
  }

  lead(on: boolean): void {
    this.#isLeading = on
    this.#isLeadAsked = on
    this.#send({ type: 'lead', on })
  }

  follow(userId: number | null): void {
    this.#follows = userId
    this.#send({ type: 'follow', user_id: userId })
  }

  /** A new connection knows nothing of what the last one was told. */
  connected(me: number, leader: number | null): void {
    if (Object.keys(this.#now).length > 0) this.show(this.#now)
    if (this.#follows !== null) this.follow(this.#follows)
    if (this.#isLeading && leader === null) this.lead(true)
    else this.leaderIs(me, leader)
  }

  /** Whoever lost the lead to somebody else does not take it back. */
  leaderIs(me: number, leader: number | null): void {
    // Somebody else gave it up before the service knew that one wants it.
    if (leader === null && this.#isLeadAsked) return
    this.#isLeadAsked = false
    this.#isLeading &&= leader === me
  }

  /** Something that was told may have been more than the service takes. */
  forget(): void {
    this.#now = {}
    this.#unsent = {}
    this.#follows = null
    this.#isLeading = false
    this.#isLeadAsked = false
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
    ...(cursor === undefined ? {} : { cursor: cursor && place(cursor) }),
    ...(view === undefined ? {} : { view: view && { ...place(view), zoom: view.zoom } }),
    ...(selection === undefined ? {} : { selection: selection.slice(0, longestList) }),
    ...(moving === undefined ? {} : { moving: moving.slice(0, longestList).map(one => ({ ...one })) }),
  }
}

const place = ({ x, y }: { x: number; y: number }) => ({ x: within(x), y: within(y) })
const within = (value: number) => Math.min(Math.max(value, -furthest), furthest)
