// Writes down what was told, for many listeners in one transaction: what came of each attempt, how far each listener is,
// which are suspended and which are let go. Telling goes on meanwhile; what a crash leaves unwritten is told again.

import type { Logger } from 'pino'
import type { Database } from '../db/database.ts'
import type { DeliveryTable } from '../db/schema.ts'
import { isoNow } from '../iso-now.ts'
import { enqueueListenersSuspended } from '../mail/enqueue-mail.ts'
import { insertDeliveries } from './delivery-store.ts'
import type { ServedListener } from './active-listener.ts'
import { type Moved, moveOn, type NodeLease, type Progress } from './delivery-cursor-store.ts'

/** How long the first attempt waits for others to be written down with it: longer where writing takes long. */
const gatherMs = 50
const gatherAtMostMs = 500
const shareOfWriting = 0.02
/** Where nothing was sent there is no hurry. */
const unhurriedMs = 1_000
const afterFaultMs = 1_000
const mostAtOnce = 4_000
const mostUnwritten = 10_000

export interface BookSettings {
  readonly db: Database
  readonly log: Logger
  readonly lease: () => NodeLease
  /** It was set back, deleted, or taken over by another node. */
  readonly onLost: (one: ServedListener) => void
  readonly onLeft: (one: ServedListener) => void
}

export class ProgressBook {
  readonly #settings: BookSettings
  #deliveries: DeliveryTable[] = []
  #moved = new Set<ServedListener>()
  #timer: NodeJS.Timeout | undefined
  #timerAt = 0
  #writing: Promise<void> | undefined
  #waiting: (() => void)[] = []
  #gatherMs = gatherMs
  #isClosed = false

  constructor(settings: BookSettings) {
    this.#settings = settings
  }

  /** An attempt is over, and the listener stands where it now stands. */
  note(one: ServedListener, delivery: DeliveryTable): void {
    this.#deliveries.push(delivery)
    this.#moved.add(one)
    this.#schedule(this.#deliveries.length >= mostAtOnce ? 0 : this.#gatherMs)
  }

  /** The listener has passed events that it does not want. */
  pass(one: ServedListener): void {
    this.#moved.add(one)
    this.#schedule(unhurriedMs)
  }

  leave(one: ServedListener): void {
    one.isLeaving = true
    this.#moved.add(one)
    this.#schedule(this.#gatherMs)
  }

  /** Waits where so much is unwritten that telling more would only mean telling more twice. */
  async room(): Promise<void> {
    while (this.#deliveries.length >= mostUnwritten)
      await new Promise<void>(resolve => {
        this.#waiting.push(resolve)
      })
  }

  /** Writes everything there is, or says in the log why it cannot. */
  async close(): Promise<void> {
    clearTimeout(this.#timer)
    await this.#writing
    clearTimeout(this.#timer)
    if (this.#moved.size > 0) await this.#write()
    this.#isClosed = true
    clearTimeout(this.#timer)
  }

  #schedule(delayMs: number): void {
    const at = performance.now() + delayMs
    if (this.#isClosed || this.#writing || (this.#timer && this.#timerAt <= at)) return
    clearTimeout(this.#timer)
    this.#timerAt = at
    this.#timer = setTimeout(() => this.#begin(), delayMs)
  }

  #begin(): void {
    this.#timer = undefined
    this.#writing ??= this.#write().then(isWritten => {
      this.#writing = undefined
      if (this.#moved.size > 0) this.#schedule(isWritten ? this.#gatherMs : afterFaultMs)
    })
  }

  async #write(): Promise<boolean> {
    const deliveries = this.#deliveries
    const listeners = [...this.#moved].filter(one => !one.isLost)
    const progress = listeners.map(one => one.progress())
    this.#deliveries = []
    this.#moved = new Set()
    const startedAt = performance.now()
    try {
      const moved = await this.#store(listeners, progress, deliveries)
      this.#settle(listeners, progress, moved)
    } catch (error) {
      this.#settings.log.error({ err: error }, 'what listeners were told cannot be written down: it is tried again')
      this.#deliveries = [...deliveries, ...this.#deliveries]
      for (const one of listeners) this.#moved.add(one)
      return false
    }
    const tookMs = performance.now() - startedAt
    this.#gatherMs = Math.min(Math.max(gatherMs, tookMs / shareOfWriting), gatherAtMostMs)
    for (const go of this.#waiting.splice(0)) go()
    return true
  }

  async #store(
    listeners: readonly ServedListener[],
    progress: readonly Progress[],
    deliveries: readonly DeliveryTable[],
  ) {
    const lease = this.#settings.lease()
    const [changed, same] = sortOut(progress, lease)
    if (changed.length === 0 && deliveries.length === 0) return same
    const moved = await this.#settings.db.write(async tx => {
      const [found] = await Promise.all([moveOn(tx, changed, lease), insertDeliveries(tx, deliveries)])
      await enqueueListenersSuspended(tx, suspendedAmong(listeners, found), isoNow())
      return found
    })
    return [...moved, ...same]
  }

  #settle(listeners: readonly ServedListener[], progress: readonly Progress[], moved: readonly Moved[]): void {
    const byId = new Map(moved.map(one => [one.id, one]))
    const { onLost, onLeft } = this.#settings
    for (const [index, one] of listeners.entries()) {
      const { to_seq, lets_go } = progress[index] as Progress
      const found = byId.get(one.id)
      if (found) one.written = to_seq
      if (found && found.version !== one.version) one.isStale = true
      if (!found) onLost(one)
      else if (lets_go === 1) onLeft(one)
    }
  }
}

/** Where nobody else could hold it, one that has not moved is let go by forgetting it. */
function sortOut(progress: readonly Progress[], { owner }: NodeLease): [Progress[], Moved[]] {
  const changed: Progress[] = []
  const same: Moved[] = []
  for (const one of progress) {
    const hasMoved = one.from_seq !== one.to_seq || one.new_due_at !== null || one.new_status !== 'ACTIVE'
    if (hasMoved || (one.lets_go === 1 && owner !== null)) changed.push(one)
    else same.push({ id: one.listener, version: one.known_version, status: one.new_status })
  }
  return [changed, same]
}

/** Not those that their owner has meanwhile resumed. */
function suspendedAmong(listeners: readonly ServedListener[], moved: readonly Moved[]) {
  const ids = new Set(moved.filter(({ status }) => status === 'SUSPENDED').map(({ id }) => id))
  return listeners
    .filter(one => one.status === 'SUSPENDED' && ids.has(one.id))
    .map(({ id, user_id }) => ({ listener_id: id, user_id }))
}
