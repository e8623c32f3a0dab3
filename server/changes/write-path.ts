// The one write path. HTTP, sockets and bulk meet here with lists of changes; all that arrive while a commit is under
// way share the next one. Nobody is answered before their change is durable, and a faulty request fails alone. Few changes
// are carried out right here, which is quickest for them; where many come, a thread of their own does it meanwhile.

import { coalesce } from '../coalesce.ts'
import type { Replayed } from '../handler.ts'
import { type ChangeRequest, sizeOf } from './change-request.ts'
import { type BatchParts, maxBatchChanges, type Outcome, runBatch } from './run-batch.ts'
import { WriteLoad } from './write-load.ts'
import { type ThreadSettings, WriteThread } from './write-thread.ts'

export interface WritePath {
  /**
   * Fulfils once the changes are durable, with the reply as JSON. Throws a Problem, having changed nothing, where any of
   * them is refused.
   */
  submit(request: ChangeRequest): Promise<string | Replayed>
  /** Whether the thread does it for now. */
  readonly runsOnWorker: boolean
  /** How many share a commit, on average of the last ones. */
  readonly averageBatchSize: number
  close(): Promise<void>
}

export interface WritePathParts extends BatchParts {
  /** What the thread needs to do the same as is done here. */
  readonly thread: ThreadSettings
  readonly pressure?: WriteLoad | undefined
}

/** What goes to the thread in one parcel: it need not wait for more, as it takes all that lies there into one transaction. */
const parcel = 16

export function openWritePath({ db, sign, thread: settings, pressure = new WriteLoad() }: WritePathParts): WritePath {
  const feel = (changes: number) => pressure.record(changes, db.areCommitsSlow)
  const thread = db.lendWriter ? new WriteThread(settings, feel) : null
  // None begins in one place while others are under way in the other: what was asked first happens first.
  const underWay = { here: 0, elsewhere: 0 }
  const isElsewhere = () =>
    thread?.isReady === true && (underWay.elsewhere > 0 || (pressure.isHigh && underWay.here === 0))

  async function carryOut(requests: readonly ChangeRequest[]): Promise<readonly Outcome[]> {
    // What is under way elsewhere is felt there, by what it takes into one transaction.
    if (underWay.elsewhere === 0) feel(sizeOf(requests))
    if (pressure.isHigh) thread?.start()
    const place = isElsewhere() ? 'elsewhere' : 'here'
    underWay[place] += 1
    try {
      const done = thread && db.lendWriter && place === 'elsewhere' ? await db.lendWriter(lent(thread, requests)) : null
      // The thread may be gone by the time it is its turn.
      return done ?? (await runBatch({ db, sign }, requests))
    } finally {
      underWay[place] -= 1
    }
  }

  const lent = (thread: WriteThread, requests: readonly ChangeRequest[]) => async () =>
    (await thread.run(requests)) ?? { result: null, marks: [] }

  const settle = coalesce<ChangeRequest, Outcome>(carryOut, {
    most: maxBatchChanges,
    weigh: request => request.changes.length,
    lanes: () => (isElsewhere() ? Number.POSITIVE_INFINITY : db.doBatchesOverlap ? 2 : 1),
    enough: () => (isElsewhere() ? parcel : Number.POSITIVE_INFINITY),
    areAnswersPrompt: isElsewhere,
  })
  return {
    async submit(request) {
      const outcome = await settle(request)
      if (typeof outcome === 'object' && 'refused' in outcome) throw outcome.refused
      return outcome
    },
    get runsOnWorker() {
      return isElsewhere()
    },
    get averageBatchSize() {
      return pressure.averageBatchSize
    },
    close: async () => await thread?.close(),
  }
}
