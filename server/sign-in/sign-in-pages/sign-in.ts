// Signing in with email and password. Every page that takes them uses this module.

import { beginAttempt, cancelAttempt, clearFailures, keepAttempt, signInLimits } from '../../accounts/attempts/index.ts'
import {
  findUserByEmail,
  findUserById,
  lockUser,
  recordAccountAuditOnce,
  type UserRow,
} from '../../accounts/identity/index.ts'
import { isPassword } from '../../accounts/passwords/index.ts'
import type { FormCall, SessionDependencies } from '../../accounts/sessions/index.ts'
import type { PageReply } from '../../platform/pages/index.ts'
import type { Tx } from '../../platform/sql/index.ts'
import { findKnownDevice } from './known-devices.ts'

export interface Credentials {
  readonly email: string
  readonly password: string
}

export type SignInRefusal =
  | { readonly refused: 'wrong' }
  | { readonly refused: 'throttled'; readonly retryAfterSeconds: number }

export type SignInResult = { readonly reply: PageReply } | SignInRefusal

/** `finish` runs in the transaction that checks the password again; if it throws, nothing has happened. */
export async function signIn(
  { db, publicUrl }: SessionDependencies,
  { email, password }: Credentials,
  call: FormCall,
  finish: (tx: Tx, user: UserRow) => Promise<PageReply>,
): Promise<SignInResult> {
  const device = await findKnownDevice(db.read, { email, publicUrl, cookies: call.cookies })
  const attempt = await beginAttempt(db, signInLimits({ email, address: call.address, device }), call.now)
  if (!attempt.isAllowed) return { refused: 'throttled', retryAfterSeconds: attempt.retryAfterSeconds }
  const user = (await findUserByEmail(db.read, email)) ?? null
  const hash = user && canSignIn(user) ? user.password_hash : null
  const isCorrect = await isPassword(password, hash).catch(async error => {
    await db.write(tx => cancelAttempt(tx, attempt))
    throw error
  })
  if (!user) {
    // Does as much work as for an account that exists, so that the response time does not reveal whether it does.
    await db.write(tx => keepAttempt(tx, attempt))
    return { refused: 'wrong' }
  }
  return await db.write(async tx => {
    await lockUser(tx, user.id)
    const current = await findUserById(tx, user.id)
    if (!isCorrect || !current || !canSignIn(current) || current.password_hash !== hash) {
      await recordFailedSignIn(tx, user, call.now)
      return { refused: 'wrong' }
    }
    await clearFailures(tx, attempt)
    return { reply: await finish(tx, current) }
  })
}

export const canSignIn = (user: UserRow) => user.locked_at === null && user.archived === 0

const failureIntervalMs = 15 * 60 * 1000

/** Recorded once in 15 minutes, so that password guessing does not fill the audit log. */
export const recordFailedSignIn = (tx: Tx, user: Pick<UserRow, 'id' | 'email'>, now: string): Promise<void> => {
  const since = new Date(Date.parse(now) - failureIntervalMs).toISOString()
  return recordAccountAuditOnce(tx, user, { action: 'USER_SIGN_IN_FAILED', actor_id: null, now }, since)
}
