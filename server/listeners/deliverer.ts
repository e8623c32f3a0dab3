// Tells listeners what happens. Woken by the commits of this process, by the time of the next attempt, and now and then
// for what other nodes left; idle it costs one small read in five seconds.

import type { Logger } from 'pino'
import type { Database } from '../db/database.ts'
import { type Clock, systemClock } from '../jobs/clock.ts'
import type { SignFile } from '../files/signed-url.ts'
import type { LazyOutbound } from '../outbound/lazy-outbound.ts'
import { usualTimeoutMs } from './attempt-delivery.ts'
import { Claims } from './listener-leases.ts'
import { DeliveryCounts } from './delivery-metrics.ts'
import { LogWindow } from './log-window.ts'
import { ProgressBook } from './delivery-progress.ts'
import { Rush } from './backpressure.ts'
import { type ServeParts, serveListener } from './deliver-to-listener.ts'
import type { ServedListener } from './active-listener.ts'
import { knownMs } from './unlistened-workspaces.ts'
import { Slots } from './delivery-concurrency.ts'

const pollMs = 5_000
const afterFaultMs = 1_000
/** Between two looks for listeners of workspaces in which something happened. */
const betweenLooksMs = 20
/** The same while the server is in a rush: each look takes time from those who wait for an answer. */
const betweenLooksInRushMs = 200
/** For so long a listener with nothing to be told is kept at hand. */
const restMs = 200

export interface DelivererSettings {
  readonly db: Database
  readonly outbound: LazyOutbound
  readonly sign: SignFile
  readonly writePath: { readonly changesAtOnce: number }
  readonly log: Logger
  /** The same over restarts of a node, and no other node's. */
  readonly nodeId: string
  readonly clock?: Clock | undefined
  readonly timeoutMs?: number | undefined
}

export interface Deliverer {
  readonly counts: DeliveryCounts
  /** Begins nothing more and waits for what is under way, so long at most; what comes of it then is not heard any more. */
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
  readonly #claims: Claims
  readonly #book: ProgressBook
  readonly #window: LogWindow
  readonly #slots = new Slots()
  readonly #rush: Rush
  readonly #control = new AbortController()
  readonly #serving = new Set<Promise<void>>()
  /** Workspaces to look for listeners in. */
  #news = new Set<number>()
  /** Or in all of them. */
  #isPollDue = false
  #looking: Promise<void> | undefined
  #lookTimer: NodeJS.Timeout | undefined
  #restTimer: NodeJS.Timeout | undefined
  #againTimer: NodeJS.Timeout | undefined
  #stopPoll = () => {}
  #pollAt = Number.POSITIVE_INFINITY
  #stopFollowing: (() => void)[] = []
  #isClosing = false

