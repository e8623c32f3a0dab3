// Performs the faults of a plan until enough have happened. Faults of different targets overlap. A fault whose target
// is still disturbed waits, and the faults of other targets overtake it.

import { describeFault, type PlannedFault } from './fault-plan.ts'
import type { RunState } from './run-state.ts'

export interface PerformedFaults {
  readonly byKind: Map<string, { times: number; longestMs: number }>
  count: number
}

/** The plan continues while fewer faults than this wait for their targets. */
const maxWaiting = 8

export async function performPlan(
  run: RunState,
  plan: Iterable<PlannedFault>,
  settings: {
    readonly perform: (fault: PlannedFault) => Promise<void>
    readonly performed: PerformedFaults
    readonly isEnough: () => boolean
    readonly print: (line: string) => void
  },
): Promise<void> {
  const { perform, performed, isEnough, print } = settings
  const places = new Map<string, Promise<void>>()
  const waiting = new Set<Promise<void>>()
  const begin = async (fault: PlannedFault): Promise<void> => {
    print(describeFault(fault))
    const ofKind = performed.byKind.get(fault.kind) ?? { times: 0, longestMs: 0 }
    performed.byKind.set(fault.kind, ofKind)
    ofKind.times += 1
    performed.count += 1
    const end = run.clock.fault(fault.kind)
    const startedAt = performance.now()
    await perform(fault)
      .catch(error => run.violations.add('nodes', `${describeFault(fault)}: ${(error as Error).message}`))
      .finally(end)
    ofKind.longestMs = Math.max(ofKind.longestMs, performance.now() - startedAt)
  }
  for (const fault of plan) {
    while (waiting.size >= maxWaiting) await Promise.race(waiting)
    if (isEnough()) break
    const isFree = places.get(fault.place) ?? Promise.resolve()
    waiting.add(isFree)
    const over = isFree.then(() => {
      waiting.delete(isFree)
      return isEnough() ? undefined : begin(fault)
    })
    places.set(fault.place, over)
    await new Promise(resolve => setTimeout(resolve, fault.gapMs))
  }
  await Promise.all(places.values())
}
