// Signing in with email and password. Every page that starts a session this way goes through here.

import type { Database, Tx } from '../db/database.ts'
import { isPassword } from '../identity/password-hash.ts'
import { findUserByEmail } from '../identity/user-accounts.ts'
import { findUserById, lockUser, recordSignIn, type UserRow } from '../identity/user-store.ts'
import { endSession, startSession } from '../sessions/browser-sessions.ts'
import type { FormCall } from '../sessions/form-routes.ts'
import { accountKey, addressKey, beginAttempt, cancelAttempt, clearFailuresOf } from './throttle.ts'

export interface Credentials {
  readonly email: string
  readonly password: string
}

export type SignInResult =
  | { readonly user: UserRow; readonly secret: string }
  | { readonly refused: 'wrong' }
  | { readonly refused: 'throttled'; readonly retryAfterSeconds: number }

/** `alsoInTx` runs in the same transaction; if it throws, the sign-in is rolled back. */
export async function signIn(
  db: Database,
  { email, password }: Credentials,
  call: FormCall,
  alsoInTx: (tx: Tx, user: UserRow) => Promise<void> = async () => {},
): Promise<SignInResult> {
  const attempt = await beginAttempt(db, [accountKey(email), addressKey(call.address)], call.now)
  if (!attempt.isAllowed) return { refused: 'throttled', retryAfterSeconds: attempt.retryAfterSeconds }
  const user = (await findUserByEmail(db.read, email)) ?? null
  const hash = user && canSignIn(user) ? user.password_hash : null
  const isCorrect = await isPassword(password, hash).catch(async error => {
    await db.write(tx => cancelAttempt(tx, attempt.ids))
    throw error
  })
  if (!user || !isCorrect) return { refused: 'wrong' }
  return await db.write(async tx => {
    await lockUser(tx, user.id)
    const current = await findUserById(tx, user.id)
    if (!current || !canSignIn(current) || current.password_hash !== hash) return { refused: 'wrong' }
    await cancelAttempt(tx, attempt.ids)
    await clearFailuresOf(tx, email)
    await alsoInTx(tx, current)
    return { user: current, secret: await replaceSession(tx, current.id, call) }
  })
}

const canSignIn = (user: UserRow) => user.locked_at === null && user.archived === 0

/** Ends the browser's previous session and starts a new one. Returns the secret for the cookie. */
export async function replaceSession(
  tx: Tx,
  user_id: number,
  { address, userAgent, now, language, browser }: FormCall,
) {
  if (browser.session) await endSession(tx, browser.session.user_id, browser.session.id, now)
  await recordSignIn(tx, user_id, now, language)
  return await startSession(tx, { user_id, address, userAgent, now })
}
