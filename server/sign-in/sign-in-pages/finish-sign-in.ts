// Completes a sign-in after a user has proven their identity, by password, passkey or at a single sign-on provider: the
// session starts, unless a second factor is missing. In that case the browser gets a challenge that it has to finish
// first.

import { replaceChallenge } from '../../accounts/challenges/index.ts'
import { findUserById, recordAccountAudit, recordSignIn, type UserRow } from '../../accounts/identity/index.ts'
import { enqueueNewDevice } from '../../accounts/mail/index.ts'
import { hasSecondFactor, mustHaveSecondFactor } from '../../accounts/second-factors/index.ts'
import {
  endSession,
  type FormCall,
  readUserAgent,
  renewedBrowser,
  type SessionIdentity,
  sessionCookie,
  startSession,
} from '../../accounts/sessions/index.ts'
import type { Cookie, PageReply } from '../../platform/pages/index.ts'
import type { Tx } from '../../platform/sql/index.ts'
import { hashSecret } from '../../tools/index.ts'
import { rememberDevice } from './known-devices.ts'

/** How a user signed in; a code is one from an authenticator app. */
export type SignInMethod =
  | 'password'
  | 'passkey'
  | 'single sign-on'
  | 'password and code'
  | 'password and passkey'
  | 'password and recovery code'

export interface ProvenSignIn {
  readonly user: Pick<UserRow, 'id'>
  readonly publicUrl: string
  /** The local path to continue with. */
  readonly next: string
  /** True for a passkey that has verified its user, which counts as both factors. */
  readonly method?: 'password' | 'passkey'
  /** The account at a single sign-on provider. The provider asks for further factors, this service does not. */
  readonly identity?: SessionIdentity | undefined
}

export const secondFactorPath = '/sign-in/second-factor'
export const setUpPath = '/sign-in/set-up-second-factor'

/** What the browser has to do before its session starts. */
export interface PendingSignIn {
  readonly next: string
  /** Void as soon as the password is changed. */
  readonly password: string
  /** False for a user who has to set up a second factor. */
  readonly hasFactor: boolean
}

export async function finishSignIn(tx: Tx, call: FormCall, proven: ProvenSignIn): Promise<PageReply> {
  const { publicUrl, next, method = 'password', identity } = proven
  const user = (await findUserById(tx, proven.user.id)) as UserRow
  if (!identity && method === 'password') {
    const hasFactor = await hasSecondFactor(tx, user)
    if (hasFactor || (await mustHaveSecondFactor(tx, user.id)))
      return await askForSecondFactor(tx, call, { user, publicUrl, next, hasFactor })
  }
  const how = identity ? 'single sign-on' : method
  return { redirect: next, cookies: await startSignedIn(tx, call, { user, publicUrl, method: how, identity }) }
}

async function askForSecondFactor(
  tx: Tx,
  { browser, now }: FormCall,
  { user, publicUrl, next, hasFactor }: { user: UserRow; publicUrl: string; next: string; hasFactor: boolean },
): Promise<PageReply> {
  if (browser.session) await endSession(tx, browser.session.user_id, browser.session.id, now)
  const { browserKey, cookie } = renewedBrowser(publicUrl)
  const data: PendingSignIn = { next, password: passwordMark(user), hasFactor }
  const challenge = { purpose: pendingPurpose, user_id: user.id, data, lifeSeconds: pendingSeconds, now }
  await replaceChallenge(tx, browserKey, challenge)
  return { redirect: hasFactor ? secondFactorPath : setUpPath, cookies: [cookie] }
}

export const pendingPurpose = 'second-factor'
const pendingSeconds = 10 * 60

export const passwordMark = ({ password_hash }: Pick<UserRow, 'password_hash'>) => hashSecret(password_hash ?? '')

interface SignedIn {
  readonly user: UserRow
  readonly publicUrl: string
  readonly method: SignInMethod
  readonly identity?: SessionIdentity | undefined
}

/** Ends the browser's previous session and starts a new one. Returns the cookies of the session and of the browser. */
export async function startSignedIn(
  tx: Tx,
  call: FormCall,
  { user, publicUrl, method, identity }: SignedIn,
): Promise<Cookie[]> {
  const { address, userAgent, now, language, browser } = call
  if (browser.session) await endSession(tx, browser.session.user_id, browser.session.id, now)
  await recordSignIn(tx, user.id, now, language)
  const changes = [{ field: 'method', before: null, after: method }]
  await recordAccountAudit(tx, user, { action: 'USER_SIGNED_IN', changes, now })
  const secret = await startSession(tx, { user_id: user.id, address, userAgent, now, identity })
  const device = await rememberDevice(tx, user.id, { publicUrl, browser: call })
  // There is no notification about the first sign-in of an account.
  if (device.isNew && user.last_login_at !== null)
    await enqueueNewDevice(tx, { user_id: user.id, ...readUserAgent(userAgent), address }, now)
  return [sessionCookie(publicUrl, secret), device.cookie]
}
