// Undo and redo of the caller's own changes on a shared board. A step resets only what other users have not changed
// since; a deleted object is restored as it was, with everything that was attached to it.

import type { ChangeResult, ListedChange } from '@tessera/contract'
import type { LiveWorkspace, PendingChange, Unsubscribe } from '../live/live-workspace.ts'
import type { Fields } from '../live/predict-change.ts'
import { planStep } from './undo-plan.ts'
import { type FieldReversal, mergeReversals, type Reversal, reversalsOf } from './undo-reversal.ts'

/** What the user did in an open workspace, step by step. */
export interface UndoHistory {
  /**
   * Makes the changes and records how to undo them. Consecutive calls with the same `gesture` are one step, such as the
   * moves of a drag or the characters of a word.
   */
  change(changes: readonly ListedChange[], gesture?: string): PendingChange
  /** Records objects that were created by other means, such as an upload, as a step. The objects must exist. */
  recordCreated(ids: readonly string[], gesture?: string): void
  /**
   * Changes with this gesture continue the last step if it created the object and `endGesture` was not called since: creating
   * a note and typing its text is one step.
   */
  continueCreation(id: string, gesture: string): void
  /** The next change starts a new step, whatever its gesture. */
  endGesture(): void
  /** Undoes the last step that still has an effect; null if there is none. */
  undo(): UndoOutcome | null
  /** Repeats the last step that was undone; null if there is none. */
  redo(): UndoOutcome | null
  /** True if there is a step to undo. */
  readonly canUndo: boolean
  /** True if there is a step to repeat. */
  readonly canRedo: boolean
  /** Called when `canUndo` or `canRedo` may have changed. */
  onChange(listener: () => void): Unsubscribe
}

/** What an undo or a redo did. */
export interface UndoOutcome {
  /** The objects that were changed, restored or deleted. */
  readonly ids: readonly string[]
  /** How many fields and objects were skipped because another user has changed or deleted them. */
  readonly skipped: number
  /** The changes that it made. */
  readonly pending: PendingChange
}

interface Step {
  gesture: string | null
  readonly parts: Part[]
}

/** One call of `change`: the reversals of its changes, in order. */
interface Part {
  reversals: Reversal[]
}

const maxSteps = 200

/** The undo history of an open workspace: make changes through it instead of through the workspace. */
export function openUndo(board: Pick<LiveWorkspace, 'get' | 'idOf' | 'change' | 'objects'>): UndoHistory {
  const undoSteps: Step[] = []
  const redoSteps: Step[] = []
  const listeners = new Set<() => void>()
  let isOpen = false

  const perform = (changes: readonly ListedChange[]): { pending: PendingChange; part: Part } => {
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
    if (steps.length > maxSteps) steps.shift()
  }

  const notify = () => {
    for (const listener of listeners) listener()
  }

  const record = (part: Part, gesture: string | undefined) => {
    const last = undoSteps.at(-1)
    redoSteps.length = 0
    if (isOpen && last && gesture !== undefined && last.gesture === gesture) last.parts.push(part)
    else push(undoSteps, { gesture: gesture ?? null, parts: [part] })
    isOpen = true
    notify()
  }

  const revert = (from: Step[], to: Step[]): UndoOutcome | null => {
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
    notify()
    return outcome
  }

  return {
    change(changes, gesture) {
      const { pending, part } = perform(changes)
      record(part, gesture)
      return pending
    },
    recordCreated(ids, gesture) {
      record({ reversals: ids.map(id => ({ does: 'remove', id })) }, gesture)
    },
    continueCreation(id, gesture) {
      const last = undoSteps.at(-1)
      const isCreated = last?.parts.some(({ reversals }) =>
        reversals.some(reversal => reversal.does === 'remove' && board.idOf(reversal.id) === board.idOf(id)),
      )
      if (isOpen && last && isCreated) last.gesture = gesture
    },
    endGesture() {
      isOpen = false
    },
    undo: () => revert(undoSteps, redoSteps),
    redo: () => revert(redoSteps, undoSteps),
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

const reversalsIn = ({ parts }: Step, idOf: (id: string) => string): readonly Reversal[] =>
  mergeReversals(
    parts.flatMap(part => part.reversals),
    idOf,
  )

/** The service may store a value in another form than it was given, such as a trimmed name. */
function correct(reversals: readonly Reversal[], results: readonly ChangeResult[]): void {
  for (const [index, reversal] of reversals.entries()) {
    const record = Object.values(results[index] ?? {})[0] as Fields | undefined
    const fields: Iterable<[string, FieldReversal]> = reversal.does === 'reset' ? reversal.fields : []
    for (const [name, field] of fields) field.now = record?.[name] ?? field.now
  }
}
