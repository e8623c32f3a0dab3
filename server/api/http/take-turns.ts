// Orders requests that would otherwise delay others: too many concurrent requests of one user, and large reads, which
// small requests overtake.

import { setImmediate as nextTick } from 'node:timers/promises'
import type { Claim } from '../../accounts/access/index.ts'
import { openLargeReads } from '../../platform/limits/index.ts'
import type { Semaphore } from '../../tools/index.ts'

interface AuthenticatedRequest {
  readonly claim: Claim
}

type Respond<R, Response> = (received: R) => Promise<Response>

const largeReads = openLargeReads()

/** Large reads run one after the other, and yield to the event loop first. */
export const readInTurn =
  <R extends AuthenticatedRequest, Response>(
    isLarge: (received: R) => boolean,
    run: Respond<R, Response>,
  ): Respond<R, Response> =>
  received =>
    isLarge(received)
      ? largeReads.run(() => nextTick().then(() => run(received)), received.claim.user_id)
      : run(received)

export const runInSlot =
  <R extends AuthenticatedRequest, Response>(
    slots: Semaphore<number>,
    run: Respond<R, Response>,
  ): Respond<R, Response> =>
  received =>
    slots.run(() => run(received), received.claim.user_id)
