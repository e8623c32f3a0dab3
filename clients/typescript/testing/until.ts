// Waits in tests until a condition holds.

import { setTimeout as delay } from 'node:timers/promises'

const longestMs = 120_000

export async function until(holds: () => boolean, tell: () => unknown = () => holds.toString()): Promise<void> {
  const deadline = performance.now() + longestMs
  for (let turn = 0; !holds(); turn += 1) {
    if (performance.now() > deadline) throw new Error(`It does not come to ${JSON.stringify(tell())}`)
    // Checks at short intervals first, as in memory, then at longer ones, as over a network.
    await (turn < 200 ? new Promise(resolve => setImmediate(resolve)) : delay(2))
  }
}
