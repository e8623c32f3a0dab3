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

/** Longer than a drawing may take: who waits as long as that is refused and may try again. */
const maxPictureWaitMs = 30_000

/** PIC-46. By user or address. Without it one caller's pictures would be drawn instead of those of others. */
export const openPictureTurns = (): Semaphore<number | string> =>
  new Semaphore(0, {
    perKey: 1,
    queue: {
      max: 10,
      maxWaitMs: maxPictureWaitMs,
      refusal: () => new Problem('TooManyRequests', 'Too many pictures at the same time', { retryAfterSeconds: 5 }),
    },
  })

const tooManyPictures = () =>
  new Problem('ServiceUnavailable', 'Too many pictures are waiting to be drawn', { retryAfterSeconds: 10 })

/**
 * LIM-24. By organization, or address of a visitor, who comes last. If there are several places, one organization never
 * takes all of them.
 */
export const openDrawingPlaces = (places: number): Semaphore<number | string> =>
  new Semaphore(places, {
    perKey: Math.max(1, places - 1),
    comesLast: key => typeof key === 'string',
    queue: {
      max: 50,
      maxTotal: 100,
      maxWaitMs: maxPictureWaitMs,
      refusal: tooManyPictures,
    },
  })

/** LIM-25. By user. Pages that wait longer than that are shown without a preview, and checked when they are requested again. */
export const openPageChecks = (): Semaphore<number> =>
  new Semaphore(24, {
    perKey: 4,
    queue: { max: 50, maxTotal: 500, maxWaitMs: 10_000, refusal: () => new TooManyChecks('too many web pages wait') },
  })

export class TooManyChecks extends Error {}

/** LIM-25. By user. They share the processes with uploads, which keep one of three. */
export const openPagePictureTurns = (): Semaphore<number> => new Semaphore(2, { perKey: 1 })

/** By organization or published workspace. A page may show the previews of many workspaces at once. */
export const openPreviewTurns = (): Semaphore<number | string> =>
  new Semaphore(0, { perKey: 1, queue: { max: 200, maxWaitMs: maxPictureWaitMs, refusal: tooManyPictures } })

/** By organization. Exports are jobs: they may wait for any time, and only a few run at the same time. */
export const openExportPlaces = (places: number): Semaphore<number | string> => new Semaphore(places)

/** LIM-14. Without it one user's slow images could delay those of all others. */
export const openImageSlots = (limits: { imageFetches: number; imageFetchesPerUser: number }): Semaphore<number> =>
  new Semaphore(limits.imageFetches, { perKey: limits.imageFetchesPerUser })
