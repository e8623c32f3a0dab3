// Changes on their way to the service: shown on the board at once, kept in the storage, sent in their order, sent again
// under the same key after every break, and answered once. Whatever names an object that the service has not named yet
// waits for its name.

import type { Change, ChangeResult } from '@tessera/contract'
import type { ClientMessage, ServerMessages } from '@tessera/contract/live'
import type { Board } from './board.ts'
import { idsNamedBy, renamedChange } from './board-change.ts'
import { inParts } from './change-parts.ts'
import type { TesseraError } from './errors.ts'
import type { LiveStorage, PendingChange, RefusedChange, StoredChange } from './live.ts'
import { LivePace } from './live-pace.ts'
import { isTransient, refusal, refusalOf } from './live-refusal.ts'
import { randomKey } from './random-key.ts'

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
  /** In order; those at the front may be answered, and stay until the log has reached them. */
  readonly #entries: Entry[] = []
  #lastOrder = 0
  #isCareful = false
  #pace = new LivePace()
  #again: ReturnType<typeof setTimeout> | undefined
  #unsaved = 0
  #hasFailedToSave = false

  constructor(parts: QueueParts) {
    this.#parts = parts
  }

  get pending(): number {
    return this.#entries.filter(entry => !entry.answer).length
  }

  get isKept(): boolean {
    return this.pending === 0 || (this.#parts.storage !== null && this.#unsaved === 0 && !this.#hasFailedToSave)
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
    for (const entry of [...this.#entries]) {
      if (entry.answer || entry.isUnderWay || entry.isGone) continue
      const obstacle = this.#obstacleOf(entry)
      if (obstacle === 'wait' || free <= 0) return
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
    this.#save(this.#rename(entry, results), [id])
    entry.outcome.resolve(results)
    this.#parts.onPending()
  }

  refused({ id, error }: ServerMessages['refused']): void {
    const entry = this.#underWay(id)
    if (!entry) return
    entry.isUnderWay = false
    entry.tries += 1
    if (!isTransient(error.code) || (error.code === 'InternalServerError' && entry.tries >= mostTries)) {
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
    if (!entry.isGone) this.#save([entry], [])
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
    entry.isRepeated = sentAt !== null
    entry.sentAt ??= Date.now()
    // A change that is sent as it is made is written down once, with the time.
    if (sentAt === null && entry.isSaved) this.#save([entry], [])
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
    if (unnamed.length > 0) return 'wait'
    if (named.some(id => !/^[0-9a-f]{24}$/.test(id))) return refusal('BadRequest', 'It names no object')
    const isForgotten = entry.sentAt !== null && Date.now() - entry.sentAt > rememberedMs
    return isForgotten && creates(entry) ? refusal('Conflict', 'Too long ago to know whether it happened') : null
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

  #fail(entry: Entry, error: TesseraError): void {
    entry.isGone = true
    entry.isUnderWay = false
    this.#take(entry)
    this.#save([], [entry.key])
    entry.outcome.reject(error)
    this.#parts.onPending()
    this.#parts.onRefused({ changes: entry.changes, error })
    this.sendAll()
  }

  #save(put: readonly Entry[], remove: readonly string[]): void {
    const { storage, onPending } = this.#parts
    if (!storage) return
    this.#unsaved += 1
    for (const entry of put) entry.isSaved = true
    storage.save(put.map(storedOf), remove).then(
      () => {
        this.#unsaved -= 1
        onPending()
      },
      () => {
        this.#unsaved -= 1
        this.#hasFailedToSave = true
        onPending()
      },
    )
  }
}

interface Entry extends StoredChange {
  changes: readonly Change[]
  sentAt: number | null
  /** Sent on the present connection, and not answered yet. */
  isUnderWay: boolean
  /** It was sent before the present connection, too. */
  isRepeated: boolean
  isSaved: boolean
  isGone: boolean
  tries: number
  answer: { readonly seq: number } | null
  readonly outcome: PromiseWithResolvers<readonly ChangeResult[]>
}

function entryOf(stored: StoredChange, isSaved: boolean): Entry {
  const outcome = Promise.withResolvers<readonly ChangeResult[]>()
  outcome.promise.catch(() => {})
  return { ...stored, isUnderWay: false, isRepeated: false, isSaved, isGone: false, tries: 0, answer: null, outcome }
}

const storedOf = ({ key, order, changes, ids, sentAt }: Entry): StoredChange => ({ key, order, changes, ids, sentAt })

const creates = ({ changes }: Entry, kind?: string) =>
  changes.some(change => change.op === 'create' && (kind === undefined || change.kind === kind))

const makes = ({ changes, ids }: Entry, id: string) =>
  changes.some((change, index) => change.op === 'create' && ids[index] === id)

/** They sort behind the service's ids and by age, as what is newer lies above. */
const temporaryId = (order: number, index: number) =>
  `local-${order.toString(36).padStart(11, '0')}-${index.toString(36).padStart(2, '0')}-${randomKey().slice(0, 6)}`

const isTemporary = (id: string) => id.startsWith('local-')
