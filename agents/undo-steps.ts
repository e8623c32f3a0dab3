// Finds where the last steps of an agent start. A step that was undone, and the undo itself, do not count: otherwise
// the next undo would redo the step.

import type { BoardHistory } from './board-history.ts'
import { planUndo } from './plan-undo.ts'

/** How far back an undo may have gone. */
const maxLookBack = 60

/** The seq before the first of the steps; null if nothing of the agent is in effect. */
export function startOfSteps(history: BoardHistory, count: number): number | null {
  const { steps } = history
  let start: number | null = null
  let [index, left] = [steps.length - 1, count]
  while (index >= 0 && left > 0) {
    const canceled = startOfCanceled(history, index)
    if (canceled !== null) {
      index = canceled - 1
      continue
    }
    start = (steps[index] as { first: number }).first - 1
    index -= 1
    left -= 1
  }
  return start
}

/** The latest step after which nothing up to this one is still in effect. */
function startOfCanceled(history: BoardHistory, index: number): number | null {
  const { steps } = history
  const until = steps[index]?.last as number
  for (let first = index; first >= Math.max(0, index - maxLookBack); first -= 1) {
    const { changes, comments } = planUndo(history, (steps[first] as { first: number }).first - 1, until)
    if (changes.length === 0 && comments.length === 0) return first
  }
  return null
}
