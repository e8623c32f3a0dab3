// The one write path. HTTP, sockets and bulk requests submit lists of changes here. All requests that arrive during a
// commit share the next one. No request is answered before its changes are durable, and a refused request fails alone.
// Batches run on this thread, or on a worker thread while the load is high.

import { coalesce } from '../coalesce.ts'
import type { Replayed } from '../handler.ts'
import { type ChangeRequest, countChanges } from './change-request.ts'
import { type BatchDependencies, maxBatchChanges, type Outcome, runBatch } from './run-batch.ts'
import { WriteLoad } from './write-load.ts'
import { type ThreadSettings, WriteThread } from './write-thread.ts'

export interface WritePath {
  /** Resolves with the reply as JSON once the changes are durable. Throws, having changed nothing, if one is refused. */
  submit(request: ChangeRequest): Promise<string | Replayed>
  /** Whether batches run on the worker thread at the moment. */
  readonly runsOnWorker: boolean
  /** The moving average of changes in a batch. */
  readonly averageBatchSize: number
  close(): Promise<void>
}

export interface WritePathDependencies extends BatchDependencies {
  readonly thread: ThreadSettings
  readonly writeLoad?: WriteLoad | undefined
}

/** Requests in one message to the worker. It need not be large: the worker puts all queued messages into one transaction. */
const maxMessageRequests = 16

export function openWritePath(dependencies: WritePathDependencies): WritePath {
  const { db, sign, thread: settings, writeLoad = new WriteLoad() } = dependencies
  const recordLoad = (changes: number) => writeLoad.record(changes, db.areCommitsSlow)
  const thread = db.lendWriter ? new WriteThread(settings, recordLoad) : null
  // A batch starts on one thread only if none is running on the other: requests take effect in the order they arrived.
  const running = { here: 0, onWorker: 0 }
  const runsOnWorker = () =>
    thread?.isReady === true && (running.onWorker > 0 || (writeLoad.isHigh && running.here === 0))

  async function run(requests: readonly ChangeRequest[]): Promise<readonly Outcome[]> {
    // While the worker runs, it reports the size of its transactions, which may hold several of these batches.
    if (running.onWorker === 0) recordLoad(countChanges(requests))
    if (writeLoad.isHigh) thread?.start()
    const where = runsOnWorker() ? 'onWorker' : 'here'
    running[where] += 1
    try {
      const outcomes =
        thread && db.lendWriter && where === 'onWorker' ? await db.lendWriter(runOnWorker(thread, requests)) : null
      // Null if the worker ended before the database lent it the writer.
      return outcomes ?? (await runBatch({ db, sign }, requests))
    } finally {
      running[where] -= 1
    }
  }

  const runOnWorker = (thread: WriteThread, requests: readonly ChangeRequest[]) => async () =>
    (await thread.run(requests)) ?? { result: null, marks: [] }

  const enqueue = coalesce<ChangeRequest, Outcome>(run, {
    maxWeight: maxBatchChanges,
    weigh: request => request.changes.length,
    concurrency: () => (runsOnWorker() ? Number.POSITIVE_INFINITY : db.doBatchesOverlap ? 2 : 1),
    startAt: () => (runsOnWorker() ? maxMessageRequests : Number.POSITIVE_INFINITY),
    resolvesAtOnce: runsOnWorker,
  })
  return {
    async submit(request) {
      const outcome = await enqueue(request)
      if (typeof outcome === 'object' && 'refused' in outcome) throw outcome.refused
      return outcome
    },
    get runsOnWorker() {
      return runsOnWorker()
    },
    get averageBatchSize() {
      return writeLoad.averageBatchSize
    },
    close: async () => await thread?.close(),
  }
}
