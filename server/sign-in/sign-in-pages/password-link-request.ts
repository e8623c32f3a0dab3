// A request for a password link, from the page to the mail. The page only stores the address that was typed; a job
// finds out later whether it belongs to an account. So neither the page nor its response time reveals that.

import { emailKey, findUserByEmail } from '../../accounts/identity/index.ts'
import { enqueueJobs, type JobHandler } from '../../platform/jobs/index.ts'
import type { Database, Tx } from '../../platform/sql/index.ts'
import { hashSecret } from '../../tools/index.ts'

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
