// Signing in with email and password. Every page that starts a session this way goes through here.

import type { Tx } from '../db/database.ts'
import { isPassword } from '../identity/password-hash.ts'
import { beginAttempt, cancelAttempt, clearFailures, signInLimits } from '../identity/throttle.ts'
import { findUserByEmail } from '../identity/user-accounts.ts'
import { findUserById, lockUser, recordSignIn, type UserRow } from '../identity/user-store.ts'
import type { Cookie } from '../pages/page.ts'
import { endSession, type SessionIdentity, startSession } from '../sessions/browser-sessions.ts'
import { type SessionDependencies, sessionCookie } from '../sessions/browser-state.ts'
import type { FormCall } from '../sessions/form-routes.ts'
import { findKnownDevice, rememberDevice } from './known-devices.ts'

export interface Credentials {
  readonly email: string
  readonly password: string
}

export type SignInResult =
  | { readonly user: UserRow; readonly cookies: readonly Cookie[] }
  | { readonly refused: 'wrong' }
  | { readonly refused: 'throttled'; readonly retryAfterSeconds: number }

/** `alsoInTx` runs in the same transaction; if it throws, the sign-in is rolled back. */
export async function signIn(
  { db, publicUrl }: SessionDependencies,
  { email, password }: Credentials,
  call: FormCall,
  alsoInTx: (tx: Tx, user: UserRow) => Promise<void> = async () => {},
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
  if (!user || !isCorrect) return { refused: 'wrong' }
  return await db.write(async tx => {
    await lockUser(tx, user.id)
    const current = await findUserById(tx, user.id)
    if (!current || !canSignIn(current) || current.password_hash !== hash) return { refused: 'wrong' }
    await clearFailures(tx, attempt)
    await alsoInTx(tx, current)
    return { user: current, cookies: await replaceSession(tx, current.id, call, { publicUrl }) }
  })
}

const canSignIn = (user: UserRow) => user.locked_at === null && user.archived === 0

/** Ends the browser's previous session and starts a new one. Returns the cookies of the session and of the browser. */
export async function replaceSession(
  tx: Tx,
  user_id: number,
  call: FormCall,
  { publicUrl, identity }: { publicUrl: string; identity?: SessionIdentity | undefined },
): Promise<Cookie[]> {
  const { address, userAgent, now, language, browser } = call
  if (browser.session) await endSession(tx, browser.session.user_id, browser.session.id, now)
  await recordSignIn(tx, user_id, now, language)
  const secret = await startSession(tx, { user_id, address, userAgent, now, identity })
  const device = await rememberDevice(tx, user_id, { publicUrl, browser: call })
  return [sessionCookie(publicUrl, secret), device.cookie]
}
