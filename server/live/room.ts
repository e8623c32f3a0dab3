// The people of this process who have one workspace open. It reads the committed log once for all of them, frames what
// they are to have once, and gathers whatever happens within a tick into one write for each socket.

import type { EventText } from '../events/event-text.ts'
import { frameOf } from './frame.ts'
import type { People } from './presence.ts'
import { RecentEvents } from './recent-events.ts'
import type { Wire } from './socket-writer.ts'

export interface Member {
  readonly connection: string
  readonly wire: Wire
  /** Whether they may have the addresses of originals. */
  seesOriginals: boolean
  /** Up to date, and told of every event; the others are catching up. */
  isLive: boolean
  /** Was not told of everybody's moves, and must be told anew. */
  missesPeople: boolean
  /** Reads too slowly: catches up with a fresh snapshot once it has read what is under way. */
  fallBehind(): void
}

export interface RoomParts {
  readonly workspace_id: number
  readonly uid: string
  /** As of this number the room is told of events. */
  readonly seq: number
  readonly people: People
  readonly readEvents: (after: number, limit: number) => Promise<EventText[]>
  /** Told after each tick that brought events, with their types. */
  readonly onEvents: (types: ReadonlySet<string>) => void
  readonly onFault: (error: unknown) => void
  /** For tests: milliseconds that only go forward. */
  readonly now?: () => number
}

const tickMs = 16
const pageSize = 500
/** The more are here, the less often everybody is told of everybody: from so many on, and again from so many on. */
const company = 10
const crowd = 40
/** In company changes are carried out no more often than this. */
const gatherMs = 2 * tickMs
const afterFaultMs = 500

export class Room {
  readonly workspace_id: number
  readonly uid: string
  readonly people: People
  readonly members = new Set<Member>()
  readonly recent: RecentEvents
  readonly #parts: RoomParts
  #waiting: ((seq: number) => void)[] = []
  /** Changes that are about to be carried out together. */
  #gathering: Promise<void> | undefined
  #gatheredAt = 0
  #isReadDue = false
  /** Heard of, following on what was told, and not told yet. */
  #heard: EventText[] = []
  #isTicking = false
  /** While a tick is planned. */
  #cancel: (() => void) | undefined
  #tickAt = 0
  #readAt = 0
  #toldAt = 0
  #isClosed = false

  constructor(parts: RoomParts) {
    this.#parts = parts
    this.workspace_id = parts.workspace_id
    this.uid = parts.uid
    this.people = parts.people
    this.recent = new RecentEvents(parts.seq)
    this.people.onNews = () => this.#plan()
    this.people.onOvertaking = () => this.#tellBeforeNext()
  }

  /** The number of the last event that live members have been told. */
  get seq(): number {
    return this.recent.seq
  }

  close(): void {
    this.#isClosed = true
    this.people.onNews = null
    this.people.onOvertaking = null
    this.#cancel?.()
    this.#settle()
  }

  /** There may be new events. */
  wake(): void {
    this.#isReadDue = true
    this.#heard = []
    this.#plan()
  }

