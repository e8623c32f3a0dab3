// The page where a signed-in user confirms their identity before they change the security of their account: with their
// password, a code, a passkey, or at their single sign-on provider.

import { beginAttempt, clearFailures, factorLimits, passwordCheckLimits } from '../../accounts/attempts/index.ts'
import { findUserById, lockUser, type UserRow } from '../../accounts/identity/index.ts'
import { isPassword } from '../../accounts/passwords/index.ts'
import {
  acceptPasskey,
  acceptTotp,
  authenticationOptions,
  hasTotp,
  listPasskeys,
  verifyPasskey,
} from '../../accounts/second-factors/index.ts'
import {
  confirmSession,
  type FormCall,
  formRoutes,
  isStillSignedIn,
  type SessionDependencies,
  type SignedInSession,
} from '../../accounts/sessions/index.ts'
import {
  document,
  errorSummary,
  type FieldErrors,
  field,
  type Html,
  hidden,
  html,
  type PageReply,
  type PageRoute,
  submit,
} from '../../platform/pages/index.ts'
import type { Database, Tx } from '../../platform/sql/index.ts'
import { localPath } from './local-path.ts'
import { passkeyForm } from './passkey-form.ts'
import { type SecondFactorMessages, secondFactorMessages } from './second-factor-messages.ts'
import { canSignIn, type SignInRefusal } from './sign-in.ts'
import type { FactorDependencies, SignInDependencies } from './sign-in-methods.ts'
import { refusal, refusedReply } from './sign-in-routes.ts'

const path = '/confirm-identity'

export const confirmIdentityRoutes = (dependencies: SignInDependencies): PageRoute[] =>
  formRoutes(dependencies, {
    path,
    show: async call => {
      const account = await findAccount(dependencies, call)
      return account ? await confirmPage(dependencies, call, account) : toSignIn(call)
    },
    submit: call => submitConfirmation(dependencies, call),
  })

interface Account {
  readonly user: UserRow
  readonly session: SignedInSession
}

async function findAccount({ db }: SessionDependencies, { browser }: FormCall): Promise<Account | null> {
  const user = browser.session && (await findUserById(db.read, browser.session.user_id))
  return browser.session && user ? { user, session: browser.session } : null
}

const nextOf = (call: FormCall) => localPath(call.form.get('next') ?? call.query.get('next'))

const toSignIn = (call: FormCall): PageReply => ({
  redirect: `/sign-in?${new URLSearchParams({ next: nextOf(call) })}`,
})

async function submitConfirmation(dependencies: SignInDependencies, call: FormCall): Promise<PageReply> {
  const account = await findAccount(dependencies, call)
  if (!account) return toSignIn(call)
  const missing = missingField(call)
  if (missing) return { ...(await confirmPage(dependencies, call, account, missing)), status: 400 }
  const result = await confirmIdentity(dependencies, call, account)
  if (result === 'confirmed') return { redirect: nextOf(call) }
  const errors = result.refused === 'wrong' ? wrongField(call) : refusal(call, result)
  return { ...(await confirmPage(dependencies, call, account, errors)), ...refusedReply(result) }
}

function missingField({ form, language }: FormCall): FieldErrors | null {
  const messages = secondFactorMessages[language]
  if (form.get('passkey')) return null
  if (form.has('code')) return form.get('code')?.trim() ? null : { code: messages.enterCode }
  return form.get('password') ? null : { password: messages.enterPassword }
}

function wrongField({ form, language }: FormCall): FieldErrors {
  const messages = secondFactorMessages[language]
  if (form.get('passkey')) return { '': messages.passkeyNotUsed }
  return form.has('code') ? { code: messages.wrongCode } : { password: messages.wrongPassword }
}

async function confirmIdentity(
  dependencies: FactorDependencies,
  call: FormCall,
  { user, session }: Account,
): Promise<'confirmed' | SignInRefusal> {
  const { db } = dependencies
  const { now } = call
  const limits = call.form.has('code')
    ? factorLimits('confirm', user.id)
    : passwordCheckLimits({ email: user.email, address: call.address })
  const attempt = await beginAttempt(db, limits, now)
  if (!attempt.isAllowed) return { refused: 'throttled', retryAfterSeconds: attempt.retryAfterSeconds }
  const prove = await proverOf(db, call, user, dependencies)
  return await db.write(async tx => {
    await lockUser(tx, user.id)
    const current = await findUserById(tx, user.id)
    const isProven =
      current && canSignIn(current) && (await isStillSignedIn(tx, session, now)) && (await prove(tx, current))
    if (!isProven) return { refused: 'wrong' }
    await clearFailures(tx, attempt)
    await confirmSession(tx, session, now)
    return 'confirmed'
  })
}

