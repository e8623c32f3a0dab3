// Work that takes long, in steps: it lets the event loop do other work whenever it has run for a few milliseconds.

import { setImmediate as nextTurn } from 'node:timers/promises'

const longestTurnMs = 10

export class Steps {
  #since = performance.now()

  /** Whether `pause` should be awaited before the next step. Most work is short, and waits for nothing. */
  get isPauseDue(): boolean {
    return performance.now() - this.#since > longestTurnMs
  }

  async pause(): Promise<void> {
    await nextTurn()
    this.#since = performance.now()
  }
}

export async function mapInSteps<T, Result>(list: readonly T[], map: (item: T) => Result): Promise<Result[]> {
  const steps = new Steps()
  const results: Result[] = []
  for (const item of list) {
    if (steps.isPauseDue) await steps.pause()
    results.push(map(item))
  }
  return results
}
