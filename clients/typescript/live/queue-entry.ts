// One call of `change` (or one part of a long one), from the moment it is made until the log contains it.

import type { Change, ChangeResult } from '@tessera/contract'
import { randomKey } from '../rest/random-key.ts'
import type { StoredChange } from './live-workspace.ts'
import type { MissingObject } from './refusal.ts'

export interface Entry extends StoredChange {
  key: string
  changes: readonly Change[]
  ids: readonly string[]
  sentAt: number | null
  state: EntryState
  /** How often the service has refused it. */
  refusals: number
  /** The index of each change in the list that was requested: some of that list may have been left out since. */
  indexes: readonly number[]
  /** The results known so far, by the index in the list that was requested. */
  readonly results: ChangeResult[]
  readonly outcome: Outcome
}

export type EntryState =
  /** Never sent under its current key. */
  | { readonly name: 'queued' }
  /** Sent on the current connection, without a response so far. `isRepeated`: it was sent on an earlier one too. */
  | { readonly name: 'sent'; readonly isRepeated: boolean }
  /** Sent on an earlier connection that ended before the response: it may have happened, so it is sent again first. */
  | { readonly name: 'unanswered' }
  /** Refused for now, or in part. It is sent again once the entries that were sent after it have a response. */
  | { readonly name: 'retrying' }
  /** Applied by the service. The entry stays until the log has reached `seq`. */
  | { readonly name: 'done'; readonly seq: number }
  /** Refused for good, and removed from the queue. */
  | { readonly name: 'failed' }

export function createEntry(stored: StoredChange): Entry {
  const outcome = createOutcome()
  return {
    ...stored,
    state: stored.sentAt === null ? { name: 'queued' } : { name: 'unanswered' },
    refusals: 0,
    indexes: [...stored.changes.keys()],
    results: [],
    outcome,
  }
}

export interface Outcome {
  readonly promise: Promise<readonly ChangeResult[]>
  readonly resolve: (results: readonly ChangeResult[]) => void
  readonly reject: (error: unknown) => void
}

// Not Promise.withResolvers, which Node 20 does not have.
function createOutcome(): Outcome {
  let [resolve, reject]: [Outcome['resolve'], Outcome['reject']] = [() => {}, () => {}]
  const promise = new Promise<readonly ChangeResult[]>((onResolve, onReject) => {
    resolve = onResolve
    reject = onReject
  })
  promise.catch(() => {})
  return { promise, resolve, reject }
}

export const isPending = ({ state }: Entry) => state.name !== 'done' && state.name !== 'failed'

/** It may have happened already, or may be happening now: its key must not change. */
export const mayHaveHappened = ({ state }: Entry) => state.name === 'sent' || state.name === 'unanswered'

export const toStored = ({ key, order, changes, ids, sentAt }: Entry): StoredChange => ({
  ...{ key, order, changes, ids, sentAt },
})

export const hasCreate = ({ changes }: Entry, kind?: string) =>
  changes.some(change => change.op === 'create' && (kind === undefined || change.kind === kind))

export const createsObject = ({ changes, ids }: Entry, id: string) =>
  changes.some((change, index) => (change.op === 'create' || change.op === 'group') && ids[index] === id)

export const restoresObject = ({ changes }: Entry, id: string) =>
  changes.some(change => change.op === 'restore' && change.id === id)

/** Temporary ids sort after the ids of the service and by age, because newer objects lie above older ones. */
export const temporaryId = (order: number, index: number) =>
  `local-${order.toString(36).padStart(11, '0')}-${index.toString(36).padStart(2, '0')}-${randomKey().slice(0, 6)}`

export const isTemporary = (id: string) => id.startsWith('local-')

/** The change without the objects that no longer exist; null if nothing of it is left. */
export function withoutMissing(change: Change, index: number, missing: readonly MissingObject[]): Change | null {
  const here = missing.filter(one => one.index === index)
  if (here.length === 0) return change
  if ((change.op !== 'order' && change.op !== 'group') || here.some(({ place }) => place === null)) return null
  const ids = change.ids.filter((_, at) => !here.some(({ place }) => place === at))
  return ids.length < (change.op === 'group' ? 2 : 1) ? null : { ...change, ids }
}

/** Removes what no longer exists from the list. */
export function leaveOut(entry: Entry, missing: readonly MissingObject[]): void {
  const left = entry.changes.map((change, index) => withoutMissing(change, index, missing))
  for (const [index, change] of left.entries())
    if (change === null)
      entry.results[entry.indexes[index] as number] = { id: entry.ids[index] as string, deleted: true }
  const isLeft = (_: unknown, at: number) => left[at] !== null
  entry.changes = left.filter(change => change !== null)
  entry.ids = entry.ids.filter(isLeft)
  entry.indexes = entry.indexes.filter(isLeft)
  assignNewKey(entry)
}

/** Drops from `entry` what `later` has set or restored: `later` was applied first, and its values must stay. */
export function yieldTo(entry: Entry, later: Entry): void {
  const isRestoredLater = (id: string) => restoresObject(later, id)
  const isSetLater = (id: string, name: string) =>
    later.changes.some(change => change.op === 'update' && change.id === id && name in change.data)
  const isOverridden = (change: Change) =>
    (change.op === 'update' && Object.keys(change.data).some(name => isSetLater(change.id, name))) ||
    (change.op === 'delete' && isRestoredLater(change.id))
  if (!entry.changes.some(isOverridden)) return
  entry.changes = entry.changes.map((change): Change => {
    if (change.op === 'delete' && isRestoredLater(change.id)) return { op: 'update', id: change.id, data: {} }
    if (change.op !== 'update') return change
    const left = Object.entries(change.data).filter(([name]) => !isSetLater(change.id, name))
    return { ...change, data: Object.fromEntries(left) }
  })
  assignNewKey(entry)
}

/** A different list is a different change to the service, so it needs its own key. */
function assignNewKey(entry: Entry): void {
  entry.key = randomKey()
  entry.sentAt = null
}
