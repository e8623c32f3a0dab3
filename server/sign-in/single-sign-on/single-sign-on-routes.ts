// Signing in at an OpenID Connect provider: the redirect there, the callback, and the provider's notification that a
// user signed out. The state that the callback needs is in the database, so that any process can continue.

import { Problem } from '@tessera/contract'
import type { Logger } from 'pino'
import { beginAttempt, providerLimit } from '../../accounts/attempts/index.ts'
import { createChallenge, takeChallenge } from '../../accounts/challenges/index.ts'
import {
  type FormCall,
  isStillSignedIn,
  readBrowserState,
  type SessionDependencies,
} from '../../accounts/sessions/index.ts'
import type { Cookie, PageCall, PageReply, PageRoute } from '../../platform/pages/index.ts'
import type { SealedSecrets } from '../../platform/secrets/index.ts'
import type { Tx } from '../../platform/sql/index.ts'
import { finishSignIn } from '../sign-in-pages/finish-sign-in.ts'
import { localPath } from '../sign-in-pages/local-path.ts'
import { endSessionsByToken } from './back-channel-logout.ts'
import { findAccount, type Refusal } from './find-account.ts'
import { type PendingSignIn, type ProvenIdentity, type Provider, ProviderUnavailable, reasonOf } from './provider.ts'
import { failedPage, refusedPage, unavailablePage } from './single-sign-on-pages.ts'

export interface SingleSignOnDependencies extends SessionDependencies {
  readonly sealedSecrets: SealedSecrets
  readonly provider: Provider
  readonly log: Logger
}

const purpose = 'oidc'
const lifeSeconds = 10 * 60

export const singleSignOnRoutes = (dependencies: SingleSignOnDependencies): PageRoute[] => [
  { method: 'GET', path: '/sign-in/oidc', errorFormat: 'html', run: call => begin(dependencies, call) },
  { method: 'GET', path: '/sign-in/oidc/callback', errorFormat: 'html', run: call => comeBack(dependencies, call) },
  { method: 'POST', path: '/sign-in/oidc/logout', errorFormat: 'json', run: call => logOut(dependencies, call) },
]

interface Challenge {
  readonly pending: PendingSignIn
  readonly next: string
}

async function begin({ db, publicUrl, provider, log }: SingleSignOnDependencies, call: PageCall): Promise<PageReply> {
  const next = localPath(call.query.get('next'))
  const attempt = await beginAttempt(db, [providerLimit(call.address)], call.now)
  if (!attempt.isAllowed)
    throw new Problem('TooManyRequests', 'Too many sign-in attempts', { retryAfterSeconds: attempt.retryAfterSeconds })
  try {
    const { url, pending } = await provider.begin(call.query.has('again'))
    const data: Challenge = { pending, next }
    const secret = await db.write(tx => createChallenge(tx, { purpose, data, lifeSeconds, now: call.now }))
    return { redirect: url, cookies: [challengeCookie(publicUrl, secret, lifeSeconds)] }
  } catch (error) {
    if (error instanceof ProviderUnavailable) return unavailable(provider, log, call, { next, error })
    throw error
  }
}

/** The challenge is taken first: a code works once, and so does the callback. */
async function comeBack(dependencies: SingleSignOnDependencies, call: PageCall): Promise<PageReply> {
  const { db, publicUrl, provider } = dependencies
  const secret = call.cookies.get(cookieName(publicUrl)) ?? ''
  const taken = await db.write(tx => takeChallenge<Challenge>(tx, { purpose, secret, now: call.now }))
  const context = { ...call, provider: provider.settings.name, next: taken?.data.next ?? '/' }
  if (!taken || call.query.get('state') !== taken.data.pending.state) return failedPage(context, 'expired')
  const reply = await finish(dependencies, call, taken.data)
  return { ...reply, cookies: [...(reply.cookies ?? []), challengeCookie(publicUrl, '', 0)] }
}

