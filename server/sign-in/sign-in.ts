// Signing in with a password: the one way from an address and a password to a session, whichever page asks for them.

import type { Database, Tx } from '../db/database.ts'
import { isPassword } from '../identity/password.ts'
import { findUserByEmail } from '../identity/people.ts'
import { findUserById, lockUser, recordSignIn, type UserRow } from '../identity/user-store.ts'
import { endSession, startSession } from '../sessions/browser-sessions.ts'
import type { FormCall } from '../sessions/form-routes.ts'
import { accountKey, addressKey, beginAttempt, forgetAttempt, forgetFailuresOf } from './throttle.ts'

export interface Credentials {
  readonly email: string
  readonly password: string
}

export type SignInResult =
  | { readonly user: UserRow; readonly secret: string }
  | { readonly refused: 'wrong' }
  | { readonly refused: 'throttled'; readonly retryAfterSeconds: number }

/** `also` is done in the same transaction; what it throws undoes the sign-in. */
export async function signIn(
  db: Database,
  { email, password }: Credentials,
  call: FormCall,
  also: (tx: Tx, user: UserRow) => Promise<void> = async () => {},
): Promise<SignInResult> {
  const attempt = await beginAttempt(db, [accountKey(email), addressKey(call.address)], call.now)
  if (!attempt.isAllowed) return { refused: 'throttled', retryAfterSeconds: attempt.retryAfterSeconds }
  const user = (await findUserByEmail(db.read, email)) ?? null
  const hash = user && mayComeIn(user) ? user.password_hash : null
  const isRight = await isPassword(password, hash).catch(async error => {
    await db.write(tx => forgetAttempt(tx, attempt.ids))
    throw error
  })
  if (!user || !isRight) return { refused: 'wrong' }
  return await db.write(async tx => {
    await lockUser(tx, user.id)
    const current = await findUserById(tx, user.id)
    if (!current || !mayComeIn(current) || current.password_hash !== hash) return { refused: 'wrong' }
    await forgetAttempt(tx, attempt.ids)
    await forgetFailuresOf(tx, email)
    await also(tx, current)
    return { user: current, secret: await beginSession(tx, current.id, call) }
  })
}

const mayComeIn = (user: UserRow) => user.locked_at === null && user.archived === 0

/** What the cookie has to hold. The session that the browser had before ends. */
export async function beginSession(tx: Tx, user_id: number, { address, userAgent, now, language, visit }: FormCall) {
  if (visit.session) await endSession(tx, visit.session.user_id, visit.session.id, now)
  await recordSignIn(tx, user_id, now, language)
  return await startSession(tx, { user_id, address, userAgent, now })
}
