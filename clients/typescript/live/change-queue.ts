// The queue of local changes. A change is shown on the board at once, stored, sent in order, and sent again under the same
// key after every reconnect, so that it happens once. A change of an object that has no id yet waits for the id; a change
// of an object that an earlier change restores waits for the restore.

import type { Change, ChangeResult, ListedChange } from '@tessera/contract'
import type { ClientMessage, ServerMessages } from '@tessera/contract/live'
import type { TesseraError } from '../rest/errors.ts'
import { randomKey } from '../rest/random-key.ts'
import type { Board } from './board.ts'
import { withNames, withTemporaryIds } from './change-names.ts'
import type { LiveStorage, PendingChange, RefusedChange, StoredChange } from './live-workspace.ts'
import { renamedChange, requiredIds, subjectOf } from './predict-change.ts'
import {
  createEntry,
  createsObject,
  type Entry,
  hasCreate,
  isPending,
  isTemporary,
  leaveOut,
  mayHaveHappened,
  restoresObject,
  temporaryId,
  withoutMissing,
  yieldTo,
} from './queue-entry.ts'
import { QueueStorage } from './queue-storage.ts'
import { isTransient, type MissingObject, missingObjects, refusal, refusalOf } from './refusal.ts'
import { SendRate } from './send-rate.ts'
import { splitChanges } from './split-changes.ts'

export interface QueueOptions {
  readonly board: Board
  readonly storage: LiveStorage | null
  readonly isConnected: () => boolean
  /** Returns false if there is no connection. */
  readonly send: (message: ClientMessage) => boolean
  /** How long to wait before sending again what a busy service refused. */
  readonly retryMs: number
  readonly onPending: () => void
  readonly onRefused: (refused: RefusedChange) => void
}

/** How many entries may be sent without a response at the same time. */
const maxInFlight = 32
/** The service stores a key for a day. The client assumes a little less. */
const keyLifetimeMs = 23 * 60 * 60 * 1000
const maxRefusals = 5

export class ChangeQueue {
  readonly #options: QueueOptions
  readonly #storage: QueueStorage
  /** In order. Entries that are done stay until the log has reached them. */
  readonly #entries: Entry[] = []
  #lastOrder = 0
  /** Sends one entry at a time, to find the one that the service cannot read. */
  #isOneByOne = false
  #rate = new SendRate()
  #retryTimer: ReturnType<typeof setTimeout> | undefined
  /** Nothing is sent for a moment after the service could not make a change. */
  #isPaused = false

  constructor(options: QueueOptions) {
    this.#options = options
    this.#storage = new QueueStorage(options.storage, options.onPending)
  }

  get pending(): number {
    return this.#entries.filter(isPending).length
  }

  get isStored(): boolean {
    return this.pending === 0 || this.#storage.hasAll
  }

  /** Takes over what an earlier session left. It comes before everything made in this one. */
  restore(stored: readonly StoredChange[]): void {
    for (const one of stored.toSorted((a, b) => a.order - b.order)) this.#put(this.#storage.adopt(createEntry(one)))
    this.sendAll()
  }

