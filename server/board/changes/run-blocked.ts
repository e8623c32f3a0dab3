// Runs requests of one workspace that another transaction has locked, in a separate transaction that waits for the
// lock.

import { isLockTimeout, isUnavailable } from '../../platform/db/index.ts'
import { limitLockWait, type Tx } from '../../platform/sql/index.ts'
import type { Outcome } from './batch-outcome.ts'
import type { ChangeRequest } from './change-request.ts'

/** After this time they fail with a 503. It is longer than PostgreSQL waits for a process that hangs. */
const patienceMs = 5_000

/** The wait is short, because only a few workspaces can wait at a time: they take turns. */
const turnMs = 250

interface BlockedRun {
  /** Runs `work` in a separate transaction. */
  readonly run: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
  readonly apply: (tx: Tx, requests: readonly ChangeRequest[]) => Promise<readonly Outcome[]>
}

/** Returns one outcome for each request. */
export async function runBlocked(
  separately: BlockedRun,
  requests: readonly ChangeRequest[],
  since: number,
): Promise<readonly Outcome[]> {
  try {
    return await runWithPatience(separately, requests, since)
  } catch (error) {
    if (requests.length === 1 || isUnavailable(error)) return requests.map(() => ({ refused: error }))
  }
  // An unexpected error of one request fails all of them.
  const outcomes: Outcome[] = []
  for (const request of requests) outcomes.push(...(await runBlocked(separately, [request], performance.now())))
  return outcomes
}

async function runWithPatience(
  { run, apply }: BlockedRun,
  requests: readonly ChangeRequest[],
  since: number,
): Promise<readonly Outcome[]> {
  for (;;)
    try {
      return await run(async tx => {
        await limitLockWait(tx, turnMs)
        return await apply(tx, requests)
      })
    } catch (error) {
      if (!isLockTimeout(error) || performance.now() - since > patienceMs) throw error
    }
}
