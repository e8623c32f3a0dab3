// Performs the faults of a plan, one after the other, until enough have happened. Faults at different places overlap; a
// fault waits while its place is still disturbed.

import { describeFault, type PlannedFault } from './fault-plan.ts'
import type { RunState } from './run-state.ts'

export interface PerformedFaults {
  readonly byKind: Map<string, number>
  count: number
}

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
  const places = new Map<string, Promise<void>>()
  const { perform, performed, isEnough, print } = settings
  for (const fault of plan) {
    if (isEnough()) break
    await places.get(fault.place)
    if (isEnough()) break
    print(describeFault(fault))
    performed.byKind.set(fault.kind, (performed.byKind.get(fault.kind) ?? 0) + 1)
    performed.count += 1
    const end = run.clock.fault(fault.kind)
    const over = perform(fault)
      .catch(error => run.violations.add('nodes', `${describeFault(fault)}: ${(error as Error).message}`))
      .finally(end)
    places.set(fault.place, over)
    await new Promise(resolve => setTimeout(resolve, fault.gapMs))
  }
  await Promise.all(places.values())
}
