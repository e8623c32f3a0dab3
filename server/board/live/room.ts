// One open workspace in this process. It reads the committed log once for all members, builds each frame once, and combines
// what happens within a tick into one write per socket. One timer runs the ticks, and only while something waits for one.

import { setImmediate as nextTurn } from 'node:timers/promises'
import type { EventText } from '../events/event-text.ts'
import { frameOf } from './frame.ts'
import { PagedPresence, wholePresence } from './paged-presence.ts'
import type { Presence } from './presence.ts'
import { RecentEvents } from './recent-events.ts'
import { type Member, skipSlow } from './room-member.ts'

export interface RoomSettings {
  readonly workspace_id: number
  readonly uid: string
  /** The seq of the last event that needs no broadcast. */
  readonly seq: number
  readonly presence: Presence
  readonly readEvents: (after: number, limit: number) => Promise<EventText[]>
  /** Called after each tick that broadcast events, with their types. */
  readonly onEvents: (types: ReadonlySet<string>) => void
  /** Called with the time from when the room learned of new events until they were written to its sockets. */
  readonly onFanOut?: (seconds: number) => void
  readonly onError: (error: unknown) => void
}

const tickMs = 16
const pageSize = 500
/** Presence is throttled above 10 connections, and further above 40. */
const mediumRoom = 10
const largeRoom = 40
const retryMs = 500
const never = Number.POSITIVE_INFINITY

export class Room {
  readonly workspace_id: number
  readonly uid: string
  readonly presence: Presence
  readonly members = new Set<Member>()
  readonly recent: RecentEvents
  readonly #settings: RoomSettings
  readonly #pages: PagedPresence
  /** Callbacks for when the committed events have been broadcast. */
  #waiting: ((seq: number) => void)[] = []
  /** Changes that wait to be applied together. */
  #changes: (() => void)[] = []
  #isReadDue = false
  /** Committed events that follow the last broadcast one, not broadcast yet. */
  #queued: EventText[] = []
  #isTicking = false
  #cancelTick: (() => void) | undefined
  #tickAt = never
  #changesAppliedAt = 0
  #eventsSentAt = 0
  #presenceSentAt = 0
  /** When the room learned of events that no tick has processed yet, and of those that the current tick sends. */
  #newSince: number | undefined
  #sentSince: number | undefined
  #isClosed = false

  constructor(settings: RoomSettings) {
    this.#settings = settings
    this.workspace_id = settings.workspace_id
    this.uid = settings.uid
    this.presence = settings.presence
    this.recent = new RecentEvents(settings.seq)
    this.#pages = new PagedPresence(this.presence, this.members, () => this.#schedule())
    this.presence.onUpdate = () => this.#schedule()
    this.presence.onOverwrite = () => this.#sendBeforeOverwrite()
  }

  /** The seq of the last event that was broadcast. */
  get seq(): number {
    return this.recent.seq
  }

  close(): void {
    this.#isClosed = true
    this.presence.onUpdate = null
    this.presence.onOverwrite = null
    this.#cancelTick?.()
    this.#applyChanges()
    this.#resolveWaiting()
  }

  /** Called when there may be new events in the log. */
  wake(): void {
    this.#newSince ??= performance.now()
    this.#isReadDue = true
    this.#queued = []
    this.#schedule()
  }

