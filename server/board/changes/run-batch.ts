// Runs a batch of requests in one transaction: locks the workspaces, reads rights and objects, applies the requests and
// stores the result. A refused request fails alone. It runs on the main thread or on the worker.

import type { Problem } from '@tessera/contract'
import {
  type Claim,
  findWorkspaceAccesses,
  lockWorkspaces,
  tryLockWorkspaces,
  type WorkspaceAccessColumns,
} from '../../accounts/access/index.ts'
import { isLockTimeout, isUnavailable } from '../../platform/db/index.ts'
import { findReplays, type Replayed } from '../../platform/idempotency/index.ts'
import type { Database, Fallback, Tx } from '../../platform/sql/index.ts'
import { type ApplyDependencies, applyRequests, type FoundRequests } from './apply-requests.ts'
import type { Outcome, SetAside } from './batch-outcome.ts'
import type { BlockedWorkspaces } from './blocked-workspaces.ts'
import type { ChangeRequest } from './change-request.ts'
import { findManyRelinked } from './end-counts.ts'
import { findNamed } from './load-batch.ts'

export interface BatchDependencies extends ApplyDependencies {
  readonly db: Database
}

/** Bounds the duration of a transaction, and with it the latency of the requests in it. */
export const maxBatchChanges = 2_000

/**
 * Returns one outcome for each request. All are durable when it resolves. Waits for workspaces that others have locked.
 */
export const runBatch = (
  dependencies: BatchDependencies,
  requests: readonly ChangeRequest[],
): Promise<readonly Outcome[]> => run<Outcome>(dependencies.db, requests, { apply: applierOf(dependencies) })

/**
 * Does not wait: requests for workspaces that others have locked are set aside, and those for a workspace with a request
 * that takes long.
 */
export const runUnblocked = (
  dependencies: BatchDependencies,
  blocked: BlockedWorkspaces,
  requests: readonly ChangeRequest[],
): Promise<readonly (Outcome | SetAside)[]> =>
  run<Outcome | SetAside>(dependencies.db, requests, {
    apply: (tx, some) => applyUnblocked(dependencies, blocked, tx, some),
    onLockTimeout: () => requests.map(request => blocked.setAside(request)),
  })

type Apply<T> = (tx: Tx, requests: readonly ChangeRequest[]) => Promise<readonly T[]>

interface Actions<T> {
  readonly apply: Apply<T>
  readonly onLockTimeout?: () => readonly T[]
}

async function run<T>(
  db: Database,
  requests: readonly ChangeRequest[],
  actions: Actions<T | Outcome>,
): Promise<readonly (T | Outcome)[]> {
  try {
    return await db.batch(tx => actions.apply(tx, requests), retryIndividually(requests, actions))
  } catch (error) {
    return requests.map(() => ({ refused: error }))
  }
}

/** An unexpected error of one request fails the whole batch: then each request runs again in a separate transaction. */
const retryIndividually =
  <T>(
    requests: readonly ChangeRequest[],
    { apply, onLockTimeout }: Actions<T | Outcome>,
  ): Fallback<readonly (T | Outcome)[]> =>
  async (error, batch) => {
    if (onLockTimeout && isLockTimeout(error)) return onLockTimeout()
    if (requests.length === 1 || isUnavailable(error)) throw error
    const refused = (reason: unknown): Outcome[] => [{ refused: reason }]
    const outcomes: (T | Outcome)[] = []
    for (const request of requests) outcomes.push(...(await batch(tx => apply(tx, [request])).catch(refused)))
    return outcomes
  }

/** Waits until the workspaces are locked. */
export const applierOf =
  (dependencies: ApplyDependencies): Apply<Outcome> =>
  async (tx, requests) => {
    const now = new Date().toISOString()
    const { found } = await lockAndFind(tx, requests, now, lockWorkspaces)
    return await applyRequests(dependencies, tx, found, now)
  }

async function applyUnblocked(
  dependencies: BatchDependencies,
  blocked: BlockedWorkspaces,
  tx: Tx,
  all: readonly ChangeRequest[],
): Promise<readonly (Outcome | SetAside)[]> {
  const now = new Date().toISOString()
  const requests = all.filter(request => !blocked.isBlocked(request))
  const { found, locked } = await lockAndFind(tx, requests, now, tryLockWorkspaces)
  const large = await findManyRelinked(tx, found.accesses, requests, found.named)
  // Access to a workspace that does not exist is refused without a lock.
  const runsHere = ({ workspace_uid: uid }: ChangeRequest, index: number) =>
    (locked.has(uid) && !large.has(uid)) || found.accesses[index]?.w_id === null
  const free = requests.filter(runsHere)
  if (free.length === all.length) return await applyRequests(dependencies, tx, found, now)
  const applied = new Set(free)
  // This runs before the batch is sent, because the next one must not overtake the requests that are set aside.
  const setAside = new Map(all.flatMap(one => (applied.has(one) ? [] : [[one, blocked.setAside(one)]])))
  const accesses = found.accesses.filter((_, index) => runsHere(requests[index] as ChangeRequest, index))
  const outcomes = await applyRequests(dependencies, tx, { ...found, requests: free, accesses }, now)
  const outcomeOf = new Map(free.map((request, index) => [request, outcomes[index]]))
  return all.map(request => setAside.get(request) ?? outcomeOf.get(request)) as (Outcome | SetAside)[]
}

interface LockedRequests<Locked> {
  readonly found: FoundRequests
  readonly locked: Locked
}

/** Statements are sent together and executed in this order: everything is read after the workspaces are locked. */
async function lockAndFind<Locked>(
  tx: Tx,
  requests: readonly ChangeRequest[],
  now: string,
  lock: (tx: Tx, uids: readonly string[]) => Promise<Locked>,
): Promise<LockedRequests<Locked>> {
  const [locked, accesses, replays, named] = await Promise.all([
    lock(tx, [...new Set(requests.map(request => request.workspace_uid))]),
    findAccesses(tx, requests),
    findReplaysOf(tx, requests, now),
    findNamed(tx, requests),
  ])
  return { found: { requests, accesses, replays, named }, locked }
}

/** One row for each request; a caller's access to a workspace is looked up once. */
async function findAccesses(tx: Tx, requests: readonly ChangeRequest[]): Promise<WorkspaceAccessColumns[]> {
  const indexes = new Map<string, number>()
  const keys: (Claim & { uid: string })[] = []
  const indexOf = ({ claim: { user_id, grant_id }, workspace_uid: uid }: ChangeRequest) => {
    const name = `${grant_id} ${uid}`
    const known = indexes.get(name)
    if (known !== undefined) return known
    indexes.set(name, keys.length)
    return keys.push({ user_id, grant_id, uid }) - 1
  }
  const found = requests.map(indexOf)
  const accesses = await findWorkspaceAccesses(tx, keys)
  return found.map(index => accesses[index] as WorkspaceAccessColumns)
}

async function findReplaysOf(tx: Tx, requests: readonly ChangeRequest[], now: string) {
  const keyed = requests.filter(request => request.idempotency !== undefined)
  const replays = new Map<ChangeRequest, Replayed | Problem | null>()
  if (keyed.length === 0) return replays
  const found = await findReplays(
    tx,
    keyed.map(request => request.idempotency as never),
    now,
  )
  for (const [index, request] of keyed.entries()) replays.set(request, found[index] ?? null)
  return replays
}
