// Stores the progress of deliveries for many listeners in one transaction: each attempt, the cursor of each listener,
// suspensions and released leases. Delivery continues meanwhile; progress that is lost in a crash is delivered again.

import type { Logger } from 'pino'
import { enqueueListenersSuspended } from '../../accounts/mail/index.ts'
import type { DeliveryTable } from '../../platform/schema/index.ts'
import type { Database, Tx } from '../../platform/sql/index.ts'
import { isoNow } from '../../tools/index.ts'
import type { ActiveListener } from './active-listener.ts'
import { advanceCursors, type CursorUpdate, type UpdatedCursor } from './delivery-cursor-store.ts'
import { insertDeliveries } from './delivery-store.ts'
import { suspendOrganizationListeners } from './organization-listener-store.ts'

/** How long an attempt waits to share a transaction with others: longer if transactions are slow. */
const minBatchMs = 50
const maxBatchMs = 500
/** The batch time is chosen so that transactions take up this share of it. */
const writeShare = 0.02
/** If nothing was sent, storing is not urgent. */
const skippedBatchMs = 1_000
const retryMs = 1_000
const maxBatchSize = 4_000
const maxUnstored = 10_000

export interface DeliveryProgressSettings {
  readonly db: Database
  readonly log: Logger
  /** The node that holds the leases; null with the embedded database. */
  readonly owner: string | null
  /** Called when the listener was replayed, deleted, or leased by another node. */
  readonly onLost: (listener: ActiveListener) => void
  readonly onReleased: (listener: ActiveListener) => void
}

export class DeliveryProgress {
  readonly #settings: DeliveryProgressSettings
  #deliveries: DeliveryTable[] = []
  #dirty = new Set<ActiveListener>()
  #timer: NodeJS.Timeout | undefined
  #timerAt = 0
  #writing: Promise<void> | undefined
  #waiting: (() => void)[] = []
  #batchMs = minBatchMs
  #isClosed = false

  constructor(settings: DeliveryProgressSettings) {
    this.#settings = settings
  }

  /** The listener already has the state after the attempt. */
  recordAttempt(listener: ActiveListener, delivery: DeliveryTable): void {
    this.#deliveries.push(delivery)
    this.#dirty.add(listener)
    this.#schedule(this.#deliveries.length >= maxBatchSize ? 0 : this.#batchMs)
  }

  /** The listener has passed events that it does not subscribe to. */
  recordSkipped(listener: ActiveListener): void {
    this.#dirty.add(listener)
    this.#schedule(skippedBatchMs)
  }

  release(listener: ActiveListener): void {
    listener.isReleasing = true
    this.#dirty.add(listener)
    this.#schedule(this.#batchMs)
  }

