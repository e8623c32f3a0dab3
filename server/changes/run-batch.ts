// Runs a batch of requests in one transaction: rights, rules, rows and log. A refused request fails alone. It runs on the
// main thread or on the worker.

import {
  applicationRoles,
  type FieldError,
  ownerRole,
  Problem,
  type Role,
  type Scope,
  type WorkspaceFlag,
  type WorkspaceRight,
  workspaceRoles,
} from '@tessera/contract'
import type { AbuseLimits } from '../abuse-limits.ts'
import { type Caller, type Claim, notFound, workspaceAccessOf } from '../access/access.ts'
import { findWorkspaceAccesses, lockWorkspaces, type WorkspaceAccessColumns } from '../access/access-store.ts'
import { callerOf, isValid, requireScope } from '../access/caller.ts'
import { badFields } from '../check-value.ts'
import type { Database, Fallback, Tx } from '../db/database.ts'
import { isUnavailable } from '../db/unavailable.ts'
import { actorOf } from '../events/event-actor.ts'
import type { SignFile } from '../files/signed-url.ts'
import { loadStorageAllowance, StorageAllowance } from '../files/storage-allowance.ts'
import { Replayed } from '../handler.ts'
import { isRefusal, problemIn, storedRefusal } from '../idempotency/stored-refusal.ts'
import { findReplays, storeNewResponses } from '../idempotency/stored-responses.ts'
import type { MailLimits } from '../mail/mail-allowance.ts'
import { admitMentions, type SkippedMail } from './admit-mentions.ts'
import { type ApplyContext, applyChange } from './apply-change.ts'
import type { ChangeRequest, ChangeResult, Mentions } from './change-request.ts'
import { errorAtIndex } from './check-change.ts'
import { type BoardState, Draft } from './draft.ts'
import { formatReply } from './format-reply.ts'
import { findMentionedIn, findNamed, loadBatch } from './load-batch.ts'
import { storeBatch } from './store-batch.ts'

export interface BatchDependencies {
  readonly db: Database
  readonly sign: SignFile
  readonly limits: BatchLimits
  /** Called with the mails about mentions that the limits on mail do not allow. */
  readonly onMailsSkipped: (mails: readonly SkippedMail[]) => void
}

export type BatchLimits = MailLimits & Pick<AbuseLimits, 'storageLimitBytes'>

/** A request's reply as JSON, the stored response of an earlier call with the same key, or why it is refused. */
export type Outcome = string | Replayed | Refused

interface Refused {
  readonly refused: unknown
  /** Refused by the rules of objects, by a caller who may change them: such refusals can be stored. */
  readonly isByRules?: true
}

/** Bounds the duration of a transaction, and with it the latency of the requests in it. */
export const maxBatchChanges = 2_000

/** One outcome for each request. All are durable when it resolves. */
export async function runBatch(
  dependencies: BatchDependencies,
  requests: readonly ChangeRequest[],
): Promise<readonly Outcome[]> {
  const fallback = requests.length > 1 ? retryIndividually(dependencies, requests) : undefined
  try {
    return await dependencies.db.batch(tx => applyBatch(dependencies, tx, requests), fallback)
  } catch (error) {
    return requests.map(() => ({ refused: error }))
  }
}

/** An unexpected error of one request fails the whole batch: each runs again in a transaction of its own. */
const retryIndividually =
  (dependencies: BatchDependencies, requests: readonly ChangeRequest[]): Fallback<readonly Outcome[]> =>
  async (error, batch) => {
    if (isUnavailable(error)) throw error
    const refused = (reason: unknown): Outcome[] => [{ refused: reason }]
    const outcomes: Outcome[] = []
    for (const request of requests)
      outcomes.push(...(await batch(tx => applyBatch(dependencies, tx, [request])).catch(refused)))
    return outcomes
  }

async function applyBatch(
  dependencies: BatchDependencies,
  tx: Tx,
  requests: readonly ChangeRequest[],
): Promise<readonly Outcome[]> {
  const now = new Date().toISOString()
  // Sent together and executed in this order: everything is read after the workspaces are locked.
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
  const { sign, limits, onMailsSkipped } = dependencies
  const storage = await loadStorage(tx, requests, boards, limits)
  const context = { boards, now, mentioned, sign, storage, accessIn: memoizedAccessIn() }
  const outcomes = requests.map((request, index) => {
    const access = accesses[index] as WorkspaceAccessColumns
    return attempt(() => replayed(access, request, replays.get(request)) ?? applyRequest(access, request, context))
  })
  // Before everything else is written: a batch reads before it writes, and this counts mails first.
  const skipped = await admitMentions(tx, boards.values(), limits, now)
  if (skipped.length > 0) onMailsSkipped(skipped)
  await Promise.all([
    storeBatch(tx, boards.values(), now, accesses),
    storeNewResponses(tx, responsesOf(requests, outcomes), now),
  ])
  return outcomes
}

