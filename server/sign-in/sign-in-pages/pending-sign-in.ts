// A sign-in that waits for a second factor: it is found by the browser's cookie, allows a limited number of wrong
// codes, and is finished once.

import { beginAttempt, clearFailures, factorLimits } from '../../accounts/attempts/index.ts'
import { findChallenge, takeChallenge } from '../../accounts/challenges/index.ts'
import { findUserById, lockUser, type UserRow } from '../../accounts/identity/index.ts'
import type { FormCall } from '../../accounts/sessions/index.ts'
import type { PageReply } from '../../platform/pages/index.ts'
import type { Database, Reader, Tx } from '../../platform/sql/index.ts'
import { type PendingSignIn, passwordMark, pendingPurpose } from './finish-sign-in.ts'
import { canSignIn, recordFailedSignIn, type SignInRefusal } from './sign-in.ts'

export interface FoundSignIn extends PendingSignIn {
  readonly user: UserRow
}

/** Returns null if there is none, if it has expired, or if the account or its password was changed meanwhile. */
export async function findPendingSignIn(db: Reader, { browser, now }: FormCall): Promise<FoundSignIn | null> {
  const found = await findChallenge<PendingSignIn>(db, keyOf(browser.browserKey, now))
  const user = found && found.user_id !== null ? await findUserById(db, found.user_id) : null
  if (!found || !user || !canSignIn(user) || found.data.password !== passwordMark(user)) return null
  return { ...found.data, user }
}

const keyOf = (secret: string, now: string) => ({ purpose: pendingPurpose, secret, now })

/**
 * Runs `finish` for the pending sign-in, which ends with it. `finish` returns null if the factor is wrong. The result is
 * null if there is no pending sign-in any more.
 */
export async function completeSignIn(
  db: Database,
  call: FormCall,
  pending: FoundSignIn,
  finish: (tx: Tx, current: FoundSignIn) => Promise<PageReply | null>,
): Promise<{ readonly reply: PageReply } | SignInRefusal | null> {
  const { now, browser } = call
  const attempt = await beginAttempt(db, factorLimits('sign-in', pending.user.id), now)
  if (!attempt.isAllowed) return { refused: 'throttled', retryAfterSeconds: attempt.retryAfterSeconds }
  return await db.write(async tx => {
    await lockUser(tx, pending.user.id)
    // Checked again under the lock: another request may have finished it.
    const current = await findPendingSignIn(tx, call)
    if (current?.user.id !== pending.user.id) return null
    const reply = await finish(tx, current)
    if (!reply) {
      await recordFailedSignIn(tx, current.user, now)
      return { refused: 'wrong' }
    }
    await takeChallenge(tx, keyOf(browser.browserKey, now))
    await clearFailures(tx, attempt)
    return { reply }
  })
}
