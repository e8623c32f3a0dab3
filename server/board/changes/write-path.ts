// The one write path. HTTP, sockets and bulk requests submit lists of changes here. All requests that arrive during a
// commit share the next one. No request is answered before its changes are durable, and a refused request fails alone.
// Batches of one workspace take effect in the order they were started. On the embedded database one runs at a time: on this
// thread, or on a worker thread while the load is high.

import { Problem } from '@tessera/contract'
import type { Replayed } from '../../platform/idempotency/index.ts'
import { coalesce, Semaphore } from '../../tools/index.ts'
import type { SkippedMail } from './admit-mentions.ts'
import { type Outcome, SetAside } from './batch-outcome.ts'
import { BlockedWorkspaces } from './blocked-workspaces.ts'
import { type ChangeRequest, countChanges } from './change-request.ts'
import { hasLongTexts, withReadTexts } from './read-texts.ts'
import { applierOf, type BatchDependencies, maxBatchChanges, runBatch, runUnblocked } from './run-batch.ts'
import { runBlocked } from './run-blocked.ts'
import { WriteLoad } from './write-load.ts'
import { type ThreadSettings, WriteThread } from './write-thread.ts'

export interface WritePath {
  /** Resolves with the reply as JSON once the changes are durable. Throws, having changed nothing, if one is refused. */
  submit(request: ChangeRequest): Promise<string | Replayed>
  /** Whether batches run on the worker thread at the moment. */
  readonly runsOnWorker: boolean
  /** The moving average of changes in a batch. */
  readonly averageBatchSize: number
  /** Called with the mails about mentions that the limits on mail do not allow. */
  onMailsSkipped: (mails: readonly SkippedMail[]) => void
  /** Called when a batch is durable or has failed, with the time since it was started. */
  onBatchEnd: (seconds: number, hasFailed: boolean) => void
  close(): Promise<void>
}

export interface WritePathDependencies extends Omit<BatchDependencies, 'onMailsSkipped'> {
  readonly thread: Omit<ThreadSettings, 'limits'>
  readonly mechanisms?: WriteMechanisms | undefined
}

/** How batches run; for tests and benchmarks. */
export interface WriteMechanisms {
  readonly writeLoad?: WriteLoad
  readonly hasThread?: boolean
  readonly doBatchesOverlap?: boolean
}

export function openWritePath(dependencies: WritePathDependencies): WritePath {
  const { db, sign, limits, mechanisms = {} } = dependencies
  const { writeLoad = new WriteLoad(), hasThread = true, doBatchesOverlap = db.doBatchesOverlap } = mechanisms
  const onMailsSkipped = (mails: readonly SkippedMail[]) => writePath.onMailsSkipped(mails)
  const settings = { ...dependencies.thread, limits }
  const thread = hasThread && db.lendWriter ? new WriteThread(settings, onMailsSkipped) : null
  const runsOnWorker = () => writeLoad.isHigh && thread?.isReady === true

  const batchDependencies = { db, sign, limits, onMailsSkipped }
  const separately = { run: db.separateBatch, apply: applierOf(batchDependencies) }
  const blocked = new BlockedWorkspaces(async (requests, since) => {
    const outcomes = await runBlocked(separately, requests, since)
    reportEnd(since, outcomes)
    return outcomes
  }, maxBatchChanges)
  // The embedded database has one writer, so a batch waits for nothing once it has begun.
  const runHere = (requests: readonly ChangeRequest[]) =>
    db.doBatchesOverlap ? runUnblocked(batchDependencies, blocked, requests) : runBatch(batchDependencies, requests)

  async function run(requests: readonly ChangeRequest[]): Promise<readonly (Outcome | SetAside)[]> {
    const startedAt = performance.now()
    const outcomes = await runWhereAllowed(requests)
    reportEnd(startedAt, outcomes)
    return outcomes
  }

  const reportEnd = (startedAt: number, outcomes: readonly (Outcome | SetAside)[]) =>
    writePath.onBatchEnd((performance.now() - startedAt) / 1_000, outcomes.some(isFailure))

  async function runWhereAllowed(requests: readonly ChangeRequest[]): Promise<readonly (Outcome | SetAside)[]> {
    writeLoad.record(countChanges(requests), db.areCommitsSlow)
    if (writeLoad.isHigh) thread?.start()
    // Returns null if the worker ended before the database lent it the writer.
    const outcomes = runsOnWorker()
      ? await db.lendWriter?.(async () => (await thread?.run(requests)) ?? { result: null, marks: [] })
      : null
    return outcomes ?? (await runHere(requests))
  }

  const enqueue = coalesce<ChangeRequest, Outcome | SetAside>(run, {
    maxWeight: maxBatchChanges,
    weigh: request => request.changes.length,
    concurrency: doBatchesOverlap ? 2 : 1,
  })
  // One request at a time, so that the turns of the event loop stay short. A request that follows one with long texts, of the
  // same user in the same workspace, does not overtake it.
  const reading = new Semaphore<string>(1)
  function enqueueInOrder(request: ChangeRequest): Enqueued | Promise<Enqueued> {
    const { claim, workspace_uid } = request
    const key = `${claim.user_id} ${workspace_uid}`
    if (hasLongTexts(request)) return reading.run(async () => ({ done: enqueue(await withReadTexts(request)) }), key)
    return reading.isBusy(key) ? reading.run(async () => ({ done: enqueue(request) }), key) : { done: enqueue(request) }
  }

  const writePath: WritePath = {
    async submit(request) {
      const done = await (await enqueueInOrder(request)).done
      const outcome = done instanceof SetAside ? await done.outcome : done
      if (typeof outcome === 'object' && 'refused' in outcome) throw outcome.refused
      return outcome
    },
    get runsOnWorker() {
      return runsOnWorker()
    },
    get averageBatchSize() {
      return writeLoad.averageBatchSize
    },
    onMailsSkipped: () => {},
    onBatchEnd: () => {},
    close: async () => await thread?.close(),
  }
  return writePath
}

/** Wrapped, so that awaiting it does not wait for the batch. */
interface Enqueued {
  readonly done: Promise<Outcome | SetAside>
}

/** An error of the database or an internal error, not a refusal by a rule. */
const isFailure = (outcome: Outcome | SetAside) =>
  typeof outcome === 'object' && 'refused' in outcome && !(outcome.refused instanceof Problem)
