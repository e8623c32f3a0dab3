// Delivers events to listeners. It wakes up on commits of this process, when a retry is due, and every five seconds for
// events that other nodes have not delivered.

import type { Logger } from 'pino'
import type { SignFile } from '../../platform/files/index.ts'
import { type Clock, systemClock } from '../../platform/jobs/index.ts'
import type { DeliverySlots } from '../../platform/limits/index.ts'
import type { LazyOutbound } from '../../platform/outbound/index.ts'
import type { SealedSecrets } from '../../platform/secrets/index.ts'
import type { Database } from '../../platform/sql/index.ts'
import type { ActiveListener } from './active-listener.ts'
import { defaultTimeoutMs } from './attempt-delivery.ts'
import { Backpressure } from './backpressure.ts'
import { type DeliveryContext, deliverToListener } from './deliver-to-listener.ts'
import { DeliveryCounts } from './delivery-metrics.ts'
import { DeliveryProgress } from './delivery-progress.ts'
import { ListenerLeases } from './listener-leases.ts'
import { LogWindow } from './log-window.ts'

const pollMs = 5_000
const retryMs = 1_000
/** The pause from the end of one claim of listeners to the next. */
const claimIntervalMs = 20
/** The pause under backpressure: each claim delays the changes of users. */
const claimIntervalUnderLoadMs = 200
/** How long a listener without pending events stays in memory, and how often idle ones are released. */
const idleMs = 200

export interface DelivererSettings {
  readonly db: Database
  readonly outbound: LazyOutbound
  readonly sign: SignFile
  readonly sealedSecrets: SealedSecrets
  readonly writePath: { readonly averageBatchSize: number }
  readonly log: Logger
  /** Unique among the nodes, and stable across restarts of a node. */
  readonly nodeId: string
  readonly clock?: Clock | undefined
  readonly timeoutMs?: number | undefined
  readonly deliverySlots: DeliverySlots
}

export interface Deliverer {
  readonly counts: DeliveryCounts
  /** How many listeners this process delivers to at the moment. */
  readonly heldListeners: number
  /** Starts no more attempts and waits up to `limitMs` for those in progress. The outcome of a later one is discarded. */
  close(limitMs?: number): Promise<void>
}

export async function openDeliverer(settings: DelivererSettings): Promise<Deliverer> {
  const deliverer = new ListenerDeliverer(settings)
  await deliverer.start()
  return deliverer
}

class ListenerDeliverer implements Deliverer {
  readonly counts = new DeliveryCounts()
  readonly #settings: DelivererSettings
  readonly #clock: Clock
  readonly #leases: ListenerLeases
  readonly #progress: DeliveryProgress
  readonly #window: LogWindow
  readonly #backpressure: Backpressure
  readonly #abort = new AbortController()
  readonly #delivering = new Set<Promise<void>>()
  /** The workspaces in which to claim listeners. */
  #woken = new Set<number>()
  /** Whether to claim listeners in all workspaces. */
  #isPollDue = false
  #claiming: Promise<void> | undefined
  #claimedAt = 0
  #claimTimer: NodeJS.Timeout | undefined
  #idleTimer: NodeJS.Timeout | undefined
  #stopPoll = () => {}
  #pollAt = Number.POSITIVE_INFINITY
  /** Functions that cancel the timers of retries, by listener. */
  readonly #retries = new Map<string, () => void>()
  #unsubscribe: (() => void)[] = []
  #isClosing = false