  /** These events were committed by this process; null if they have to be read from the log. */
  onCommit(events: () => readonly EventText[] | null): void {
    const isInSync = !this.#isTicking && !this.#isReadDue
    const committed = isInSync ? events() : null
    const next = (this.#queued.at(-1)?.seq ?? this.seq) + 1
    // Another process committed something in between, or the log is being read.
    if (committed?.[0]?.seq !== next) this.wake()
    else {
      this.#newSince ??= performance.now()
      this.#queued.push(...committed)
      this.#schedule()
    }
  }

  /** Calls back with the last seq once all events committed until now have been broadcast. */
  afterEvents(callback: (seq: number) => void): void {
    this.#waiting.push(callback)
    // A closed room has no next tick.
    if (this.#isClosed && !this.#isTicking) this.#resolveWaiting()
    else this.wake()
  }

  /** Does the same for events committed by this process, which the room already knows. */
  afterLocalEvents(callback: (seq: number) => void): void {
    if (this.#isTicking || this.#isClosed) this.afterEvents(callback)
    else if (this.#isReadDue || this.#queued.length > 0) this.#waiting.push(callback)
    else callback(this.seq)
  }

  /** Resolves when a change may be applied. In larger rooms, changes that arrive close together share a commit and a message. */
  async waitForChangeBatch(): Promise<void> {
    // Even in a room that has become small, no change overtakes those that wait.
    const isAtOnce = this.#changes.length === 0 && this.presence.size <= mediumRoom
    if (isAtOnce || this.#isClosed) return
    await new Promise<void>(resolve => {
      this.#changes.push(resolve)
      this.#schedule()
    })
  }

  #schedule(): void {
    if (this.#isTicking || this.#isClosed) return
    const at = Math.min(this.#changesDueAt, this.#eventsDueAt, this.#presenceDueAt)
    if (at >= this.#tickAt) return
    this.#cancelTick?.()
    this.#tickAt = at
    this.#cancelTick = runAfter(at - performance.now(), () => this.#tick())
  }

  get #changesDueAt(): number {
    return this.#changes.length > 0 ? this.#changesAppliedAt + changeBatchMs(this.members.size) : never
  }

  get #eventsDueAt(): number {
    return this.#isReadDue || this.#queued.length > 0 ? this.#eventsSentAt + tickMs : never
  }

  get #presenceDueAt(): number {
    return this.presence.hasUpdates && !this.#pages.isSending
      ? this.#presenceSentAt + this.#presenceIntervalMs.max
      : never
  }

  get #presenceIntervalMs(): { max: number; min: number } {
    return presenceIntervalMs(this.presence.size)
  }

  /** Sends an update that is about to be overwritten, so that others see the motion between the two. */
  #sendBeforeOverwrite(): void {
    if (
      !this.#isTicking &&
      !this.#pages.isSending &&
      performance.now() >= this.#presenceSentAt + this.#presenceIntervalMs.min
    )
      this.#broadcast([], 'presence')
  }

  /** Applies the changes that are due, sends all events, and presence updates if they are due. */
  async #tick(): Promise<void> {
    this.#tickAt = never
    this.#isTicking = true
    try {
      if (isReached(this.#changesDueAt)) this.#applyChanges()
      const waiting = this.#waiting
      const isRead = this.#isReadDue
      this.#waiting = []
      this.#isReadDue = false
      this.#sentSince = this.#newSince
      this.#newSince = undefined
      try {
        if (isRead) await this.#broadcastLog()
        else this.#broadcastQueued()
      } catch (error) {
        this.#waiting = [...waiting, ...this.#waiting]
        throw error
      }
      for (const callback of waiting) callback(this.seq)
    } catch (error) {
      this.#settings.onError(error)
      this.#eventsSentAt = performance.now() + retryMs
      this.#isReadDue = true
    } finally {
      this.#isTicking = false
      if (this.#isClosed) this.#resolveWaiting()
      else this.#schedule()
    }
  }

  #applyChanges(): void {
    this.#changesAppliedAt = performance.now()
    for (const apply of this.#changes.splice(0)) apply()
  }

  #resolveWaiting(): void {
    for (const callback of this.#waiting.splice(0)) callback(this.seq)
  }

  async #broadcastLog(): Promise<void> {
    this.#eventsSentAt = performance.now()
    for (;;) {
      const events = await this.#settings.readEvents(this.seq, pageSize)
      this.#broadcastPage(events)
      if (events.length < pageSize) return
      await nextTurn()
    }
  }

  #broadcastQueued(): void {
    const queued = this.#queued
    this.#queued = []
    if (queued.length > 0) this.#eventsSentAt = performance.now()
    for (let at = 0; at === 0 || at < queued.length; at += pageSize)
      this.#broadcastPage(queued.slice(at, at + pageSize))
  }

  #broadcastPage(events: readonly EventText[]): void {
    this.recent.add(events)
    this.#broadcast(events)
    if (events.length === 0) return
    if (this.#sentSince !== undefined) this.#settings.onFanOut?.((performance.now() - this.#sentSince) / 1_000)
    this.#settings.onEvents(new Set(events.map(event => event.type)))
  }

  /** One write per member, of one of a few shared buffers. */
  #broadcast(events: readonly EventText[], forced?: 'presence'): void {
    const isPresenceDue = forced === 'presence' || isReached(this.#presenceDueAt)
    if (isPresenceDue) this.#presenceSentAt = performance.now()
    const isPaged = this.presence.isPaged
    if (isPresenceDue && isPaged) this.#pages.send()
    const updates = isPresenceDue && !isPaged ? this.presence.takeUpdates().map(frameOf) : []
    if (events.length === 0 && updates.length === 0) return
    const full = concat([...framesOf(events, 'full'), ...updates])
    const isSame = events.every(event => event.full === event.plain)
    const plain = isSame ? full : concat([...framesOf(events, 'plain'), ...updates])
    const presenceOnly = concat(updates)
    for (const member of this.members) {
      if (member.writer.isSlow) {
        skipSlow(member)
        continue
      }
      // The room has become small: the member gets to know everyone before it is sent changes of all.
      if (updates.length > 0 && member.page) member.writer.send(wholePresence(this.presence, member))
      if (!member.isLive) presenceOnly.length > 0 && member.writer.write(presenceOnly)
      else member.writer.write(member.seesOriginals ? full : plain)
    }
  }
}

/**
 * The interval between batches of changes. In a room of a thousand the last member is written to 10 ms or more after
 * the first, so the wait before is shorter; with many thousands, writing would otherwise take all of the processor.
 */
const changeBatchMs = (members: number) => Math.max(24, 32 - Math.max(0, members - 500) / 62.5, members / 50)

/** How long a presence update waits at most, and at least if a newer one would overwrite it. It grows with the room. */
export function presenceIntervalMs(size: number): { readonly max: number; readonly min: number } {
  const min = tickMs * Math.max(1, Math.min(size, largeRoom) / mediumRoom, size / largeRoom)
  return { max: size > mediumRoom ? 2 * min : min, min }
}

/** Timers may fire up to a millisecond early. */
const isReached = (at: number) => performance.now() >= at - 1

/** Overdue callbacks run in this turn of the event loop: a timer would wait for at least a millisecond. */
function runAfter(ms: number, callback: () => void): () => void {
  if (ms <= 0) {
    const immediate = setImmediate(callback)
    return () => clearImmediate(immediate)
  }
  const timer = setTimeout(callback, ms)
  return () => clearTimeout(timer)
}

const eventsText = (events: readonly EventText[], which: 'full' | 'plain') =>
  `{"type":"events","events":[${events.map(event => event[which]).join()}]}`

export const framesOf = (events: readonly EventText[], which: 'full' | 'plain'): Buffer[] =>
  events.length === 0 ? [] : [frameOf(eventsText(events, which))]

const concat = (frames: readonly Buffer[]): Buffer =>
  frames.length === 1 ? (frames[0] as Buffer) : Buffer.concat(frames)
