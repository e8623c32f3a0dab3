// The pages to sign in and out.

import { authenticationOptions, newPasskeyChallenge } from '../../accounts/second-factors/index.ts'
import {
  clearedCookie,
  endSession,
  type FormCall,
  formRoutes,
  readBrowserState,
} from '../../accounts/sessions/index.ts'
import {
  document,
  errorSummary,
  type FieldErrors,
  field,
  hidden,
  html,
  messagePage,
  notice,
  type PageCall,
  type PageContext,
  type PageReply,
  type PageRoute,
  submit,
} from '../../platform/pages/index.ts'
import { finishSignIn } from './finish-sign-in.ts'
import { localPath } from './local-path.ts'
import { passkeyForm } from './passkey-form.ts'
import { type PasskeyRefusal, signInWithPasskey } from './passkey-sign-in.ts'
import { secondFactorMessages } from './second-factor-messages.ts'
import { type SignInRefusal, signIn } from './sign-in.ts'
import { type SignInMessages, signInMessages } from './sign-in-messages.ts'
import { providerButton, requirePasswordSignIn, type SignInDependencies } from './sign-in-methods.ts'

const passkeyPath = '/sign-in/passkey'

export const signInRoutes = (dependencies: SignInDependencies): PageRoute[] => [
  ...formRoutes(dependencies, {
    path: '/sign-in',
    show: async call => {
      const next = localPath(call.query.get('next'))
      return call.browser.session ? { redirect: next } : await signInPage(dependencies, call, { next })
    },
    submit: call => submitSignIn(dependencies, call),
  }),
  ...formRoutes(dependencies, { path: passkeyPath, submit: call => submitPasskey(dependencies, call) }),
  {
    method: 'GET',
    path: `${passkeyPath}/challenge`,
    errorFormat: 'json',
    run: call => renewChallenge(dependencies, call),
  },
  ...formRoutes(dependencies, { path: '/sign-out', submit: call => signOut(dependencies, call) }),
]

async function submitSignIn(dependencies: SignInDependencies, call: FormCall): Promise<PageReply> {
  requirePasswordSignIn(call, dependencies.methods)
  const messages = signInMessages[call.language]
  const next = localPath(call.form.get('next') ?? call.query.get('next'))
  const email = (call.form.get('email') ?? '').trim()
  const password = call.form.get('password') ?? ''
  const errors = {
    ...(email === '' && { email: messages.enterEmail }),
    ...(password === '' && { password: messages.enterPassword }),
  }
  if (Object.keys(errors).length > 0) return await signInPage(dependencies, call, { next, email, errors, status: 400 })
  const { publicUrl } = dependencies
  const result = await signIn(dependencies, { email, password }, call, (tx, user) =>
    finishSignIn(tx, call, { user, publicUrl, next }),
  )
  if ('reply' in result) return result.reply
  const page = await signInPage(dependencies, call, { next, email, errors: refusal(call, result) })
  return { ...page, ...refusedReply(result) }
}

async function submitPasskey(dependencies: SignInDependencies, call: FormCall): Promise<PageReply> {
  requirePasswordSignIn(call, dependencies.methods)
  const next = localPath(call.form.get('next'))
  const result = await signInWithPasskey(dependencies, call, next)
  if ('reply' in result) return result.reply
  const page = await signInPage(dependencies, call, { next, errors: passkeyRefusal(call, result) })
  return { ...page, ...refusedReply(result) }
}

/** For the script of a page that is open for longer than a challenge is valid. */
async function renewChallenge(dependencies: SignInDependencies, call: PageCall): Promise<PageReply> {
  const { browserKey, cookies } = await readBrowserState(dependencies, call)
  const { challengeKey } = dependencies
  const challenge = Buffer.from(newPasskeyChallenge({ challengeKey, browserKey }, call.now)).toString('base64url')
  return { json: { challenge }, cookies }
}

function passkeyRefusal(context: PageContext, result: PasskeyRefusal): FieldErrors {
  const { passkeyUnverified, passkeyRefused } = secondFactorMessages[context.language]
  if (result.refused === 'throttled') return refusal(context, result)
  return { '': result.refused === 'unverified' ? passkeyUnverified : passkeyRefused }
}