  add(changes: readonly ListedChange[]): PendingChange {
    const parts = splitChanges(changes).map(part => {
      const order = this.#nextOrder()
      return { order, size: part.length, newIds: part.map((_, index) => temporaryId(order, index)) }
    })
    const named = withTemporaryIds(
      changes,
      parts.flatMap(part => part.newIds),
    )
    const entries = parts.map(({ order, size, newIds }) => this.#add(order, named.splice(0, size), newIds))
    const results = Promise.all(entries.map(entry => entry.outcome.promise)).then(all => all.flat())
    // A caller that ignores the results is notified by onRefused.
    results.catch(() => {})
    return { ids: entries.flatMap(entry => entry.ids), results }
  }

  /** True while the create of an object of this kind has no response, so that its id is not known yet. */
  isCreating(kind: string): boolean {
    return this.#entries.some(entry => entry.state.name === 'sent' && hasCreate(entry, kind))
  }

  /** True while a create that an earlier connection may have sent has no response on this one. */
  get isRepeatingCreate(): boolean {
    return this.#entries.some(entry => entry.state.name === 'sent' && entry.state.isRepeated && hasCreate(entry))
  }

  sendAll(): void {
    if (this.#isPaused) return
    let free = (this.#isOneByOne ? 1 : maxInFlight) - this.#entries.filter(isSent).length
    let isInOrder = true
    for (const entry of [...this.#entries]) {
      if (!isPending(entry) || isSent(entry)) continue
      if (this.#isBehind(entry)) {
        isInOrder = false
        continue
      }
      if (free <= 0 || (!isInOrder && entry.sentAt === null)) return
      const obstacle = this.#obstacleOf(entry)
      if (obstacle === 'wait') return
      if (obstacle) {
        // It calls sendAll for the rest.
        this.#fail(entry, obstacle)
        return
      }
      if (!this.#send(entry)) return
      free -= 1
    }
  }

  /** What has no response is sent again on the next connection. */
  disconnected(): void {
    clearTimeout(this.#retryTimer)
    this.#isPaused = false
    this.#rate = new SendRate()
    for (const entry of this.#entries.filter(isSent)) entry.state = { name: 'unanswered' }
  }

  done({ id, results, seq }: ServerMessages['done']): void {
    const entry = this.#findSent(id)
    if (!entry) return
    entry.state = { name: 'done', seq }
    this.#isOneByOne = false
    this.#storage.save(this.#rename(entry, results), [id])
    for (const [at, index] of entry.indexes.entries()) entry.results[index] = results[at] as ChangeResult
    for (const one of this.#entries.filter(one => one.order < entry.order && isPending(one) && !mayHaveHappened(one))) {
      this.#replace(one, () => yieldTo(one, entry))
    }
    entry.outcome.resolve(entry.results)
    this.#options.onPending()
  }

  refused({ id, error }: ServerMessages['refused']): void {
    const entry = this.#findSent(id)
    if (!entry) return
    entry.state = { name: 'retrying' }
    entry.refusals += 1
    const missing = missingObjects(error)
    const isSomethingLeft = missing && entry.changes.some((change, index) => withoutMissing(change, index, missing))
    if (isSomethingLeft) this.#leaveOut(entry, missing, refusalOf(error))
    else if (!isTransient(error.code) || (error.code === 'InternalServerError' && entry.refusals >= maxRefusals)) {
      this.#fail(entry, refusalOf(error))
    } else {
      this.#sendLater(this.#options.retryMs)
      this.#isPaused = true
    }
  }

  /** The service closed the connection because it could not read a message. If only one was sent, that one fails. */
  unreadable(message: string): void {
    const [only, ...others] = this.#entries.filter(isSent)
    if (this.#isOneByOne && only && others.length === 0) this.#fail(only, refusal('BadRequest', message))
    this.#isOneByOne = true
  }

  /** The log has reached `seq`: entries that it contains are no longer shown on top of it. */
  settle(seq: number): void {
    const isInLog = ({ state }: Entry) => state.name === 'done' && state.seq <= seq
    for (const entry of this.#entries.filter(isInLog)) this.#remove(entry)
  }

  stop(): void {
    clearTimeout(this.#retryTimer)
  }

  #add(order: number, changes: readonly Change[], newIds: readonly string[]): Entry {
    const { board } = this.#options
    const ids = changes.map((change, index) =>
      change.op === 'create' || change.op === 'group' ? (newIds[index] as string) : board.idOf(subjectOf(change)),
    )
    const entry = createEntry({ key: randomKey(), order, changes, ids, sentAt: null })
    this.#put(entry)
    this.sendAll()
    if (entry.state.name !== 'failed') this.#storage.save([entry], [])
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
    this.#options.board.add(entry)
    this.#options.onPending()
  }

  #remove(entry: Entry): void {
    this.#entries.splice(this.#entries.indexOf(entry), 1)
    this.#options.board.drop(entry)
  }

  /** Entries made after it were sent before it. Their responses come first, because they may have set the same fields. */
  #isBehind(entry: Entry): boolean {
    return !mayHaveHappened(entry) && this.#entries.some(one => one.order > entry.order && mayHaveHappened(one))
  }

  #send(entry: Entry): boolean {
    const { key: id, sentAt } = entry
    if (!this.#options.isConnected()) return false
    const waitMs = this.#rate.take(JSON.stringify(entry.changes).length)
    if (waitMs > 0) {
      this.#sendLater(waitMs)
      return false
    }
    if (!this.#options.send({ type: 'change', id, changes: withNames(entry.changes, entry.ids) })) return false
    entry.state = { name: 'sent', isRepeated: sentAt !== null }
    entry.sentAt ??= Date.now()
    // An entry that is sent as soon as it is made is stored once, with the time.
    if (sentAt === null && this.#storage.has(entry)) this.#storage.save([entry], [])
    return true
  }

  #sendLater(waitMs: number): void {
    clearTimeout(this.#retryTimer)
    this.#retryTimer = setTimeout(() => {
      this.#isPaused = false
      this.sendAll()
    }, waitMs)
  }

  /** Why it cannot be sent: it waits for another response, or it can never be valid. */
  #obstacleOf(entry: Entry): 'wait' | TesseraError | null {
    const { board } = this.#options
    entry.changes = entry.changes.map(change => renamedChange(change, id => board.idOf(id)))
    const ids = entry.changes.flatMap(requiredIds)
    const temporary = ids.filter(id => isTemporary(id) && !createsObject(entry, id))
    if (temporary.some(id => !this.#entries.some(one => isPending(one) && createsObject(one, id)))) {
      return refusal('BadRequest', 'The object of this change was never created')
    }
    if (temporary.length > 0 || ids.some(id => this.#isBeingRestored(id, entry.order))) return 'wait'
    if (ids.some(id => !isTemporary(id) && !/^[0-9a-f]{24}$/.test(id)))
      return refusal('BadRequest', 'The id is not the id of an object')
    const isKeyExpired = entry.sentAt !== null && Date.now() - entry.sentAt > keyLifetimeMs
    return isKeyExpired && hasCreate(entry)
      ? refusal('Conflict', 'It was sent more than a day ago, and whether it happened is unknown')
      : null
  }

  /** True while an earlier change restores the object, or an object that it goes with. */
  #isBeingRestored(id: string, order: number): boolean {
    const owner = this.#options.board.ownerOf(id)
    const isRestoring = (one: Entry) => restoresObject(one, id) || (owner !== null && restoresObject(one, owner))
    return this.#entries.some(one => one.order < order && isPending(one) && isRestoring(one))
  }

  #findSent(key: string): Entry | undefined {
    return this.#entries.find(entry => entry.key === key && isSent(entry))
  }

  /** Gives created objects their ids. Returns the entries to store again, because they contain a temporary id. */
  #rename(entry: Entry, results: readonly ChangeResult[]): Entry[] {
    const { board } = this.#options
    for (const [index, change] of entry.changes.entries()) {
      const result = results[index] ?? {}
      const id = change.op === 'create' ? (Object.values(result)[0] as { id: string } | undefined)?.id : undefined
      const assigned = change.op === 'group' && 'group' in result ? (result.group as string) : id
      if (assigned !== undefined) board.rename(entry.ids[index] as string, assigned)
    }
    return this.#entries.filter(one => {
      if (!isPending(one) || one === entry) return false
      const isAbout = one.changes.some(change => requiredIds(change).some(id => entry.ids.includes(id)))
      if (isAbout) one.changes = one.changes.map(change => renamedChange(change, id => board.idOf(id)))
      return isAbout
    })
  }

  /** Sends the rest of the list: a missing object must not undo the changes of the other objects. */
  #leaveOut(entry: Entry, missing: readonly MissingObject[], error: TesseraError): void {
    const changes = entry.changes.filter((change, index) => withoutMissing(change, index, missing) === null)
    this.#replace(entry, () => leaveOut(entry, missing))
    if (changes.length > 0) this.#options.onRefused({ changes, error })
    this.sendAll()
  }

  /** Replaces the entry's list of changes on the board and in the storage. */
  #replace(entry: Entry, edit: () => void): void {
    const { board } = this.#options
    const { key } = entry
    board.drop(entry)
    edit()
    board.add(entry)
    if (entry.key !== key) this.#storage.save([entry], [key])
  }

  #fail(entry: Entry, error: TesseraError): void {
    entry.state = { name: 'failed' }
    this.#remove(entry)
    this.#storage.save([], [entry.key])
    entry.outcome.reject(error)
    this.#options.onPending()
    this.#options.onRefused({ changes: entry.changes, error })
    this.sendAll()
  }
}

const isSent = ({ state }: Entry) => state.name === 'sent'
