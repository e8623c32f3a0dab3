// The jobs that publish and unpublish a workspace. They can be interrupted and restarted at any point. Only the latest
// request counts: a job whose request was superseded has no effect.

import { isUnavailable } from '../../platform/db/index.ts'
import { StorageFull } from '../../platform/files/index.ts'
import {
  enqueueJobs,
  type Job,
  maxInterruptions,
  PermanentFailure,
  type PublishingFailureReason,
} from '../../platform/jobs/index.ts'
import type { Database } from '../../platform/sql/index.ts'
import { deleteUnshownSnapshots, makeSnapshot } from './make-snapshot.ts'
import { settlePublishing } from './publish-state-store.ts'
import { findWorkspace, hasShown, replaceShown } from './snapshot-store.ts'

/** The number of failed attempts after which publishing has failed. */
const maxTries = 5

export type PublishingJob = Job<'publish-workspace'> | Job<'unpublish-workspace'>

/** A later request has replaced this one. */
class Superseded extends Error {}

export async function publishWorkspace(
  db: Database,
  job: Job<'publish-workspace'>,
  signal: AbortSignal,
): Promise<void> {
  const { workspace_id } = job.payload
  await runPublishing(db, job, signal, async () => {
    await deleteUnshownSnapshots(db, workspace_id)
    const id = await makeSnapshot({ db, workspace_id, check: () => requireCurrent(db, job, signal) })
    if (id === null) return
    await db.write(async tx => {
      const now = new Date().toISOString()
      const done = { publish_state: 'published', publish_state_at: now, published_at: now } as const
      if (!(await settlePublishing(tx, job.payload, 'publishing', done))) throw new Superseded()
      if (!(await replaceShown(tx, workspace_id, { id, published_at: now })))
        throw new Error('the snapshot was deleted while it was being written')
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
  await runPublishing(db, job, signal, () =>
    db.write(async tx => {
      const now = new Date().toISOString()
      const done = { publish_state: 'unpublished', publish_state_at: now, published_at: '' } as const
      if (await settlePublishing(tx, job.payload, 'unpublishing', done)) await replaceShown(tx, workspace_id, null)
    }),
  )
}

async function runPublishing(
  db: Database,
  job: PublishingJob,
  signal: AbortSignal,
  run: () => Promise<void>,
): Promise<void> {
  const { workspace_id } = job.payload
  try {
    if (await isCurrentRequest(db, job)) {
      if (job.attempt > maxInterruptions) throw new Error('the server crashed several times during this job')
      await run()
    }
  } catch (error) {
    if (!(error instanceof Superseded)) await giveUpOrThrow(db, job, signal, error)
  }
  await deleteUnshownSnapshots(db, workspace_id)
}

async function isCurrentRequest(db: Database, { name, payload }: PublishingJob): Promise<boolean> {
  const workspace = await findWorkspace(db.read, payload.workspace_id)
  const state = name === 'publish-workspace' ? 'publishing' : 'unpublishing'
  return workspace?.publish_state === state && workspace.publish_state_at === payload.requested_at
}

async function requireCurrent(db: Database, job: PublishingJob, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  if (!(await isCurrentRequest(db, job))) throw new Superseded()
}

/** After the last attempt the workspace returns to its previous state, and the requester is mailed the reason. */
async function giveUpOrThrow(db: Database, job: PublishingJob, signal: AbortSignal, error: unknown): Promise<void> {
  if (signal.aborted || job.attempt < maxTries) throw error
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
  await deleteUnshownSnapshots(db, workspace_id)
  throw new PermanentFailure(error instanceof Error ? error.message : String(error))
}

/** The reason for the mail to the requester; the log has the error itself. */
function reasonOf(error: unknown): PublishingFailureReason {
  if (error instanceof StorageFull || isFull(error)) return 'full'
  if (isUnavailable(error)) return 'unavailable'
  return 'fault'
}

// SQLITE_FULL, and disk_full of PostgreSQL.
function isFull(error: unknown): boolean {
  const { errcode, code } = error as { errcode?: number; code?: string }
  return errcode === 13 || code === '53100'
}