  /** These are committed; null where only the log can tell which. */
  hear(events: () => readonly EventText[] | null): void {
    const isFollowed = !this.#isTicking && !this.#isReadDue
    const heard = isFollowed ? events() : null
    const next = (this.#heard.at(-1)?.seq ?? this.seq) + 1
    // Something in between was committed elsewhere, or is being read at the moment.
    if (heard?.[0]?.seq !== next) this.wake()
    else {
      this.#heard.push(...heard)
      this.#plan()
    }
  }

  /** Calls back once all events that are committed by now have been told, with the number of the last. */
  afterEvents(act: (seq: number) => void): void {
    this.#waiting.push(act)
    // Nobody is left to be told, and no tick to come.
    if (this.#isClosed && !this.#isTicking) this.#settle()
    else this.wake()
  }

  /** The same for those that the room has heard of: all that were committed by this process. */
  afterHeard(act: (seq: number) => void): void {
    if (this.#isTicking || this.#isClosed) this.afterEvents(act)
    else if (this.#isReadDue || this.#heard.length > 0) this.#waiting.push(act)
    else act(this.seq)
  }

  /**
   * Fulfils when it is time to carry out a change. In company that is at once only where the last was a while ago: all
   * that come meanwhile share a commit and a message to everybody.
   */
  async turnToChange(): Promise<void> {
    const pauseMs = this.people.size > company ? gatherMs : 0
    const now = this.#parts.now ?? (() => performance.now())
    const waitMs = this.#gatheredAt + pauseMs - now()
    if (waitMs > 0) this.#gathering ??= new Promise(resolve => setTimeout(resolve, waitMs))
    const gathering = this.#gathering
    await gathering
    // Others may have begun to gather meanwhile.
    if (this.#gathering === gathering) this.#gathering = undefined
    this.#gatheredAt = now()
  }

  #plan(): void {
    if (this.#isTicking || this.#isClosed) return
    const readAt = this.#isReadDue || this.#heard.length > 0 ? this.#readAt + tickMs : Number.POSITIVE_INFINITY
    const tellAt = this.people.hasNews ? this.#toldAt + this.#tellMs.most : Number.POSITIVE_INFINITY
    const at = Math.min(readAt, tellAt)
    if (at === Number.POSITIVE_INFINITY) return
    if (this.#cancel !== undefined && this.#tickAt <= at) return
    this.#cancel?.()
    this.#tickAt = at
    this.#cancel = soon(at - performance.now(), () => this.#tick())
  }

  /** How long news of people wait at most before they are told, and at least where one would overtake another. */
  get #tellMs(): { most: number; least: number } {
    const { size } = this.people
    const least = tickMs * Math.max(1, Math.min(size, crowd) / company, size / crowd)
    return { most: size > company ? 2 * least : least, least }
  }

  /** Before a move takes the place of one that nobody was told of yet. */
  #tellBeforeNext(): void {
    if (!this.#isTicking && performance.now() >= this.#toldAt + this.#tellMs.least) this.#tell([], 'people')
  }

  async #tick(): Promise<void> {
    this.#cancel = undefined
    this.#isTicking = true
    try {
      const waiting = this.#waiting
      const isRead = this.#isReadDue
      this.#waiting = []
      this.#isReadDue = false
      try {
        if (isRead) await this.#read()
        else this.#tellHeard()
      } catch (error) {
        this.#waiting = [...waiting, ...this.#waiting]
        throw error
      }
      for (const act of waiting) act(this.seq)
    } catch (error) {
      this.#parts.onFault(error)
      this.#readAt = performance.now() + afterFaultMs
      this.#isReadDue = true
    } finally {
      this.#isTicking = false
      if (this.#isClosed) this.#settle()
      else this.#plan()
    }
  }

  #settle(): void {
    for (const act of this.#waiting.splice(0)) act(this.seq)
  }

  async #read(): Promise<void> {
    this.#readAt = performance.now()
    for (;;) {
      const events = await this.#parts.readEvents(this.seq, pageSize)
      this.#pass(events)
      if (events.length < pageSize) return
    }
  }

  #tellHeard(): void {
    const heard = this.#heard
    this.#heard = []
    if (heard.length > 0) this.#readAt = performance.now()
    for (let at = 0; at === 0 || at < heard.length; at += pageSize) this.#pass(heard.slice(at, at + pageSize))
  }

  #pass(events: readonly EventText[]): void {
    this.recent.add(events)
    this.#tell(events)
    if (events.length > 0) this.#parts.onEvents(new Set(events.map(event => event.type)))
  }

  /** One write for each member, of one of a few buffers. */
  #tell(events: readonly EventText[], what?: 'people'): void {
    const now = performance.now()
    const isPeopleDue = this.people.hasNews && (what === 'people' || now >= this.#toldAt + this.#tellMs.most - 1)
    if (isPeopleDue) this.#toldAt = now
    const people = isPeopleDue ? this.people.takeNews().map(frameOf) : []
    if (events.length === 0 && people.length === 0) return
    const full = joined([...framesOf(events, 'full'), ...people])
    const isSame = events.every(event => event.full === event.plain)
    const plain = isSame ? full : joined([...framesOf(events, 'plain'), ...people])
    const others = joined(people)
    for (const member of this.members) {
      if (member.wire.isSlow) this.#passOver(member)
      else if (!member.isLive) others.length > 0 && member.wire.write(others)
      else member.wire.write(member.seesOriginals ? full : plain)
    }
  }

  #passOver(member: Member): void {
    member.missesPeople = true
    if (member.isLive) member.fallBehind()
  }
}

/** With this turn of the event loop where it is due: a timer would sleep first. */
function soon(ms: number, act: () => void): () => void {
  if (ms <= 0) {
    const immediate = setImmediate(act)
    return () => clearImmediate(immediate)
  }
  const timer = setTimeout(act, ms)
  return () => clearTimeout(timer)
}

const eventsText = (events: readonly EventText[], which: 'full' | 'plain') =>
  `{"type":"events","events":[${events.map(event => event[which]).join()}]}`

export const framesOf = (events: readonly EventText[], which: 'full' | 'plain'): Buffer[] =>
  events.length === 0 ? [] : [frameOf(eventsText(events, which))]

const joined = (frames: readonly Buffer[]): Buffer =>
  frames.length === 1 ? (frames[0] as Buffer) : Buffer.concat(frames)
