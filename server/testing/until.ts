// Waiting for what a worker does in its own time.

import { setTimeout as sleep } from 'node:timers/promises'

const longestMs = 120_000

/** What `look` finds, once it finds something. */
export async function until<T>(look: () => Promise<T | null | undefined | false>): Promise<T> {
  const end = performance.now() + longestMs
  for (;;) {
    const found = await look()
    if (found) return found
    if (performance.now() > end) throw new Error('it did not happen within two minutes')
    await sleep(50)
  }
}
