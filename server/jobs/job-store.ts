// The table of work to be done after its cause has been committed. A job is enqueued in the transaction of its cause,
// so that neither exists without the other. How jobs are taken and ended is in claim-store.ts.

import { markCommit } from '../db/commit-topics.ts'
import type { Tx } from '../db/database.ts'
import { insertRows } from '../db/write-rows.ts'

/** Why publishing or unpublishing was given up: no room, no answer of the database, or a fault of ours. */
export type PublishingFault = 'full' | 'unavailable' | 'fault'

/** What each job is told. Secrets are made when the job runs, so that none lies here. */
export interface JobPayloads {
  'send-invitation': { user_id: number; organization_id: number; invited_by: number }
  'send-workspace-invitation': { user_id: number; workspace_id: number; invited_by: number }
  'send-mention': { user_id: number; workspace_id: number; comment_id: string }
  'send-password-link': { user_id: number }
  'send-password-changed': { user_id: number }
  /** Goes to the address that the user had before. */
  'send-email-changed': { user_id: number; old_email: string }
  /** Asks `recipient_id`, who may approve guests, to decide about `user_id`. */
  'send-approval-request': { recipient_id: number; user_id: number; organization_id: number; invited_by: number }
  'send-published': { user_id: number; workspace_id: number }
  'send-publishing-failed': { user_id: number; workspace_id: number; reason: PublishingFault }
  'send-unpublishing-failed': { user_id: number; workspace_id: number; reason: PublishingFault }
  /** The time of the request is the time of the state that it left. */
  'publish-workspace': { workspace_id: number; requested_by: number; requested_at: string }
  'unpublish-workspace': { workspace_id: number; requested_by: number; requested_at: string }
  'process-image': { workspace_id: number; object_id: string; hash: string }
  'process-document': { workspace_id: number; object_id: string; hash: string }
  'erase-workspace': { workspace_id: number }
  'sweep-files': Record<never, never>
  /** Erases it where it is still deleted, and since then. */
  'purge-workspace': { workspace_id: number; deleted_at: string }
  /** Sends a new listener its TEST_HOOK. */
  'test-listener': { listener_id: string }
  'redeliver-event': { listener_id: string; delivery_id: string }
  'send-listener-suspended': { user_id: number; listener_id: string }
}

export type JobName = keyof JobPayloads

export type NewJob = {
  [Name in JobName]: {
    name: Name
    /** Jobs of one key are done one after the other. */
    key: string
    payload: JobPayloads[Name]
    /** Not before this time; at once where it is left out. */
    run_at?: string
  }
}[JobName]

const columns = { name: 'text', key: 'text', payload: 'text', run_at: 'text', created_at: 'text' } as const

export async function enqueueJobs(tx: Tx, jobs: readonly NewJob[], now: string): Promise<void> {
  if (jobs.length === 0) return
  markCommit(tx, 'jobs')
  await insertRows(
    tx,
    'jobs',
    columns,
    jobs.map(({ name, key, payload, run_at = now }) => ({
      name,
      key,
      payload: JSON.stringify(payload),
      run_at,
      created_at: now,
    })),
  )
}
