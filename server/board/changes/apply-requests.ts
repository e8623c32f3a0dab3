// Applies the requests of a batch to locked workspaces, one after the other and in memory, and writes the result. A
// refused request leaves no trace.

import { type FieldError, Problem } from '@tessera/contract'
import { actorOf, callerOf, notFound, requireScopes, type WorkspaceAccessColumns } from '../../accounts/access/index.ts'
import type { MailLimits } from '../../accounts/mail/index.ts'
import { loadStorageAllowance, type SignFile, StorageAllowance } from '../../platform/files/index.ts'
import { isRefusal, problemIn, Replayed, storedRefusal, storeNewResponses } from '../../platform/idempotency/index.ts'
import type { AbuseLimits } from '../../platform/limits/index.ts'
import { badFields } from '../../platform/problems/index.ts'
import type { Tx } from '../../platform/sql/index.ts'
import { Steps } from '../../tools/index.ts'
import type { CountedObject } from '../records/object-store.ts'
import { admitMentions, type SkippedMail } from './admit-mentions.ts'
import { type ApplyContext, applyChange } from './apply-change.ts'
import { type accessIn, memoizeAccessIn, personalGrant, removalAccess, scopeOf } from './batch-access.ts'
import type { Outcome } from './batch-outcome.ts'
import type { BoardState } from './board-state.ts'
import type { ChangeRequest, ChangeResult, Mentions } from './change-request.ts'
import { errorAtIndex } from './check-change.ts'
import { Draft } from './draft.ts'
import { formatReply } from './format-reply.ts'
import { findMentionedIn, loadBatch } from './load-batch.ts'
import { routeAtMoved } from './route-connectors.ts'
import { storeBatch } from './store-batch.ts'

export interface ApplyDependencies {
  readonly sign: SignFile
  readonly limits: BatchLimits
  /** Called with the mails about mentions that the limits on mail do not allow. */
  readonly onMailsSkipped: (mails: readonly SkippedMail[]) => void
}

export type BatchLimits = MailLimits & Pick<AbuseLimits, 'storageLimitBytes'>

/** Requests whose workspaces are locked, and what was read after that. */
export interface FoundRequests {
  readonly requests: readonly ChangeRequest[]
  /** One row for each request. */
  readonly accesses: readonly WorkspaceAccessColumns[]
  readonly replays: ReadonlyMap<ChangeRequest, Replayed | Problem | null>
  readonly named: readonly CountedObject[]
}

/** One outcome for each request. */
export async function applyRequests(
  { sign, limits, onMailsSkipped }: ApplyDependencies,
  tx: Tx,
  { requests, accesses, replays, named }: FoundRequests,
  now: string,
): Promise<readonly Outcome[]> {
  const [{ boards, oversized }, mentioned] = await Promise.all([
    loadBatch(tx, accesses, requests, named),
    findMentionedIn(tx, accesses, requests),
  ])
  const storage = await loadStorage(tx, requests, boards, limits)
  const steps = new Steps()
  const context = { boards, oversized, now, mentioned, sign, storage, steps, accessIn: memoizeAccessIn() }
  const outcomes: Outcome[] = []
  for (const [index, request] of requests.entries()) {
    const access = accesses[index] as WorkspaceAccessColumns
    outcomes.push(
      await attempt(() => replay(access, request, replays.get(request)) ?? applyRequest(access, request, context)),
    )
  }
  for (const board of boards.values()) await routeAtMoved(board, steps)
  // Mails are counted before anything is written: a batch reads before it writes.
  const skipped = await admitMentions(tx, boards.values(), limits, now)
  if (skipped.length > 0) onMailsSkipped(skipped)
  await Promise.all([
    storeBatch(tx, boards.values(), now, { actors: accesses, steps }),
    storeNewResponses(tx, responsesOf(requests, outcomes), now),
  ])
  return outcomes
}

/** Loads how much the organizations may still store. Nothing is read if no request adds a file. */
async function loadStorage(
  tx: Tx,
  requests: readonly ChangeRequest[],
  boards: ReadonlyMap<string, BoardState>,
  { storageLimitBytes }: BatchLimits,
): Promise<StorageAllowance> {
  if (storageLimitBytes === 0) return new StorageAllowance(0)
  const organizations = requests.flatMap(request =>
    fileBytesOf(request) === 0 ? [] : (boards.get(request.workspace_uid)?.organization_id ?? []),
  )
  return await loadStorageAllowance(tx, organizations, storageLimitBytes)
}

