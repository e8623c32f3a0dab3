// Changes on their way to the service: shown on the board at once, kept in the storage, sent in their order, sent again
// under the same key after every break, and answered once. Whatever names an object that the service has not named yet
// waits for its name, and what names one that is on its way back waits until it is there.

import type { Change, ChangeResult } from '@tessera/contract'
import type { ClientMessage, ServerMessages } from '@tessera/contract/live'
import type { Board } from './board.ts'
import { idsNamedBy, renamedChange } from './predict-change.ts'
import { inParts } from './split-changes.ts'
import type { TesseraError } from '../rest/errors.ts'
import type { LiveStorage, PendingChange, RefusedChange, StoredChange } from './live-workspace.ts'
import {
  creates,
  type Entry,
  entryOf,
  isTemporary,
  leaveOut,
  makes,
  restores,
  temporaryId,
  yieldTo,
} from './queue-entry.ts'
import { LiveKeeper } from './queue-storage.ts'
import { LivePace } from './send-rate.ts'
import { goneIn, isTransient, refusal, refusalOf } from './refusal.ts'
import { randomKey } from '../rest/random-key.ts'

export interface QueueParts {
  readonly board: Board
  readonly storage: LiveStorage | null
  readonly isConnected: () => boolean
  /** False where there is no connection. */
  readonly send: (message: ClientMessage) => boolean
  /** How long to wait when the service is busy. */
  readonly againMs: number
  readonly onPending: () => void
  readonly onRefused: (refused: RefusedChange) => void
}

/** How many may be on their way at the same time. */
const mostUnderWay = 32
/** The service remembers a key for a day; a little less counts here. */
const rememberedMs = 23 * 60 * 60 * 1000
const mostTries = 5

export class LiveQueue {
  readonly #parts: QueueParts
  readonly #keeper: LiveKeeper
  /** In order; those at the front may be answered, and stay until the log has reached them. */
  readonly #entries: Entry[] = []
  #lastOrder = 0
  #isCareful = false
  #pace = new LivePace()
  #again: ReturnType<typeof setTimeout> | undefined

  constructor(parts: QueueParts) {
    this.#parts = parts
    this.#keeper = new LiveKeeper(parts.storage, parts.onPending)
  }

  get pending(): number {
    return this.#entries.filter(entry => !entry.answer).length
  }

  get isKept(): boolean {
    return this.pending === 0 || this.#keeper.hasAll
  }

  /** What an earlier session left over: it comes before everything made in this one. */
  restore(stored: readonly StoredChange[]): void {
    for (const one of stored.toSorted((a, b) => a.order - b.order)) this.#put(entryOf(one, true))
    this.sendAll()
  }

