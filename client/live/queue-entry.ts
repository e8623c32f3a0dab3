// One call of `change` on its way to the service.

import type { Change, ChangeResult } from '@tessera/contract'
import type { StoredChange } from './live-workspace.ts'
import { randomKey } from '../rest/random-key.ts'

export interface Entry extends StoredChange {
  key: string
  changes: readonly Change[]
  ids: readonly string[]
  sentAt: number | null
  /** Sent on the present connection, and not answered yet. */
  isUnderWay: boolean
  /** It was sent before the present connection, too. */
  isRepeated: boolean
  /** Refused for now, or in part: it goes once more, and those that were sent after it are ahead of it. */
  isBack: boolean
  isSaved: boolean
  isGone: boolean
  tries: number
  answer: { readonly seq: number } | null
  /** For each change its place among those that were asked for: some may have been left out since. */
  places: readonly number[]
  /** What is known of the results, in the places of the changes. */
  readonly results: ChangeResult[]
  readonly outcome: PromiseWithResolvers<readonly ChangeResult[]>
}

export function entryOf(stored: StoredChange, isSaved: boolean): Entry {
  const outcome = Promise.withResolvers<readonly ChangeResult[]>()
  outcome.promise.catch(() => {})
  return {
    ...stored,
    ...{ isUnderWay: false, isRepeated: false, isBack: false, isSaved, isGone: false, tries: 0, answer: null },
    ...{ places: [...stored.changes.keys()], results: [], outcome },
  }
}

export const storedOf = ({ key, order, changes, ids, sentAt }: Entry): StoredChange => ({
  ...{ key, order, changes, ids, sentAt },
})

export const creates = ({ changes }: Entry, kind?: string) =>
  changes.some(change => change.op === 'create' && (kind === undefined || change.kind === kind))

export const makes = ({ changes, ids }: Entry, id: string) =>
  changes.some((change, index) => change.op === 'create' && ids[index] === id)

export const restores = ({ changes }: Entry, id: string) =>
  changes.some(change => change.op === 'restore' && change.id === id)

/** They sort behind the service's ids and by age, as what is newer lies above. */
export const temporaryId = (order: number, index: number) =>
  `local-${order.toString(36).padStart(11, '0')}-${index.toString(36).padStart(2, '0')}-${randomKey().slice(0, 6)}`

export const isTemporary = (id: string) => id.startsWith('local-')

/** The rest of the list, where the object of one of its changes is gone: that one can no longer happen. */
export function leaveOut(entry: Entry, index: number): void {
  entry.results[entry.places[index] as number] = { id: entry.ids[index] as string, deleted: true }
  const isLeft = (_: unknown, at: number) => at !== index
  entry.changes = entry.changes.filter(isLeft)
  entry.ids = entry.ids.filter(isLeft)
  entry.places = entry.places.filter(isLeft)
  renew(entry)
}

/** What a later change has set or restored stays so, where an earlier one comes after it. */
export function yieldTo(entry: Entry, later: Entry): void {
  const isRestoredLater = (id: string) => restores(later, id)
  const isSetLater = (id: string, name: string) =>
    later.changes.some(change => change.op === 'update' && change.id === id && name in change.data)
  const isOvertaken = (change: Change) =>
    (change.op === 'update' && Object.keys(change.data).some(name => isSetLater(change.id, name))) ||
    (change.op === 'delete' && isRestoredLater(change.id))
  if (!entry.changes.some(isOvertaken)) return
  entry.changes = entry.changes.map((change): Change => {
    if (change.op === 'delete' && isRestoredLater(change.id)) return { op: 'update', id: change.id, data: {} }
    if (change.op !== 'update') return change
    const left = Object.entries(change.data).filter(([name]) => !isSetLater(change.id, name))
    return { ...change, data: Object.fromEntries(left) }
  })
  renew(entry)
}

/** Another list is another change: it has a key of its own. */
function renew(entry: Entry): void {
  entry.key = randomKey()
  entry.sentAt = null
}
