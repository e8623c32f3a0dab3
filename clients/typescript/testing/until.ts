// Waiting in tests for something to hold, without saying how long it takes; only that it has to, some time.

import { setTimeout as delay } from 'node:timers/promises'

const longestMs = 120_000

export async function until(holds: () => boolean, tell: () => unknown = () => holds.toString()): Promise<void> {
  const deadline = performance.now() + longestMs
  for (let turn = 0; !holds(); turn += 1) {
    if (performance.now() > deadline) throw new Error(`It does not come to ${JSON.stringify(tell())}`)
    // First as fast as things happen in memory, then as they do over a network.
    await (turn < 200 ? new Promise(resolve => setImmediate(resolve)) : delay(2))
  }
}