/** The message is the same whether the account is unknown, locked, or the password is incorrect. */
export function refusal({ language }: PageContext, result: SignInRefusal): FieldErrors {
  const messages = signInMessages[language]
  return {
    '': result.refused === 'wrong' ? messages.wrong : messages.throttled(Math.ceil(result.retryAfterSeconds / 60)),
  }
}

export const refusedReply = (result: SignInRefusal | PasskeyRefusal) =>
  result.refused === 'throttled'
    ? { status: 429, headers: { 'retry-after': String(result.retryAfterSeconds) } }
    : { status: 401 }

async function signOut(dependencies: SignInDependencies, call: FormCall): Promise<PageReply> {
  const { db, publicUrl, methods, sealedSecrets } = dependencies
  const { session } = call.browser
  if (session) await db.write(tx => endSession(tx, session.user_id, session.id, call.now))
  const next = localPath(call.form.get('next'))
  const cookies = [clearedCookie(publicUrl)]
  const idToken = session?.identity_token ? sealedSecrets.open(session.identity_token, 'identity-token') : null
  const atProvider = idToken === null ? null : await methods.provider?.findEndSessionUrl(idToken)
  if (methods.provider && atProvider) return { ...leavingPage(call, methods.provider.name, atProvider), cookies }
  return { redirect: next === '/' ? '/sign-in?signed-out' : next, cookies }
}

/** A page with a link, not a redirect: browsers do not let the form of a page lead to another site. */
function leavingPage(call: FormCall, provider: string, url: string): PageReply {
  const messages = signInMessages[call.language]
  const link = html`<p><a class="button button-primary" href="${url}">${messages.continue}</a></p>`
  const page = messagePage({ ...call, url: '/sign-in' }, messages.signedOut, messages.signedOutAt(provider), link)
  return { html: page, headers: { refresh: `0; url=${url}` } }
}

interface SignInForm {
  readonly next: string
  readonly email?: string
  readonly errors?: FieldErrors
  readonly status?: number
}

const notices: Record<string, (messages: SignInMessages) => string> = {
  'signed-out': messages => messages.signedOut,
  'new-password': messages => messages.passwordChanged,
  expired: messages => messages.expired,
}

async function signInPage(
  { methods, publicUrl, challengeKey }: SignInDependencies,
  call: FormCall,
  { next, email, errors = {}, status = 200 }: SignInForm,
): Promise<PageReply> {
  const messages = signInMessages[call.language]
  const noticeName =
    Object.keys(errors).length > 0 ? undefined : Object.keys(notices).find(name => call.query.has(name))
  const isForApplication = next.startsWith('/api/authorize?')
  // Browsers suggest passkeys in a field whose autocomplete contains webauthn.
  const autocomplete = 'username webauthn'
  const { browserKey } = call.browser
  const options = await authenticationOptions({ publicUrl, challengeKey, browserKey, now: call.now })
  const label = secondFactorMessages[call.language].signInWithPasskey
  const fields = [
    field({ name: 'email', label: messages.email, type: 'email', autocomplete, value: email, maxLength: 320 }, errors, {
      isFirst: true,
    }),
    field({ name: 'password', label: messages.password, type: 'password', autocomplete: 'current-password' }, errors),
  ]
  const body = html`${noticeName && notice(notices[noticeName]?.(messages) ?? '')}${errorSummary(errors)}
${isForApplication && html`<p class="page-text">${messages.forApplication}</p>`}
${
  methods.hasPassword &&
  html`<form class="page-form" method="post" action="/sign-in">
${hidden('csrf', call.browser.csrf)}${hidden('next', next)}
${fields}
${submit(messages.signIn)}
</form>
${passkeyForm(call, { action: passkeyPath, label, options, next, isAutofilled: true })}
<p class="page-links"><a href="/forgot-password">${messages.forgot}</a></p>`
}
${providerButton(call, methods, next)}`
  const here = next === '/' ? '/sign-in' : `/sign-in?${new URLSearchParams({ next })}`
  const title = messages.signIn
  return { status, hasScript: true, html: document({ ...call, url: here }, { title, body, usesPasskeys: true }) }
}