const fileBytesOf = ({ changes }: ChangeRequest): number =>
  changes.reduce((sum, change) => sum + (change.op === 'create' ? (change.known?.hidden.file?.size ?? 0) : 0), 0)

/** A stored response is sent only if the caller's token is still valid and allows the request. */
function replay(
  access: WorkspaceAccessColumns,
  { right }: ChangeRequest,
  replay: Replayed | Problem | null | undefined,
): Replayed | null {
  if (!replay) return null
  const caller = callerOf(access)
  requireScopes(caller, [scopeOf(right)])
  if (caller.only_workspace_id !== null && access.w_id === null) throw notFound('workspace')
  if (replay instanceof Problem) throw replay
  if (isRefusal(replay)) throw problemIn(replay)
  return replay
}

interface BatchContext {
  readonly boards: ReadonlyMap<string, BoardState>
  readonly oversized: ReadonlyMap<ChangeRequest, Problem>
  readonly now: string
  readonly steps: Steps
  readonly mentioned: Mentions
  readonly sign: SignFile
  readonly storage: StorageAllowance
  readonly accessIn: typeof accessIn
}

const noMentions: Mentions = new Map()

async function applyRequest(
  row: WorkspaceAccessColumns,
  request: ChangeRequest,
  { boards, oversized, now, mentioned, sign, storage, steps, accessIn }: BatchContext,
): Promise<Outcome> {
  const access = request.isRemoval ? removalAccess(row, request) : accessIn(row, request.right)
  const board = boards.get(request.workspace_uid) as BoardState
  const actor = { ...actorOf(access.caller), grant_id: personalGrant(access, request) }
  const draft = new Draft(board, actor, now, request)
  try {
    const problem = oversized.get(request)
    if (problem) throw problem
    requireSeq(board, request)
    if (storage.isLimited) storage.require(board.organization_id, fileBytesOf(request))
    const visible = request.isImport ? noMentions : mentioned
    const results = await applyChanges(draft, request, { ...access, sign, mentioned: visible }, steps)
    if (storage.isLimited) storage.add(board.organization_id, fileBytesOf(request))
    if (request.isDryRun) draft.discard()
    return formatReply(request, results, { before: draft.seqBefore, after: board.seq })
  } catch (error) {
    draft.discard()
    return { refused: error, isByRules: true }
  }
}

/** The seq is compared with the one that the earlier requests in the batch have led to. */
function requireSeq({ seq }: BoardState, { if_seq }: ChangeRequest): void {
  if (if_seq !== undefined && if_seq !== seq)
    throw new Problem('PreconditionFailed', `The workspace is at seq ${seq}, not ${if_seq}`)
}

/** Limits the size of an error response. */
const maxReportedErrors = 50

/** Applies all changes, or throws. For a list, the error names every refused change, not only the first. */
async function applyChanges(
  draft: Draft,
  { changes, isList }: ChangeRequest,
  context: ApplyContext,
  steps: Steps,
): Promise<ChangeResult[]> {
  const results: ChangeResult[] = []
  const errors: FieldError[] = []
  for (const [index, change] of changes.entries()) {
    try {
      if (steps.isPauseDue) await steps.pause()
      results.push(applyChange(draft, change, context))
      if (draft.hasStepsLeft) await draft.finish(steps)
    } catch (error) {
      if (!isList || !(error instanceof Problem)) throw error
      errors.push(...errorAtIndex(error, index, change).fieldErrors)
      if (errors.length >= maxReportedErrors) break
    }
  }
  if (errors.length > 0) throw badFields(errors)
  return results
}

async function attempt(run: () => Outcome | Promise<Outcome>): Promise<Outcome> {
  try {
    return await run()
  } catch (error) {
    return { refused: error }
  }
}

const responsesOf = (requests: readonly ChangeRequest[], outcomes: readonly Outcome[]) =>
  requests.flatMap(({ idempotency: call, isDryRun }, index) => {
    const outcome = outcomes[index] as Outcome
    if (!call || isDryRun || outcome instanceof Replayed) return []
    if (typeof outcome === 'string') return [{ call, reply: outcome }]
    return call.areRefusalsStored && outcome.isByRules ? storedRefusal(call, outcome.refused) : []
  })
