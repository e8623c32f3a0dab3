// The order of requests that would otherwise delay others: those of one user that are too many at the same time, and large
// reads, which small requests overtake.

import { setImmediate as nextTick } from 'node:timers/promises'
import type { Claim } from '../../accounts/access/index.ts'
import type { RequestSlots } from '../../platform/limits/index.ts'
import { KeyedSemaphore } from '../../tools/index.ts'

interface Claimed {
  readonly claim: Claim
}

type Respond<R, Response> = (received: R) => Promise<Response>

/** Per process, and one at a time for each user. */
const largeReads = new KeyedSemaphore<number>({ limit: 2, perKey: 1 })

/** Large reads run one after the other, and yield to the event loop first. */
export const readInTurn =
  <R extends Claimed, Response>(isLarge: (received: R) => boolean, run: Respond<R, Response>): Respond<R, Response> =>
  received =>
    isLarge(received)
      ? largeReads.run(received.claim.user_id, () => nextTick().then(() => run(received)))
      : run(received)

export const runInSlot =
  <R extends Claimed, Response>(slots: RequestSlots, run: Respond<R, Response>): Respond<R, Response> =>
  async received => {
    const slot = slots.acquire(received.claim.user_id)
    const release = slot instanceof Promise ? await slot : slot
    try {
      return await run(received)
    } finally {
      release()
    }
  }