async function finish(
  dependencies: SingleSignOnDependencies,
  call: PageCall,
  challenge: Challenge,
): Promise<PageReply> {
  const { db, publicUrl, provider, log } = dependencies
  const { pending, next } = challenge
  const context = { ...call, provider: provider.settings.name, next }
  if (call.query.has('error')) {
    log.info(
      { error: call.query.get('error') },
      'the single sign-on provider returned an error; the user is not signed in',
    )
    return failedPage(context, 'denied')
  }
  let identity: ProvenIdentity
  try {
    identity = await provider.finish(new URL(call.url, publicUrl), pending)
  } catch (error) {
    if (isUnreachable(error)) return unavailable(provider, log, call, { next, error })
    log.warn(
      { reason: reasonOf(error) },
      'refused a response of the single sign-on provider; the user is not signed in',
    )
    return failedPage(context, 'invalid')
  }
  const browser = await readBrowserState(dependencies, call)
  const form: FormCall = { ...call, browser }
  const result = await db.write(tx => startSessionOf(tx, dependencies, form, { identity, next }))
  if (typeof result !== 'string') return result
  const { issuer, claims } = identity
  log.warn(
    { reason: refusalReasons[result], issuer, subject: claims.sub },
    'refused a single sign-on; the user is not signed in',
  )
  return refusedPage(context, result)
}

/** These reasons go to the log: the operator can check them. The pages tell the person less. */
const refusalReasons: Readonly<Record<Refusal, string>> = {
  unverified: 'the provider does not name a verified email address',
  domain: 'the email address is not in OIDC_DOMAINS',
  unknown: 'nobody has invited this person, and OIDC_SIGN_UP is not 1',
  locked: 'the account is locked, archived or not of a person',
  otherIdentity: 'another identity of the provider is linked to the account with this email address',
  secondFactor: 'the account has a second factor and was not signed in, so it was not linked',
}

async function startSessionOf(
  tx: Tx,
  { publicUrl, provider, sealedSecrets }: SingleSignOnDependencies,
  call: FormCall,
  { identity, next }: { identity: ProvenIdentity; next: string },
): Promise<PageReply | Refusal> {
  const before = call.browser.session
  const signedInAs = before && (await isStillSignedIn(tx, before, call.now)) ? before.user_id : null
  const found = await findAccount(tx, { settings: provider.settings, identity, signedInAs, now: call.now })
  if ('refused' in found) return found.refused
  const { issuer, claims, idToken, authenticated_at } = identity
  const session = typeof claims.sid === 'string' ? claims.sid : null
  return await finishSignIn(tx, call, {
    user: found.user,
    publicUrl,
    next,
    identity: {
      issuer,
      subject: claims.sub,
      session,
      token: sealedSecrets.seal(idToken, 'identity-token'),
      authenticated_at,
    },
  })
}

async function logOut({ db, provider, log }: SingleSignOnDependencies, call: PageCall): Promise<PageReply> {
  try {
    const sessions = await endSessionsByToken(db, provider, call.form.get('logout_token') ?? '', call.now)
    log.info({ sessions }, 'ended sessions after a logout at the single sign-on provider')
    return { json: {} }
  } catch (error) {
    if (isUnreachable(error)) throw new Problem('ServiceUnavailable', 'The single sign-on provider cannot be reached')
    log.warn({ reason: reasonOf(error) }, 'refused a logout token of the single sign-on provider; no session was ended')
    return { status: 400, json: { error: 'invalid_request', error_description: reasonOf(error) } }
  }
}

function unavailable(
  provider: Provider,
  log: Logger,
  call: PageCall,
  { next, error }: { next: string; error: unknown },
): PageReply {
  log.warn({ reason: reasonOf(error) }, 'the single sign-on provider cannot be reached; nobody can sign in with it')
  return unavailablePage({ ...call, provider: provider.settings.name, next })
}

/** fetch throws a TypeError, whose cause has a code, if there is no connection, and a TimeoutError if it takes too long. */
const isUnreachable = (error: unknown): boolean =>
  error instanceof ProviderUnavailable ||
  (error instanceof Error &&
    (['TimeoutError', 'AbortError'].includes(error.name) ||
      (error instanceof TypeError && error.cause instanceof Error && 'code' in error.cause) ||
      isUnreachable(error.cause)))

const challengeCookie = (publicUrl: string, value: string, maxAgeSeconds: number): Cookie => ({
  name: cookieName(publicUrl),
  value,
  maxAgeSeconds,
})

// The __Host- prefix keeps sibling domains from setting the cookie. Browsers accept it over https only.
const cookieName = (publicUrl: string) => (publicUrl.startsWith('https:') ? '__Host-tessera-oidc' : 'tessera-oidc')