  constructor(settings: DelivererSettings) {
    const { db, log, nodeId, writePath, clock = systemClock } = settings
    this.#settings = settings
    this.#clock = clock
    this.#claims = new Claims({ db, log, clock, nodeId })
    this.#window = new LogWindow(db)
    this.#rush = new Rush(clock, () => writePath.changesAtOnce)
    this.#book = new ProgressBook({
      db,
      log,
      lease: () => this.#claims.lease(),
      onLost: one => this.#lose(one),
      onLeft: one => this.#left(one),
    })
  }

  async start(): Promise<void> {
    const { db } = this.#settings
    await this.#claims.start()
    this.#stopFollowing = [
      db.onCommit('events', ids => {
        this.#rush.committed()
        this.#wake(ids)
      }),
      db.onCommit('listeners', ids => {
        this.#claims.changed(ids)
        this.#wake(ids)
      }),
    ]
    this.#pollAfter(pollMs)
    this.#look(undefined)
  }

  async close(limitMs = 15_000): Promise<void> {
    this.#isClosing = true
    for (const stop of this.#stopFollowing) stop()
    this.#stopPoll()
    clearTimeout(this.#lookTimer)
    clearTimeout(this.#restTimer)
    clearTimeout(this.#againTimer)
    await this.#looking
    await this.#underWay(limitMs)
    this.#control.abort(new Error('the server ends'))
    for (const one of this.#claims.all) this.#book.leave(one)
    await this.#book.close()
    this.#claims.close()
  }

  async #underWay(limitMs: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined
    const limit = new Promise(resolve => {
      timer = setTimeout(resolve, limitMs)
    })
    await Promise.race([Promise.all(this.#serving), limit])
    clearTimeout(timer)
  }

  #wake(workspace_ids: ReadonlySet<number>): void {
    if (this.#isClosing) return
    for (const id of workspace_ids) {
      this.#news.add(id)
      for (const one of this.#claims.of(id)) {
        one.hasNews = true
        this.#serve(one)
      }
    }
    this.#lookSoon(0)
  }

  #lookSoon(delayMs: number): void {
    if (this.#looking || this.#lookTimer || this.#isClosing) return
    this.#lookTimer = setTimeout(() => {
      this.#lookTimer = undefined
      const ids = this.#isPollDue ? undefined : this.#news
      this.#news = new Set()
      this.#isPollDue = false
      this.#look(ids)
    }, delayMs)
  }

  /** One look at a time; what comes meanwhile is looked for a little later. */
  #look(workspace_ids: ReadonlySet<number> | undefined): void {
    this.#looking ??= this.#takeAll(workspace_ids)
      .catch(error => {
        this.#settings.log.error({ err: error }, 'listeners cannot be taken')
        this.#pollAfter(afterFaultMs)
      })
      .then(() => {
        this.#looking = undefined
        this.#lookAgainLater()
        if (this.#isPollDue || this.#news.size > 0)
          this.#lookSoon(this.#rush.isOn ? betweenLooksInRushMs : betweenLooksMs)
      })
  }

  #lookAgainLater(): void {
    if (this.#againTimer || this.#isClosing) return
    const ids = this.#claims.takePassedOver()
    if (ids.size === 0) return
    this.#againTimer = setTimeout(() => {
      this.#againTimer = undefined
      for (const id of ids) this.#news.add(id)
      this.#lookSoon(0)
    }, knownMs)
  }

  async #takeAll(workspace_ids: ReadonlySet<number> | undefined): Promise<void> {
    for (let isMore = true; isMore && !this.#isClosing; ) {
      const { taken, isMore: isMoreLeft } = await this.#claims.take(workspace_ids)
      for (const one of taken) this.#serve(one)
      isMore = isMoreLeft
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
      this.#lookSoon(0)
    })
  }

  #serve(one: ServedListener): void {
    if (one.isBusy || one.isLeaving || one.isLost || this.#isClosing) return
    one.isBusy = true
    const served = this.#serveToEnd(one).finally(() => this.#serving.delete(served))
    this.#serving.add(served)
  }

  async #serveToEnd(one: ServedListener): Promise<void> {
    let isWell = false
    try {
      isWell = await serveListener(await this.#parts(), one)
    } catch (error) {
      this.#settings.log.error({ err: error, listener: one.id }, 'a listener cannot be told what it is owed')
    }
    one.isBusy = false
    one.restsSince = performance.now()
    if (one.isLost) return this.#lose(one)
    if (one.isLeaving) return
    if (one.dueAt !== null) this.#pollAfter(Date.parse(one.dueAt) - this.#clock.now())
    if (!isWell) this.#book.leave(one)
    else if (one.hasNews || one.isStale) this.#serve(one)
    else this.#letRestedGo()
  }

  async #parts(): Promise<ServeParts> {
    const { outbound, sign, timeoutMs = usualTimeoutMs } = this.#settings
    return {
      outbound: await outbound.open(),
      sign,
      timeoutMs,
      clock: this.#clock,
      window: this.#window,
      slots: this.#slots,
      book: this.#book,
      counts: this.counts,
      rush: this.#rush,
      signal: this.#control.signal,
      isLeftToItself: true,
      isClosing: () => this.#isClosing,
      refresh: one => this.#claims.refresh(one),
    }
  }

  #letRestedGo(): void {
    if (this.#isClosing) return
    this.#restTimer ??= setTimeout(() => {
      this.#restTimer = undefined
      const now = performance.now()
      let isAnyLeft = false
      for (const one of this.#claims.all) {
        if (one.isBusy || one.isLeaving) continue
        if (one.isLost) this.#lose(one)
        else if (now - one.restsSince >= restMs) this.#book.leave(one)
        else isAnyLeft = true
      }
      if (isAnyLeft) this.#letRestedGo()
    }, restMs)
  }

  /** What happened while it was being let go was nobody's to tell: looked for once more, now that it is anybody's. */
  #left(one: ServedListener): void {
    this.#claims.forget(one)
    this.#news.add(one.workspace.id)
    this.#lookSoon(betweenLooksMs)
  }

  #lose(one: ServedListener): void {
    one.isLost = true
    if (one.isBusy) return
    this.#claims
      .giveUp(one)
      .catch(error => this.#settings.log.error({ err: error, listener: one.id }, 'a listener cannot be let go'))
      .finally(() => this.#left(one))
  }
}
