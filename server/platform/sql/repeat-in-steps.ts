// Work on many rows in many small transactions, so that nobody waits for all of it.

import { setImmediate as nextTick } from 'node:timers/promises'
import type { Database, Work } from './database.ts'

/**
 * Runs `step` in separate transactions until it returns 0, the number of rows it has changed. Requests are served
 * between two steps: on the embedded database a transaction ends without yielding to the event loop.
 */
export async function repeatInSteps(db: Database, step: Work<number>, signal?: AbortSignal): Promise<void> {
  for (;;) {
    signal?.throwIfAborted()
    if ((await db.write(step)) === 0) return
    await nextTick()
  }
}
