// Carrying out what was asked: publishing and unpublishing, as jobs that may begin again at any line. A request counts as
// long as it is the last one: whatever was asked since then has a job of its own, and this one leaves no trace.

import type { Database } from '../db/database.ts'
import { isUnavailable } from '../db/unavailable.ts'
import { StorageFull } from '../files/file-storage.ts'
import { enqueueJobs } from '../jobs/enqueue-job.ts'
import { GiveUp, type Job, type PublishingFault } from '../jobs/job.ts'
import { settlePublishing } from '../workspaces/settle-publishing.ts'
import { makeSnapshot, removeUnshown } from './make-snapshot.ts'
import { findWorkspace, hasShown, replaceShown } from './snapshot-store.ts'

/** After so many it is over. The queue would go on: a process that dies each time must not leave it half way. */
const mostTries = 5

export type PublishingJob = Job<'publish-workspace'> | Job<'unpublish-workspace'>

/** Another request has taken the place of this one. */
class Superseded extends Error {}

export async function publishWorkspace(
  db: Database,
  job: Job<'publish-workspace'>,
  signal: AbortSignal,
): Promise<void> {
  const { workspace_id } = job.payload
  await carryOut(db, job, signal, async () => {
    await removeUnshown(db, workspace_id)
    const id = await makeSnapshot({ db, workspace_id, check: () => goOn(db, job, signal) })
    if (id === null) return
    await db.write(async tx => {
      const now = new Date().toISOString()
      const done = { publish_state: 'published', publish_state_at: now, published_at: now } as const
      if (!(await settlePublishing(tx, job.payload, 'publishing', done))) throw new Superseded()
      if (!(await replaceShown(tx, workspace_id, { id, published_at: now })))
        throw new Error('the snapshot was removed while it was made')
      const { requested_by: user_id } = job.payload
      await enqueueJobs(
        tx,
        [{ name: 'send-published', key: `mail:${user_id}`, payload: { user_id, workspace_id } }],
        now,
      )
    })
  })
}

export async function unpublishWorkspace(
  db: Database,
  job: Job<'unpublish-workspace'>,
  signal: AbortSignal,
): Promise<void> {
  const { workspace_id } = job.payload
  await carryOut(db, job, signal, () =>
    db.write(async tx => {
      const now = new Date().toISOString()
      const done = { publish_state: 'unpublished', publish_state_at: now } as const
      if (await settlePublishing(tx, job.payload, 'unpublishing', done)) await replaceShown(tx, workspace_id, null)
    }),
  )
}

async function carryOut(
  db: Database,
  job: PublishingJob,
  signal: AbortSignal,
  act: () => Promise<void>,
): Promise<void> {
  const { workspace_id } = job.payload
  try {
    if (await isWanted(db, job)) {
      if (job.attempt > mostTries) throw new Error('the process that did it ended, time and again')
      await act()
    }
  } catch (error) {
    if (!(error instanceof Superseded)) await giveUpOrThrow(db, job, signal, error)
  }
  await removeUnshown(db, workspace_id)
}

async function isWanted(db: Database, { name, payload }: PublishingJob): Promise<boolean> {
  const workspace = await findWorkspace(db.read, payload.workspace_id)
  const state = name === 'publish-workspace' ? 'publishing' : 'unpublishing'
  return workspace?.publish_state === state && workspace.publish_state_at === payload.requested_at
}

async function goOn(db: Database, job: PublishingJob, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  if (!(await isWanted(db, job))) throw new Superseded()
}

/** After the last try the workspace is again what it was before, and who asked is told why. */
async function giveUpOrThrow(db: Database, job: PublishingJob, signal: AbortSignal, error: unknown): Promise<void> {
  if (signal.aborted || job.attempt < mostTries) throw error
  const { workspace_id, requested_by: user_id } = job.payload
  const isPublishing = job.name === 'publish-workspace'
  const reason = reasonOf(error)
  await db.write(async tx => {
    const now = new Date().toISOString()
    const publish_state = (await hasShown(tx, workspace_id)) ? 'published' : 'unpublished'
    const from = isPublishing ? 'publishing' : 'unpublishing'
    if (!(await settlePublishing(tx, job.payload, from, { publish_state, publish_state_at: now }))) return
    const name = isPublishing ? 'send-publishing-failed' : 'send-unpublishing-failed'
    await enqueueJobs(tx, [{ name, key: `mail:${user_id}`, payload: { user_id, workspace_id, reason } }], now)
  })
  await removeUnshown(db, workspace_id)
  throw new GiveUp(error instanceof Error ? error.message : String(error))
}

/** For the person who asked; what it was exactly is for the operator's log. */
function reasonOf(error: unknown): PublishingFault {
  if (error instanceof StorageFull || isFull(error)) return 'full'
  if (isUnavailable(error)) return 'unavailable'
  return 'fault'
}

// SQLITE_FULL, and disk_full of PostgreSQL.
function isFull(error: unknown): boolean {
  const { errcode, code } = error as { errcode?: number; code?: string }
  return errcode === 13 || code === '53100'
}
