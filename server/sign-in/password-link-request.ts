// A request for a password link, from the page to the mail. The page only stores the address that was typed; a job finds
// out later whether it belongs to an account. So neither the page nor the time it takes tells that.

import type { Database, Tx } from '../db/database.ts'
import { emailKey } from '../identity/email-key.ts'
import { findUserByEmail } from '../identity/user-accounts.ts'
import { hashSecret } from '../ids.ts'
import type { JobHandler } from '../jobs/job.ts'
import { enqueueJobs } from '../jobs/job-store.ts'

export const enqueueLinkRequest = (tx: Tx, email: string, now: string): Promise<void> =>
  enqueueJobs(
    tx,
    [{ name: 'request-password-link', key: `mail:${hashSecret(emailKey(email))}`, payload: { email } }],
    now,
  )

export const requestPasswordLink =
  (db: Database): JobHandler<'request-password-link'> =>
  async ({ payload }) => {
    const user = await findUserByEmail(db.read, payload.email)
    if (!user || user.locked_at !== null || user.archived === 1) return
    const job = { name: 'send-password-link', key: `mail:${user.id}`, payload: { user_id: user.id } } as const
    await db.write(tx => enqueueJobs(tx, [job], new Date().toISOString()))
  }
