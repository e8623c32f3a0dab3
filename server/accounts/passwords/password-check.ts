// Verifies the password of a signed-in person again. It is throttled like sign-in, but counted and queued separately:
// someone who holds a token can neither guess the password without limit nor keep people from signing in.

import type { Database } from '../../platform/sql/index.ts'
import { cancelAttempt, clearFailures, passwordCheckLimits, requireAttempt } from '../attempts/index.ts'
import type { UserRow } from '../identity/index.ts'
import { isPassword } from './password-hash.ts'

/** Throws TooManyRequests after too many failures, even for the right password. */
export async function isOwnPassword(
  db: Database,
  { email, password_hash }: Pick<UserRow, 'email' | 'password_hash'>,
  password: string,
  address: string,
): Promise<boolean> {
  const attempt = await requireAttempt(db, passwordCheckLimits({ email, address }), new Date().toISOString())
  const isCorrect = await isPassword(password, password_hash, 'account').catch(async error => {
    await db.write(tx => cancelAttempt(tx, attempt))
    throw error
  })
  if (isCorrect) await db.write(tx => clearFailures(tx, attempt))
  return isCorrect
}
