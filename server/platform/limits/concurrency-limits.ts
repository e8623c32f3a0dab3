// How much work of one caller runs concurrently in a process. Further work waits, and the waiting callers take turns.
// Global bounds on memory, threads and connections are beside the code that uses them.

import { Problem } from '@tessera/contract'
import { Semaphore } from '../../tools/index.ts'

/** How many requests may wait for each that may run: a page that loads many things at once works. */
const waitingPerRunning = 20

/** LIM-6. Without it one client could occupy the connections to the database, and all others would wait for it. */
export const openRequestSlots = (perUser: number): Semaphore<number> =>
  new Semaphore(0, {
    perKey: perUser,
    queue: {
      max: perUser * waitingPerRunning,
      refusal: () => new Problem('TooManyRequests', 'Too many requests at the same time', { retryAfterSeconds: 1 }),
    },
  })

/** LIM-7. Without it small requests would wait until several large replies are built, each of which takes a while. */
export const openLargeReads = (): Semaphore<number> => new Semaphore(2, { perKey: 1 })

/** PIC-46. Counted by user or address. Without it one caller could occupy all drawing processes. */
export const openPictureTurns = (): Semaphore<number | string> =>
  new Semaphore(0, {
    perKey: 1,
    queue: {
      max: 10,
      refusal: () => new Problem('TooManyRequests', 'Too many pictures at the same time', { retryAfterSeconds: 5 }),
    },
  })

/** LIM-14. Without it one user's slow images could delay those of all others. */
export const openImageSlots = (limits: { imageFetches: number; imageFetchesPerUser: number }): Semaphore<number> =>
  new Semaphore(limits.imageFetches, { perKey: limits.imageFetchesPerUser })
