// Undo and redo of one's own changes on a board that others work on, too. A step puts back only what nobody has changed
// since; a deleted object comes back as it was, with all that was on it.

import type { Change, ChangeResult } from '@tessera/contract'
import type { Fields } from '../live/predict-change.ts'
import type { LiveWorkspace, PendingChange, Unsubscribe } from '../live/live-workspace.ts'
import { planStep } from './undo-plan.ts'
import { type FieldReversal, mergeReversals, type Reversal, reversalsOf } from './undo-reversal.ts'

export interface UndoHistory {
  /**
   * Makes the changes, and remembers how to take them back. Consecutive ones with the same `gesture` are one step: the
   * moves of a drag, the letters of a word.
   */
  change(changes: readonly Change[], gesture?: string): PendingChange
  /** Remembers objects that were made by other means, such as an upload, as if a change had made them. They are there. */
  remember(ids: readonly string[], gesture?: string): void
  /** The next change begins a step of its own, whatever its gesture. */
  endGesture(): void
  /** Takes back the last step that still means something; null where there is none. */
  undo(): UndoOutcome | null
  redo(): UndoOutcome | null
  readonly canUndo: boolean
  readonly canRedo: boolean
  /** `canUndo` or `canRedo` may be another. */
  onChange(listener: () => void): Unsubscribe
}

export interface UndoOutcome {
  /** The objects that it changed, brought back or took away. */
  readonly ids: readonly string[]
  /** How many fields and objects were left alone because somebody else has changed or deleted them. */
  readonly skipped: number
  readonly pending: PendingChange
}

interface Step {
  readonly gesture: string | null
  readonly parts: Part[]
}

/** One call of `change`: how to take it back, in the order of its changes. */
interface Part {
  reversals: Reversal[]
}

const mostSteps = 200

export function openUndo(board: Pick<LiveWorkspace, 'get' | 'idOf' | 'change'>): UndoHistory {
  const undoSteps: Step[] = []
  const redoSteps: Step[] = []
  const listeners = new Set<() => void>()
  let isOpen = false

  const perform = (changes: readonly Change[]): { pending: PendingChange; part: Part } => {
    const part: Part = { reversals: reversalsOf(changes, board) }
    const pending = board.change(changes)
    for (const [index, reversal] of part.reversals.entries()) reversal.id = pending.ids[index] as string
    pending.results.then(
      results => correct(part.reversals, results),
      () => {
        part.reversals = []
      },
    )
    return { pending, part }
  }

  const push = (steps: Step[], step: Step) => {
    steps.push(step)
    if (steps.length > mostSteps) steps.shift()
  }

  const tell = () => {
    for (const listener of listeners) listener()
  }

  const keep = (part: Part, gesture: string | undefined) => {
    const last = undoSteps.at(-1)
    redoSteps.length = 0
    if (isOpen && last && gesture !== undefined && last.gesture === gesture) last.parts.push(part)
    else push(undoSteps, { gesture: gesture ?? null, parts: [part] })
    isOpen = true
    tell()
  }

  const takeBack = (from: Step[], to: Step[]): UndoOutcome | null => {
    isOpen = false
    let outcome: UndoOutcome | null = null
    for (let step = from.pop(); step; step = from.pop()) {
      const planned = planStep(reversalsIn(step, board.idOf), board)
      if (planned.changes.length === 0) continue
      const { pending, part } = perform(planned.changes)
      push(to, { gesture: null, parts: [part] })
      outcome = { ids: pending.ids, skipped: planned.skipped, pending }
      break
    }
    tell()
    return outcome
  }

  return {
    change(changes, gesture) {
      const { pending, part } = perform(changes)
      keep(part, gesture)
      return pending
    },
    remember(ids, gesture) {
      keep({ reversals: ids.map(id => ({ does: 'remove', id })) }, gesture)
    },
    endGesture() {
      isOpen = false
    },
    undo: () => takeBack(undoSteps, redoSteps),
    redo: () => takeBack(redoSteps, undoSteps),
    get canUndo() {
      return undoSteps.length > 0
    },
    get canRedo() {
      return redoSteps.length > 0
    },
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** The last change is taken back first. */
const reversalsIn = ({ parts }: Step, idOf: (id: string) => string): readonly Reversal[] =>
  parts
    .flatMap(part => part.reversals)
    .reduce<readonly Reversal[]>(
      (older, one) => mergeReversals(one, older, (id, other) => idOf(id) === idOf(other)),
      [],
    )

/** The service may keep a value in another form than it was given, such as a trimmed name. */
function correct(reversals: readonly Reversal[], results: readonly ChangeResult[]): void {
  for (const [index, reversal] of reversals.entries()) {
    const record = Object.values(results[index] ?? {})[0] as Fields | undefined
    const fields: Iterable<[string, FieldReversal]> = reversal.does === 'reset' ? reversal.fields : []
    for (const [name, field] of fields) field.now = record?.[name] ?? field.now
  }
}