/** The slow part runs before the transaction: hashing a password, checking a signature. */
async function proverOf(
  db: Database,
  { form, browser, now }: FormCall,
  user: UserRow,
  { publicUrl, sealedSecrets, challengeKey }: FactorDependencies,
): Promise<(tx: Tx, current: UserRow) => Promise<boolean>> {
  const passkey = form.get('passkey')
  if (passkey) {
    const proof = await verifyPasskey(db.read, passkey, {
      publicUrl,
      challengeKey,
      browserKey: browser.browserKey,
      now,
    })
    return async tx => proof !== null && proof.passkey.user_id === user.id && (await acceptPasskey(tx, proof, now))
  }
  if (form.has('code'))
    return (tx, current) => acceptTotp(tx, current, { code: form.get('code') ?? '', sealedSecrets, now })
  const isCorrect = await isPassword(form.get('password') ?? '', user.password_hash, 'account')
  return async (_tx, current) => isCorrect && current.password_hash === user.password_hash
}

async function confirmPage(
  { db, publicUrl, methods, challengeKey }: SignInDependencies,
  call: FormCall,
  { user, session }: Account,
  errors: FieldErrors = {},
): Promise<PageReply> {
  const messages = secondFactorMessages[call.language]
  const { now } = call
  const { browserKey } = call.browser
  const next = nextOf(call)
  const passkeys = await listPasskeys(db.read, user.id)
  const options = await authenticationOptions({ publicUrl, challengeKey, browserKey, now }, passkeys)
  const provider = session.identity_issuer !== null && methods.provider
  const providerPath = `/sign-in/oidc?${new URLSearchParams({ next, again: '' })}`
  const ways = [
    passkeyForm(call, { action: path, label: messages.usePasskey, options, next }),
    typedForm(call, user, { messages, next, errors }),
    provider &&
      html`<p><a class="button button-secondary page-button" href="${providerPath}">${messages.useProvider(provider.name)}</a></p>`,
  ].filter(Boolean)
  const noWay = html`<p class="page-text">${messages.noFactor}</p><p class="page-links"><a href="/forgot-password">${messages.setPassword}</a></p>`
  const body = html`${errorSummary(errors)}
<p class="page-text">${messages.confirmLead}</p>
${ways.length > 0 ? ways : noWay}`
  const url = `${path}?${new URLSearchParams({ next })}`
  return { hasScript: true, html: document({ ...call, url }, { title: messages.confirm, body, usesPasskeys: true }) }
}

interface TypedForm {
  readonly messages: SecondFactorMessages
  readonly next: string
  readonly errors: FieldErrors
}

/** Asks for the password or for a code, whichever the user prefers. Null if the account has neither. */
function typedForm(call: FormCall, user: UserRow, { messages, next, errors }: TypedForm): Html | null {
  const [hasPassword, hasCode] = [user.password_hash !== null, hasTotp(user)]
  if (!hasPassword && !hasCode) return null
  const wantsCode = call.form.has('code') || call.query.has('code')
  const isCode = hasCode && (wantsCode || !hasPassword)
  const shown = isCode
    ? ({ name: 'code', label: messages.code, hint: messages.firstCodeHint, autocomplete: 'one-time-code' } as const)
    : ({ name: 'password', label: messages.password, type: 'password', autocomplete: 'current-password' } as const)
  const other = `${path}?${new URLSearchParams({ next, ...(isCode ? {} : { code: '' }) })}`
  return html`<form class="page-form" method="post" action="${path}">
${hidden('csrf', call.browser.csrf)}${hidden('next', next)}
<input class="visually-hidden" type="email" autocomplete="username" value="${user.email}" readonly tabindex="-1" aria-hidden="true">
${field(shown, errors, { isFirst: true })}
${submit(messages.continue)}
</form>
${hasPassword && hasCode && html`<p class="page-links"><a href="${other}">${isCode ? messages.usePassword : messages.useCode}</a></p>`}`
}
