// Plans the changes that undo what the agent did after a point of the log, except where another user has changed the
// same since. Whatever is skipped has a reason.

import { planStep } from '@tessera/client/undo/undo-plan'
import type { Reversal } from '@tessera/client/undo/undo-reversal'
import type { Change } from '@tessera/contract'
import { endIdsOf, follows, hasEnds } from './arranged-units.ts'
import type { BoardHistory, ObjectChangeEntry } from './board-history.ts'
import { type BoardObject, ownerOf } from './board-object.ts'
import { type EntryLists, type LeftAlone, ownFields } from './own-fields.ts'
import { undoneArrangements } from './undo-arrangements.ts'

export interface UndoPlan {
  readonly changes: readonly Change[]
  /** Comments of the agent that are deleted, replies first. */
  readonly comments: readonly string[]
  readonly leftAlone: readonly LeftAlone[]
}

/** `after` and `until` are numbers of events: the changes between them are undone, from the state at `until`. */
export function planUndo(history: BoardHistory, after: number, until = history.seq): UndoPlan {
  const leftAlone: LeftAlone[] = []
  const range = entriesBetween(history, after, until)
  const state = stateAt(history, until)
  const removed = removals(range, history, state, { until, leftAlone })
  const reversals: Reversal[] = []
  const resets: Reversal[] = []
  for (const [id, entries] of range) {
    if (removed.has(id) || !entries.some(({ isOwn }) => isOwn)) continue
    const last = lastState(entries)
    if (!last || isCreatedByAgent(entries)) continue
    const object = state.get(id)
    if (!object) {
      if (!entries.at(-1)?.isOwn) {
        leftAlone.push({ id, why: `${entries.at(-1)?.by} has deleted it since` })
        continue
      }
      reversals.push({ does: 'restore', id, object: last as never })
    }
    const { fields, overwritten } = ownFields(entries, last)
    for (const { name, by } of overwritten) leftAlone.push({ id, why: `${by} has changed ${name} since` })
    if (fields.size > 0) resets.push({ does: 'reset', id, fields })
  }
  const arrangements = undoneArrangements(range, { state, removed, leftAlone })
  const removes = [...removed].toReversed().map((id): Reversal => ({ does: 'remove', id }))
  const all = [...reversals, ...resets, ...arrangements, ...removes]
  const board = { get: (id: string) => state.get(id) as never, idOf: (id: string) => id }
  const { changes } = planStep(all, board)
  return { changes, comments: undoneComments(history, { after, until, removed, leftAlone }), leftAlone }
}

function entriesBetween({ objects }: BoardHistory, after: number, until: number): EntryLists {
  const between = new Map<string, readonly ObjectChangeEntry[]>()
  for (const [id, entries] of objects) {
    const some = entries.filter(({ seq }) => seq > after && seq <= until)
    if (some.length > 0) between.set(id, some)
  }
  return between
}

function stateAt({ objects, now, seq }: BoardHistory, until: number): ReadonlyMap<string, BoardObject> {
  if (until >= seq) return now
  const state = new Map(now)
  for (const [id, entries] of objects) {
    const later = entries.find(entry => entry.seq > until)
    if (!later) continue
    if (later.before) state.set(id, later.before)
    else state.delete(id)
  }
  return state
}

const lastState = (entries: readonly ObjectChangeEntry[]): BoardObject | null =>
  entries.reduce<BoardObject | null>((last, { before, after }) => after ?? before ?? last, null)

/** True if it did not exist before, and the agent created it. */
const isCreatedByAgent = ([first]: readonly ObjectChangeEntry[]) => first?.before === null && first.isOwn

/** The objects that the agent created and nobody else has changed, commented on or connected since, oldest first. */
function removals(
  range: EntryLists,
  history: BoardHistory,
  state: ReadonlyMap<string, BoardObject>,
  { until, leftAlone }: { readonly until: number; readonly leftAlone: LeftAlone[] },
): Set<string> {
  const made = [...range].filter(([id, entries]) => state.has(id) && isCreatedByAgent(entries))
  const attached = findAttached(state)
  const removed = new Set<string>()
  const isFollower = ([id]: (typeof made)[number]) => follows(state.get(id) as BoardObject)
  const reasonAgainst = (id: string, entries: readonly ObjectChangeEntry[]): string | null => {
    const other = entries.findLast(({ isOwn }) => !isOwn)
    if (other) return `${other.by} has changed it since`
    const comment = findCommentAuthor(history, id, until)
    if (comment) return `${comment} has commented on it`
    const kept = attached.get(id)?.find(one => !removed.has(one.id))
    if (!kept) return null
    const by = range.get(kept.id)?.findLast(({ isOwn }) => !isOwn)?.by ?? 'someone'
    return hasEnds(kept) ? `${by} has connected it` : `${by} has drawn on it`
  }
  // Connectors and strokes come first: the objects they are attached to can be deleted only after them.
  for (const [id, entries] of [...made.filter(isFollower), ...made.filter(one => !isFollower(one))]) {
    const why = reasonAgainst(id, entries)
    if (why === null) removed.add(id)
    else leftAlone.push({ id, why })
  }
  return new Set(made.map(([id]) => id).filter(id => removed.has(id)))
}

/** The strokes on each object and the connectors attached to it. */
function findAttached(state: ReadonlyMap<string, BoardObject>): Map<string, BoardObject[]> {
  const attached = new Map<string, BoardObject[]>()
  for (const object of state.values()) {
    const targets = hasEnds(object) ? endIdsOf(object) : [ownerOf(object)]
    for (const id of new Set(targets)) if (id !== null) attached.set(id, [...(attached.get(id) ?? []), object])
  }
  return attached
}

function findCommentAuthor({ comments }: BoardHistory, id: string, until: number): string | null {
  for (const entries of comments.values()) {
    const last = entries.findLast(({ seq }) => seq <= until)
    if (last && !last.isDeleted && last.comment.targetId === id && !entries[0]?.isOwn) return entries[0]?.by ?? null
  }
  return null
}

interface CommentRange {
  readonly after: number
  readonly until: number
  readonly removed: ReadonlySet<string>
  readonly leftAlone: LeftAlone[]
}

/** Comments on deleted objects are deleted with them. */
function undoneComments({ comments }: BoardHistory, { after, until, removed, leftAlone }: CommentRange): string[] {
  const open = [...comments.values()].flatMap(entries => {
    const last = entries.findLast(({ seq }) => seq <= until)
    return last && !last.isDeleted ? [{ first: entries[0] as typeof last, comment: last.comment }] : []
  })
  const own = open.filter(({ first }) => first.isOwn && first.isCreated && first.seq > after)
  const undone = own.flatMap(({ comment }) => {
    if (comment.targetId !== null && removed.has(comment.targetId)) return []
    const reply = open.find(({ first, comment: other }) => other.parent === comment.id && !first.isOwn)
    if (!reply) return [comment]
    leftAlone.push({ id: comment.id, why: `${reply.first.by} has replied to it` })
    return []
  })
  return [...undone.filter(({ parent }) => parent !== null), ...undone.filter(({ parent }) => parent === null)].map(
    ({ id }) => id,
  )
}
