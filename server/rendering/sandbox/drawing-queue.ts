// Decides whose board is drawn next. Small pictures, large pictures and exports have child processes of their own, so that
// none waits for a longer one. Organizations take turns, and within them people; visitors come last.

import { openDrawingPlaces, openExportPlaces, openPictureTurns } from '../../platform/limits/index.ts'
import { type ChildPool, openChildPool } from './child-pool.ts'
import type { Child } from './child-process.ts'

export type DrawingLane = 'small' | 'large' | 'exports'

/** A visitor has no account: the reader of a published board, by address. */
export type Requester =
  | { readonly person: number | string; readonly organization: number }
  | { readonly visitor: string }

export interface DrawingPlace {
  readonly lane: DrawingLane
  readonly requester: Requester
  /** Ends the waiting, not the drawing. */
  readonly signal?: AbortSignal | undefined
}

export interface DrawingQueue {
  /** Runs the work of a requester one at a time. Throws a TooManyRequests if too much waits, or waits too long. */
  inTurn<T>(requester: Requester, work: () => Promise<T>, signal?: AbortSignal): Promise<T>
  /**
   * Provides a child process and a temporary folder; the signal is aborted when the server closes. Throws a
   * ServiceUnavailable if too many wait, or this call waits too long.
   */
  use<T>(place: DrawingPlace, run: (child: Child, folder: string, signal: AbortSignal) => Promise<T>): Promise<T>
  close(): void
}

export interface DrawingQueueSettings {
  readonly folder: string
  /** How many large pictures, and how many exports, are drawn at the same time. */
  readonly places: number
  /** Aborted when the server closes. */
  readonly closing: AbortSignal
}

export function openDrawingQueue({ folder, places, closing }: DrawingQueueSettings): DrawingQueue {
  const turns = openPictureTurns()
  const pools: Readonly<Record<DrawingLane, ChildPool<number | string>>> = {
    small: openChildPool({ folder, places: openDrawingPlaces(1) }),
    large: openChildPool({ folder, places: openDrawingPlaces(places) }),
    exports: openChildPool({ folder, places: openExportPlaces(places) }),
  }
  return {
    inTurn: (requester, work, signal) =>
      turns.run(work, 'visitor' in requester ? requester.visitor : requester.person, signal),
    use: ({ lane, requester, signal }, run) =>
      pools[lane].use(closing, (child, taskFolder) => run(child, taskFolder, closing), {
        key: 'visitor' in requester ? requester.visitor : requester.organization,
        waiting: signal,
      }),
    close() {
      for (const pool of Object.values(pools)) pool.close()
    },
  }
}