  constructor(settings: DelivererSettings) {
    const { db, log, nodeId, writePath, sealedSecrets, clock = systemClock } = settings
    this.#settings = settings
    this.#clock = clock
    this.#leases = new ListenerLeases({ db, log, clock, nodeId, sealedSecrets })
    this.#window = new LogWindow(db)
    this.#backpressure = new Backpressure(clock, () => writePath.averageBatchSize)
    this.#progress = new DeliveryProgress({
      db,
      log,
      owner: this.#leases.owner,
      onLost: listener => this.#drop(listener),
      onReleased: listener => this.#onReleased(listener),
    })
  }

  async start(): Promise<void> {
    const { db } = this.#settings
    await this.#leases.start()
    this.#unsubscribe = [
      db.onCommit('events', ids => {
        this.#backpressure.onCommit()
        this.#wake(ids)
      }),
      db.onCommit('listeners', ids => {
        this.#leases.markChanged(ids)
        this.#wake(ids)
      }),
    ]
    this.#pollAfter(pollMs)
    this.#claim(undefined)
  }

  get heldListeners(): number {
    return this.#leases.size
  }

  async close(limitMs = 15_000): Promise<void> {
    this.#isClosing = true
    for (const unsubscribe of this.#unsubscribe) unsubscribe()
    this.#stopPoll()
    for (const cancel of this.#retries.values()) cancel()
    clearTimeout(this.#claimTimer)
    clearTimeout(this.#idleTimer)
    await this.#claiming
    await this.#drain(limitMs)
    this.#abort.abort(new Error('the server is shutting down'))
    for (const listener of this.#leases.all) this.#progress.release(listener)
    await this.#progress.close()
    this.#leases.close()
  }

  async #drain(limitMs: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined
    const limit = new Promise(resolve => {
      timer = setTimeout(resolve, limitMs)
    })
    await Promise.race([Promise.all(this.#delivering), limit])
    clearTimeout(timer)
  }

  #wake(workspace_ids: ReadonlySet<number>): void {
    if (this.#isClosing) return
    for (const id of workspace_ids) {
      this.#woken.add(id)
      for (const listener of this.#leases.inWorkspace(id)) {
        listener.hasNewEvents = true
        this.#deliver(listener)
      }
    }
    this.#scheduleClaim()
  }

  /** Only one claim runs at a time, and not too often: most commits are in workspaces without listeners. */
  #scheduleClaim(): void {
    if (this.#claiming || this.#claimTimer || this.#isClosing) return
    const intervalMs = this.#backpressure.isOn ? claimIntervalUnderLoadMs : claimIntervalMs
    const delayMs = Math.max(0, this.#claimedAt + intervalMs - performance.now())
    this.#claimTimer = setTimeout(() => {
      this.#claimTimer = undefined
      const ids = this.#isPollDue ? undefined : this.#woken
      this.#woken = new Set()
      this.#isPollDue = false
      this.#claim(ids)
    }, delayMs)
  }

  /** Workspaces woken in the meantime are in the next claim. */
  #claim(workspace_ids: ReadonlySet<number> | undefined): void {
    this.#claiming ??= this.#claimAll(workspace_ids)
      .catch(error => {
        this.#settings.log.error({ err: error }, `failed to claim listeners, retrying in ${retryMs / 1_000} s`)
        this.#pollAfter(retryMs)
      })
      .then(() => {
        this.#claiming = undefined
        this.#claimedAt = performance.now()
        if (this.#isPollDue || this.#woken.size > 0) this.#scheduleClaim()
      })
  }

  async #claimAll(workspace_ids: ReadonlySet<number> | undefined): Promise<void> {
    for (let hasMore = true; hasMore && !this.#isClosing; ) {
      const claim = await this.#leases.claim(workspace_ids)
      for (const listener of claim.claimed) this.#deliver(listener)
      hasMore = claim.hasMore
    }
  }

  #pollAfter(delayMs: number): void {
    const at = this.#clock.now() + delayMs
    if (this.#isClosing || at >= this.#pollAt) return
    this.#stopPoll()
    this.#pollAt = at
    this.#stopPoll = this.#clock.after(delayMs, () => {
      this.#pollAt = Number.POSITIVE_INFINITY
      this.#pollAfter(pollMs)
      this.#isPollDue = true
      this.#scheduleClaim()
    })
  }

  /** Claims the listener at that time. A timer may fire early, before the database counts it as due. */
  #retryAt(id: string, workspace_id: number, at: number): void {
    this.#retries.get(id)?.()
    this.#retries.delete(id)
    if (this.#isClosing) return
    const delayMs = at - this.#clock.now()
    if (delayMs > 0) {
      const cancel = this.#clock.after(delayMs, () => this.#retryAt(id, workspace_id, at))
      this.#retries.set(id, cancel)
    } else {
      this.#woken.add(workspace_id)
      this.#scheduleClaim()
    }
  }

  #deliver(listener: ActiveListener): void {
    if (listener.isDelivering || listener.isReleasing || listener.isLost || this.#isClosing) return
    listener.isDelivering = true
    const delivered = this.#deliverPending(listener).finally(() => this.#delivering.delete(delivered))
    this.#delivering.add(delivered)
  }

  async #deliverPending(listener: ActiveListener): Promise<void> {
    let isUpToDate = false
    try {
      isUpToDate = await deliverToListener(await this.#context(), listener)
    } catch (error) {
      const about = { err: error, listener: listener.id, workspace: listener.workspace.id }
      this.#settings.log.error(about, 'failed to deliver events to a listener; releasing it for the next poll')
    }
    listener.isDelivering = false
    listener.idleSince = performance.now()
    if (listener.isLost) return this.#drop(listener)
    if (listener.isReleasing) return
    if (listener.dueAt !== null) this.#retryAt(listener.id, listener.workspace.id, Date.parse(listener.dueAt))
    if (!isUpToDate) this.#progress.release(listener)
    else if (listener.hasNewEvents || listener.isStale) this.#deliver(listener)
    else this.#scheduleIdleRelease()
  }

  async #context(): Promise<DeliveryContext> {
    const { outbound, sign, deliverySlots, timeoutMs = defaultTimeoutMs } = this.#settings
    return {
      outbound: await outbound.open(),
      sign,
      timeoutMs,
      clock: this.#clock,
      window: this.#window,
      slots: deliverySlots,
      progress: this.#progress,
      counts: this.counts,
      backpressure: this.#backpressure,
      signal: this.#abort.signal,
      ignoresAbortInFlight: true,
      isClosing: () => this.#isClosing,
      refresh: listener => this.#leases.refresh(listener),
    }
  }

  #scheduleIdleRelease(): void {
    if (this.#isClosing) return
    this.#idleTimer ??= setTimeout(() => {
      this.#idleTimer = undefined
      if (this.#releaseIdle()) this.#scheduleIdleRelease()
    }, idleMs)
  }

  /** Returns true if some are idle, but not for long enough. */
  #releaseIdle(): boolean {
    const now = performance.now()
    let isAnyLeft = false
    for (const listener of this.#leases.all) {
      if (listener.isDelivering || listener.isReleasing) continue
      if (listener.isLost) this.#drop(listener)
      else if (now - listener.idleSince >= idleMs) this.#progress.release(listener)
      else isAnyLeft = true
    }
    return isAnyLeft
  }

  /** Events that were committed during the release woke no node for this listener, so its workspace is claimed again. */
  #onReleased(listener: ActiveListener): void {
    this.#leases.remove(listener)
    this.#woken.add(listener.workspace.id)
    this.#scheduleClaim()
  }

  #drop(listener: ActiveListener): void {
    listener.isLost = true
    if (listener.isDelivering) return
    this.#leases
      .release(listener)
      .catch(error => {
        const about = { err: error, listener: listener.id }
        this.#settings.log.error(about, 'failed to release the lease of a listener; the lease will expire')
      })
      .finally(() => this.#onReleased(listener))
  }
}