  /** Waits while too much is not stored yet: a crash would deliver all of it twice. */
  async waitForCapacity(): Promise<void> {
    while (this.#deliveries.length >= maxUnstored)
      await new Promise<void>(resolve => {
        this.#waiting.push(resolve)
      })
  }

  /** Stores everything, or logs why it cannot. */
  async close(): Promise<void> {
    clearTimeout(this.#timer)
    await this.#writing
    clearTimeout(this.#timer)
    if (this.#dirty.size > 0) await this.#write()
    this.#isClosed = true
    clearTimeout(this.#timer)
  }

  #schedule(delayMs: number): void {
    const at = performance.now() + delayMs
    if (this.#isClosed || this.#writing || (this.#timer && this.#timerAt <= at)) return
    clearTimeout(this.#timer)
    this.#timerAt = at
    this.#timer = setTimeout(() => this.#flush(), delayMs)
  }

  #flush(): void {
    this.#timer = undefined
    this.#writing ??= this.#write().then(isStored => {
      this.#writing = undefined
      if (this.#dirty.size > 0) this.#schedule(isStored ? this.#batchMs : retryMs)
    })
  }

  async #write(): Promise<boolean> {
    const deliveries = this.#deliveries
    const listeners = [...this.#dirty].filter(listener => !listener.isLost)
    const updates = listeners.map(listener => listener.cursorUpdate())
    this.#deliveries = []
    this.#dirty = new Set()
    const startedAt = performance.now()
    try {
      const stored = await this.#store(listeners, updates, deliveries)
      this.#applyStored(listeners, updates, stored)
    } catch (error) {
      const about = { err: error, deliveries: deliveries.length, listeners: listeners.length }
      this.#settings.log.error(about, `failed to store the progress of deliveries; retrying in ${retryMs / 1_000} s`)
      this.#deliveries = [...deliveries, ...this.#deliveries]
      for (const listener of listeners) this.#dirty.add(listener)
      return false
    }
    const tookMs = performance.now() - startedAt
    this.#batchMs = Math.min(Math.max(minBatchMs, tookMs / writeShare), maxBatchMs)
    for (const resolve of this.#waiting.splice(0)) resolve()
    return true
  }

  async #store(
    listeners: readonly ActiveListener[],
    updates: readonly CursorUpdate[],
    deliveries: readonly DeliveryTable[],
  ) {
    const { owner } = this.#settings
    const [changed, unchanged] = partitionChanged(updates, owner)
    if (changed.length === 0 && deliveries.length === 0) return unchanged
    const stored = await this.#settings.db.write(async tx => {
      const [found] = await Promise.all([advanceCursors(tx, changed, owner), insertDeliveries(tx, deliveries)])
      await suspend(tx, suspendedAmong(listeners, found))
      return found
    })
    return [...stored, ...unchanged]
  }

  #applyStored(
    listeners: readonly ActiveListener[],
    updates: readonly CursorUpdate[],
    stored: readonly UpdatedCursor[],
  ): void {
    const byId = new Map(stored.map(cursor => [cursor.id, cursor]))
    const { onLost, onReleased } = this.#settings
    for (const [index, listener] of listeners.entries()) {
      const { to_seq, releases } = updates[index] as CursorUpdate
      const cursor = byId.get(listener.id)
      if (cursor) listener.storedPosition = to_seq
      if (cursor && cursor.version !== listener.version) listener.isStale = true
      if (!cursor) onLost(listener)
      else if (releases === 1) onReleased(listener)
    }
  }
}

/** Without leases, an unchanged listener is released by removing it from memory. */
function partitionChanged(updates: readonly CursorUpdate[], owner: string | null): [CursorUpdate[], UpdatedCursor[]] {
  const changed: CursorUpdate[] = []
  const unchanged: UpdatedCursor[] = []
  for (const update of updates) {
    const hasMoved = update.from_seq !== update.to_seq || update.new_due_at !== null || update.new_status !== 'ACTIVE'
    if (hasMoved || (update.releases === 1 && owner !== null)) changed.push(update)
    else unchanged.push({ id: update.listener, version: update.known_version, status: update.new_status })
  }
  return [changed, unchanged]
}

/** Leaves out those that their owner has resumed in the meantime. */
function suspendedAmong(
  listeners: readonly ActiveListener[],
  stored: readonly UpdatedCursor[],
): readonly ActiveListener[] {
  const ids = new Set(stored.filter(({ status }) => status === 'SUSPENDED').map(({ id }) => id))
  return listeners.filter(listener => listener.status === 'SUSPENDED' && ids.has(listener.id))
}

/** A suspended part suspends the whole listener of the organization. There is one mail for each listener. */
async function suspend(tx: Tx, suspended: readonly ActiveListener[]): Promise<void> {
  const ordinary = suspended.filter(listener => listener.organizationListenerId === null)
  const organizationIds = new Set(suspended.flatMap(listener => listener.organizationListenerId ?? []))
  const ofOrganizations = await suspendOrganizationListeners(tx, organizationIds)
  const mailed = [...ordinary, ...ofOrganizations].map(({ id, user_id }) => ({ listener_id: id, user_id }))
  await enqueueListenersSuspended(tx, mailed, isoNow())
}