/** What the organizations may still store. Nothing is read if no request adds a file. */
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

/** A stored response is sent only if the caller's token is still valid and allows the request. */
function replayed(
  access: WorkspaceAccessColumns,
  { right }: ChangeRequest,
  replay: Replayed | Problem | null | undefined,
): Replayed | null {
  if (!replay) return null
  const caller = callerOf(access)
  requireScope(caller, scopeOf(right))
  if (caller.only_workspace_id !== null && access.w_id === null) throw notFound('workspace')
  if (replay instanceof Problem) throw replay
  if (isRefusal(replay)) throw problemIn(replay)
  return replay
}

interface BatchContext {
  readonly boards: ReadonlyMap<string, BoardState>
  readonly now: string
  readonly mentioned: Mentions
  readonly sign: SignFile
  readonly storage: StorageAllowance
  readonly accessIn: typeof accessIn
}

interface BoardAccess {
  readonly caller: Caller
  readonly role: Role<WorkspaceFlag>
}

function accessIn(row: WorkspaceAccessColumns, right: WorkspaceRight): BoardAccess {
  const caller = callerOf(row)
  requireScope(caller, scopeOf(right))
  const { workspaceRole: role } = workspaceAccessOf(row, { rights: [right], deleted: false }, caller)
  return { caller, role }
}

/** What was created by someone who lost access since is removed in their name. */
function removalAccess(row: WorkspaceAccessColumns, { claim }: ChangeRequest): BoardAccess {
  const caller = isValid(row) ? callerOf(row) : { ...nobody, id: claim.user_id }
  return { caller, role: workspaceRoles.get(ownerRole) }
}

const noMentions: Mentions = new Map()

const nobody: Omit<Caller, 'id'> = {
  email: '',
  first_name: '',
  last_name: '',
  type: 'person',
  role: applicationRoles.get(3),
  scope: '',
  grant_kind: 'session',
  only_workspace_id: null,
  via: null,
}

const scopeOf = (right: WorkspaceRight): Scope => (right === 'comment' ? 'comment' : 'write')

/** Computed once for each caller and right of a batch. A refusal is thrown again for each request. */
function memoizedAccessIn(): typeof accessIn {
  const found = new Map<WorkspaceAccessColumns, Map<WorkspaceRight, BoardAccess>>()
  return (row, right) => {
    const known = found.get(row)?.get(right)
    if (known) return known
    const access = accessIn(row, right)
    found.set(row, (found.get(row) ?? new Map<WorkspaceRight, BoardAccess>()).set(right, access))
    return access
  }
}

function applyRequest(
  row: WorkspaceAccessColumns,
  request: ChangeRequest,
  { boards, now, mentioned, sign, storage, accessIn }: BatchContext,
): Outcome {
  const access = request.isRemoval ? removalAccess(row, request) : accessIn(row, request.right)
  const board = boards.get(request.workspace_uid) as BoardState
  const draft = new Draft(board, { ...actorOf(access.caller), grant_id: personalGrant(access, request) }, now)
  try {
    requireSeq(board, request)
    if (storage.isLimited) storage.require(board.organization_id, fileBytesOf(request))
    const results = applyChanges(draft, request, {
      ...access,
      sign,
      mentioned: request.isImport ? noMentions : mentioned,
    })
    if (storage.isLimited) storage.add(board.organization_id, fileBytesOf(request))
    if (request.isDryRun) draft.discard()
    return formatReply(request, results, { before: draft.seqBefore, after: board.seq })
  } catch (error) {
    draft.discard()
    return { refused: error, isByRules: true }
  }
}

const personalGrant = ({ caller }: BoardAccess, { claim }: ChangeRequest): string | null =>
  caller.grant_kind === 'personal' ? claim.grant_id : null

/** Compared with the seq that the requests before it in the batch have led to. */
function requireSeq({ seq }: BoardState, { if_seq }: ChangeRequest): void {
  if (if_seq !== undefined && if_seq !== seq)
    throw new Problem('PreconditionFailed', `The workspace is at seq ${seq}, not ${if_seq}`)
}

/** Bounds the size of an error response. */
const maxReportedErrors = 50

/** Applies all changes, or throws. Of a list, the error names every change that is refused, not only the first. */
function applyChanges(draft: Draft, { changes, isList }: ChangeRequest, context: ApplyContext): ChangeResult[] {
  const results: ChangeResult[] = []
  const errors: FieldError[] = []
  for (const [index, change] of changes.entries()) {
    try {
      results.push(applyChange(draft, change, context))
    } catch (error) {
      if (!isList || !(error instanceof Problem)) throw error
      errors.push(...errorAtIndex(error, index, change).fieldErrors)
      if (errors.length >= maxReportedErrors) break
    }
  }
  if (errors.length > 0) throw badFields(errors)
  return results
}

function attempt(run: () => Outcome): Outcome {
  try {
    return run()
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