  add(changes: readonly Change[]): PendingChange {
    const entries = inParts(changes).map(part => this.#add(part))
    const results = Promise.all(entries.map(entry => entry.outcome.promise)).then(all => all.flat())
    // Whoever does not look at the results is told by onRefused.
    results.catch(() => {})
    return { ids: entries.flatMap(entry => entry.ids), results }
  }

  /** An object of that kind is on its way to the service, and it is not known yet under which id. */
  isAwaiting(kind: string): boolean {
    return this.#entries.some(entry => entry.isUnderWay && creates(entry, kind))
  }

  /** Something was sent on an earlier connection, may have happened, and is asked about again on this one. */
  get isAsking(): boolean {
    return this.#entries.some(entry => entry.isUnderWay && entry.isRepeated && creates(entry))
  }

  sendAll(): void {
    let free = (this.#isCareful ? 1 : mostUnderWay) - this.#entries.filter(entry => entry.isUnderWay).length
    let isInOrder = true
    for (const entry of [...this.#entries]) {
      if (entry.answer || entry.isUnderWay || entry.isGone) continue
      if (this.#isBehind(entry)) {
        isInOrder = false
        continue
      }
      if (free <= 0 || (!isInOrder && entry.sentAt === null)) return
      const obstacle = this.#obstacleOf(entry)
      if (obstacle === 'wait') return
      if (obstacle) {
        // Which looks at the rest again.
        this.#fail(entry, obstacle)
        return
      }
      if (!this.#send(entry)) return
      free -= 1
    }
  }

  /** What had no answer will be sent again. */
  disconnected(): void {
    clearTimeout(this.#again)
    this.#pace = new LivePace()
    for (const entry of this.#entries) entry.isUnderWay = false
  }

  done({ id, results, seq }: ServerMessages['done']): void {
    const entry = this.#underWay(id)
    if (!entry) return
    entry.isUnderWay = false
    entry.answer = { seq }
    this.#isCareful = false
    this.#keeper.save(this.#rename(entry, results), [id])
    for (const [index, place] of entry.places.entries()) entry.results[place] = results[index] as ChangeResult
    for (const one of this.#entries.filter(one => one.order < entry.order && isToBeSent(one))) {
      this.#change(one, () => yieldTo(one, entry))
    }
    entry.outcome.resolve(entry.results)
    this.#parts.onPending()
  }

  refused({ id, error }: ServerMessages['refused']): void {
    const entry = this.#underWay(id)
    if (!entry) return
    entry.isUnderWay = false
    entry.tries += 1
    const gone = goneIn(error)
    entry.isBack = true
    if (gone !== null && entry.changes.length > 1) this.#leaveOut(entry, gone, refusalOf(error))
    else if (!isTransient(error.code) || (error.code === 'InternalServerError' && entry.tries >= mostTries)) {
      this.#fail(entry, refusalOf(error))
    } else this.#sendLater(this.#parts.againMs)
  }

  /** One of those under way broke the connection. With a single one at a time it is known which. */
  misunderstood(message: string): void {
    const [only, ...others] = this.#entries.filter(entry => entry.isUnderWay)
    if (this.#isCareful && only && others.length === 0) this.#fail(only, refusal('BadRequest', message))
    this.#isCareful = true
  }

  /** The log has reached `seq`: what stands in it need not be shown on top of it. */
  settle(seq: number): void {
    for (const entry of this.#entries.filter(one => one.answer && one.answer.seq <= seq)) this.#take(entry)
  }

  stop(): void {
    clearTimeout(this.#again)
  }

  #add(changes: readonly Change[]): Entry {
    const { board } = this.#parts
    const order = this.#nextOrder()
    const ids = changes.map((change, index) =>
      change.op === 'create' ? temporaryId(order, index) : board.idOf(change.id),
    )
    const entry = entryOf({ key: randomKey(), order, changes, ids, sentAt: null }, false)
    this.#put(entry)
    this.sendAll()
    if (!entry.isGone) this.#keeper.save([entry], [])
    return entry
  }

  #nextOrder(): number {
    // By the clock, so that it grows from one session to the next.
    this.#lastOrder = Math.max(this.#lastOrder + 1, Date.now() * 1_024)
    return this.#lastOrder
  }

  #put(entry: Entry): void {
    const after = this.#entries.findLastIndex(one => one.order <= entry.order)
    this.#entries.splice(after + 1, 0, entry)
    this.#parts.board.add(entry)
    this.#parts.onPending()
  }

  #take(entry: Entry): void {
    this.#entries.splice(this.#entries.indexOf(entry), 1)
    this.#parts.board.drop(entry)
  }

  /** Others that came after it were sent before it, and have to be answered first: they may have set the same fields. */
  #isBehind(entry: Entry): boolean {
    const isAhead = (one: Entry) => one.order > entry.order && one.sentAt !== null && !one.answer && !one.isBack
    return (entry.isBack || entry.sentAt === null) && this.#entries.some(isAhead)
  }

  #send(entry: Entry): boolean {
    const { key: id, sentAt } = entry
    if (!this.#parts.isConnected()) return false
    const waitMs = this.#pace.take(JSON.stringify(entry.changes).length)
    if (waitMs > 0) {
      this.#sendLater(waitMs)
      return false
    }
    if (!this.#parts.send({ type: 'change', id, changes: [...entry.changes] })) return false
    entry.isUnderWay = true
    entry.isBack = false
    entry.isRepeated = sentAt !== null
    entry.sentAt ??= Date.now()
    // A change that is sent as it is made is written down once, with the time.
    if (sentAt === null && entry.isSaved) this.#keeper.save([entry], [])
    return true
  }

  #sendLater(waitMs: number): void {
    clearTimeout(this.#again)
    this.#again = setTimeout(() => this.sendAll(), waitMs)
  }

  /** Why it cannot be sent: it has to wait for an answer, or will never make sense. */
  #obstacleOf(entry: Entry): 'wait' | TesseraError | null {
    const { board } = this.#parts
    entry.changes = entry.changes.map(change => renamedChange(change, id => board.idOf(id)))
    const named = entry.changes.flatMap(idsNamedBy)
    const unnamed = named.filter(id => isTemporary(id))
    if (unnamed.some(id => !this.#entries.some(one => !one.answer && makes(one, id)))) {
      return refusal('BadRequest', 'What it is about was never made')
    }
    if (unnamed.length > 0 || named.some(id => this.#isComingBack(id, entry.order))) return 'wait'
    if (named.some(id => !/^[0-9a-f]{24}$/.test(id))) return refusal('BadRequest', 'It names no object')
    const isForgotten = entry.sentAt !== null && Date.now() - entry.sentAt > rememberedMs
    return isForgotten && creates(entry) ? refusal('Conflict', 'Too long ago to know whether it happened') : null
  }

  /** An earlier change restores it, or what it lies on: until that has happened, nothing can be done to it. */
  #isComingBack(id: string, order: number): boolean {
    const target = this.#parts.board.targetOf(id)
    const isAwaited = (one: Entry) =>
      one.order < order && !one.answer && (restores(one, id) || (target !== null && restores(one, target)))
    return this.#entries.some(isAwaited)
  }

  #underWay(key: string): Entry | undefined {
    return this.#entries.find(entry => entry.key === key && entry.isUnderWay)
  }

  /** What was made has its name now; gives those that are to be kept anew, because they name it. */
  #rename(entry: Entry, results: readonly ChangeResult[]): Entry[] {
    const { board } = this.#parts
    for (const [index, change] of entry.changes.entries()) {
      const record = Object.values(results[index] ?? {})[0] as { id: string } | undefined
      if (change.op === 'create' && record) board.rename(entry.ids[index] as string, record.id)
    }
    return this.#entries.filter(one => {
      if (one.answer || one === entry) return false
      const isAbout = one.changes.some(change => idsNamedBy(change).some(id => entry.ids.includes(id)))
      if (isAbout) one.changes = one.changes.map(change => renamedChange(change, id => board.idOf(id)))
      return isAbout
    })
  }

  /** The rest happens nevertheless: what is gone is no reason to lose what was done to everything else. */
  #leaveOut(entry: Entry, index: number, error: TesseraError): void {
    const change = entry.changes[index] as Change
    this.#change(entry, () => leaveOut(entry, index))
    this.#parts.onRefused({ changes: [change], error })
    this.sendAll()
  }

  /** It is another list from now on, to the board, the storage and the service. */
  #change(entry: Entry, act: () => void): void {
    const { board } = this.#parts
    const { key } = entry
    board.drop(entry)
    act()
    board.add(entry)
    if (entry.key !== key) this.#keeper.save([entry], [key])
  }

  #fail(entry: Entry, error: TesseraError): void {
    entry.isGone = true
    entry.isUnderWay = false
    this.#take(entry)
    this.#keeper.save([], [entry.key])
    entry.outcome.reject(error)
    this.#parts.onPending()
    this.#parts.onRefused({ changes: entry.changes, error })
    this.sendAll()
  }
}

const isToBeSent = ({ answer, isUnderWay, isBack, sentAt }: Entry) =>
  !answer && !isUnderWay && (isBack || sentAt === null)
