// The one write path. HTTP, sockets and bulk meet here with lists of changes; all that arrive while a commit is under
// way share the next one. Nobody is answered before their change is durable, and a faulty request fails alone. Few changes
// are carried out right here, which is quickest for them; where many come, a thread of their own does it meanwhile.

import { gather } from '../gather.ts'
import type { Replayed } from '../handler.ts'
import type { ChangeRequest } from './changes.ts'
import { Pressure } from './pressure.ts'
import { type BatchParts, type Outcome, runBatch } from './run-batch.ts'
import { type ThreadSettings, WriteThread } from './write-thread.ts'

export interface WritePath {
  /**
   * Fulfils once the changes are durable, with the reply as JSON. Throws a Problem, having changed nothing, where any of
   * them is refused.
   */
  submit(request: ChangeRequest): Promise<string | Replayed>
  /** Whether the thread does it for now. */
  readonly isElsewhere: boolean
  close(): Promise<void>
}

export interface WritePathParts extends BatchParts {
  /** What the thread needs to do the same as is done here. */
  readonly thread: ThreadSettings
  readonly pressure?: Pressure | undefined
}

/** In one transaction; those who wait for it wait no longer than that. */
const mostChanges = 2_000

export function openWritePath({ db, sign, thread: settings, pressure = new Pressure() }: WritePathParts): WritePath {
  const thread = db.lend ? new WriteThread(settings) : null
  // None begins in one place while others are under way in the other: what was asked first happens first.
  const underWay = { here: 0, elsewhere: 0 }
  const isElsewhere = () =>
    thread?.isReady === true && (underWay.elsewhere > 0 || (pressure.isHigh && underWay.here === 0))

  async function carryOut(requests: readonly ChangeRequest[]): Promise<readonly Outcome[]> {
    pressure.feel(sizeOf(requests), db.isHeldUp)
    if (pressure.isHigh) thread?.start()
    const place = isElsewhere() ? 'elsewhere' : 'here'
    underWay[place] += 1
    try {
      if (thread && db.lend && place === 'elsewhere') return await db.lend(() => thread.run(requests))
      return await runBatch({ db, sign }, requests)
    } finally {
      underWay[place] -= 1
    }
  }

  const settle = gather<ChangeRequest, Outcome>(carryOut, {
    most: mostChanges,
    weigh: request => request.changes.length,
    // Where the work is done elsewhere, the next batch waits there by the time the last is done.
    lanes: () => (db.doBatchesOverlap || isElsewhere() ? 2 : 1),
  })
  return {
    async submit(request) {
      const outcome = await settle(request)
      if (typeof outcome === 'object' && 'refused' in outcome) throw outcome.refused
      return outcome
    },
    get isElsewhere() {
      return isElsewhere()
    },
    close: async () => await thread?.close(),
  }
}

const sizeOf = (requests: readonly ChangeRequest[]) => requests.reduce((sum, { changes }) => sum + changes.length, 0)
