// What a batch of requests does, in one transaction: rights, rules, rows and log. A faulty request fails alone. It knows
// nothing of who waits for it, and runs on whatever thread it is called.

import { Problem, type WorkspaceRight } from '@tessera/contract'
import { type Caller, type Claim, callerOf, workspaceAccessOf } from '../access/access.ts'
import { findWorkspaceAccesses, lockWorkspaces, type WorkspaceAccessColumns } from '../access/access-store.ts'
import type { Database, Fallback, Tx } from '../db/database.ts'
import { isUnavailable } from '../db/unavailable.ts'
import type { SignFile } from '../files/signed-url.ts'
import { Replayed } from '../handler.ts'
import { findReplays, storeNewResponses } from '../idempotency/stored-responses.ts'
import { isRefusal, storedRefusal, problemIn } from '../idempotency/stored-refusal.ts'
import { applyChange } from './apply-change.ts'
import type { ChangeRequest, ChangeResult, Mentions } from './change-request.ts'
import { errorAtIndex } from './check-change.ts'
import { type Board, Draft } from './draft.ts'
import { formatReply } from './format-reply.ts'
import { findMentionedIn, findNamed, loadBatch } from './load-batch.ts'
import { storeBatch } from './store-batch.ts'

export interface BatchParts {
  readonly db: Database
  readonly sign: SignFile
}

/** A request's reply as JSON, the answer it was given before, or why it is refused. */
export type Outcome = string | Replayed | Refused

interface Refused {
  readonly refused: unknown
  /** By the rules for objects; whoever asked may change some. */
  readonly isByRules?: true
}

/** In one transaction; those who wait for it wait no longer than that. */
export const maxBatchChanges = 2_000

/** One outcome for each request, all of them durable. */
export async function runBatch(parts: BatchParts, requests: readonly ChangeRequest[]): Promise<readonly Outcome[]> {
  const instead = requests.length > 1 ? retryIndividually(parts, requests) : undefined
  try {
    return await parts.db.batch(tx => applyBatch(parts, tx, requests), instead)
  } catch (error) {
    return requests.map(() => ({ refused: error }))
  }
}

/** One of them broke the batch in a way no rule foresaw: each for itself, so that it takes nobody along. */
const retryIndividually =
  (parts: BatchParts, requests: readonly ChangeRequest[]): Fallback<readonly Outcome[]> =>
  async (error, batch) => {
    if (isUnavailable(error)) throw error
    const refused = (reason: unknown): Outcome[] => [{ refused: reason }]
    const alone: Outcome[] = []
    for (const request of requests) alone.push(...(await batch(tx => applyBatch(parts, tx, [request])).catch(refused)))
    return alone
  }

async function applyBatch(parts: BatchParts, tx: Tx, requests: readonly ChangeRequest[]): Promise<readonly Outcome[]> {
  const now = new Date().toISOString()
  // Sent together and run in this order: everything is read when the workspaces are held.
  const [, accesses, replays, named] = await Promise.all([
    lockWorkspaces(tx, [...new Set(requests.map(request => request.workspace_uid))]),
    findAccesses(tx, requests),
    findReplaysOf(tx, requests, now),
    findNamed(tx, requests),
  ])
  const [boards, mentioned] = await Promise.all([
    loadBatch(tx, accesses, requests, named),
    findMentionedIn(tx, accesses, requests),
  ])
  const context = { boards, now, mentioned, sign: parts.sign, callerIn: eachOnce(callerIn) }
  const outcomes = requests.map((request, index) => {
    const access = accesses[index] as WorkspaceAccessColumns
    return attempt(() => replayed(access, replays.get(request)) ?? applyRequest(access, request, context))
  })
  await Promise.all([
    storeBatch(tx, boards.values(), now, accesses),
    storeNewResponses(tx, answersOf(requests, outcomes), now),
  ])
  return outcomes
}

/** One row for each request; the same caller in the same workspace is looked up once. */
async function findAccesses(tx: Tx, requests: readonly ChangeRequest[]): Promise<WorkspaceAccessColumns[]> {
  const places = new Map<string, number>()
  const keys: (Claim & { uid: string })[] = []
  const placeOf = ({ claim: { user_id, grant_id }, workspace_uid: uid }: ChangeRequest) => {
    const name = `${grant_id} ${uid}`
    const known = places.get(name)
    if (known !== undefined) return known
    places.set(name, keys.length)
    return keys.push({ user_id, grant_id, uid }) - 1
  }
  const found = requests.map(placeOf)
  const accesses = await findWorkspaceAccesses(tx, keys)
  return found.map(place => accesses[place] as WorkspaceAccessColumns)
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

/** The first answer is for whoever's token still holds. */
function replayed(access: WorkspaceAccessColumns, replay: Replayed | Problem | null | undefined): Replayed | null {
  if (!replay) return null
  callerOf(access)
  if (replay instanceof Problem) throw replay
  if (isRefusal(replay)) throw problemIn(replay)
  return replay
}

interface BatchContext {
  readonly boards: ReadonlyMap<string, Board>
  readonly now: string
  readonly mentioned: Mentions
  readonly sign: SignFile
  readonly callerIn: typeof callerIn
}

const callerIn = (row: WorkspaceAccessColumns, right: WorkspaceRight): Caller =>
  workspaceAccessOf(row, { rights: [right], deleted: false }).caller

/** Many requests of a batch are the same person's, for whom one answer holds; a refusal is thrown anew for each. */
function eachOnce(find: typeof callerIn): typeof callerIn {
  const found = new Map<WorkspaceAccessColumns, Map<WorkspaceRight, Caller>>()
  return (row, right) => {
    const known = found.get(row)?.get(right)
    if (known) return known
    const caller = find(row, right)
    found.set(row, (found.get(row) ?? new Map<WorkspaceRight, Caller>()).set(right, caller))
    return caller
  }
}

function applyRequest(
  row: WorkspaceAccessColumns,
  request: ChangeRequest,
  { boards, now, mentioned, sign, callerIn }: BatchContext,
): Outcome {
  const caller = callerIn(row, request.right)
  const draft = new Draft(boards.get(request.workspace_uid) as Board, caller.id, now)
  const context = { caller, sign, mentioned }
  const results: ChangeResult[] = []
  try {
    for (const change of request.changes) results.push(applyChange(draft, change, context))
    return formatReply(request, results)
  } catch (error) {
    draft.discard()
    return { refused: request.isList ? errorAtIndex(error, results.length) : error, isByRules: true }
  }
}

function attempt(run: () => Outcome): Outcome {
  try {
    return run()
  } catch (error) {
    return { refused: error }
  }
}

const answersOf = (requests: readonly ChangeRequest[], outcomes: readonly Outcome[]) =>
  requests.flatMap(({ idempotency: call }, index) => {
    const outcome = outcomes[index] as Outcome
    if (!call || outcome instanceof Replayed) return []
    if (typeof outcome === 'string') return [{ call, reply: outcome }]
    return call.areRefusalsStored && outcome.isByRules ? storedRefusal(call, outcome.refused) : []
  })
