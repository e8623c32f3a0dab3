// Signing in with a passkey alone. The passkey names its account, and has to verify its user: it then counts as both
// factors.

import { beginAttempt, clearFailures, passkeyLimits } from '../../accounts/attempts/index.ts'
import { findUserById, lockUser } from '../../accounts/identity/index.ts'
import { acceptPasskey, verifyPasskey } from '../../accounts/second-factors/index.ts'
import type { FormCall } from '../../accounts/sessions/index.ts'
import type { PageReply } from '../../platform/pages/index.ts'
import { finishSignIn } from './finish-sign-in.ts'
import { canSignIn, type SignInRefusal } from './sign-in.ts'
import type { FactorDependencies } from './sign-in-methods.ts'

export type PasskeyRefusal = SignInRefusal | { readonly refused: 'unverified' }

export async function signInWithPasskey(
  { db, publicUrl, challengeKey }: FactorDependencies,
  call: FormCall,
  next: string,
): Promise<{ readonly reply: PageReply } | PasskeyRefusal> {
  const { now, browser } = call
  const attempt = await beginAttempt(db, passkeyLimits(call.address), now)
  if (!attempt.isAllowed) return { refused: 'throttled', retryAfterSeconds: attempt.retryAfterSeconds }
  const { browserKey } = browser
  const proof = await verifyPasskey(db.read, call.form.get('passkey') ?? '', {
    publicUrl,
    challengeKey,
    browserKey,
    now,
  })
  if (!proof) return { refused: 'wrong' }
  if (!proof.isUserVerified) return { refused: 'unverified' }
  const { user_id } = proof.passkey
  return await db.write(async tx => {
    await lockUser(tx, user_id)
    const user = await findUserById(tx, user_id)
    if (!user || !canSignIn(user) || !(await acceptPasskey(tx, proof, now))) return { refused: 'wrong' }
    await clearFailures(tx, attempt)
    return { reply: await finishSignIn(tx, call, { user, publicUrl, next, method: 'passkey' }) }
  })
}
