// The pages to sign in and out.

import { document } from '../pages/document.ts'
import { messagePage } from '../pages/error-page.ts'
import { errorSummary, type FieldErrors, field, hidden, notice, submit } from '../pages/form-parts.ts'
import { html } from '../pages/html.ts'
import type { PageContext, PageReply, PageRoute } from '../pages/page.ts'
import { endSession } from '../sessions/browser-sessions.ts'
import { clearedCookie } from '../sessions/browser-state.ts'
import { type FormCall, formRoutes } from '../sessions/form-routes.ts'
import { localPath } from './local-path.ts'
import { type SignInResult, signIn } from './sign-in.ts'
import { providerButton, requirePasswordSignIn, type SignInDependencies } from './sign-in-methods.ts'
import { type SignInWords, signInWords } from './sign-in-words.ts'

export const signInRoutes = (dependencies: SignInDependencies): PageRoute[] => [
  ...formRoutes(dependencies, {
    path: '/sign-in',
    show: async call => {
      const next = localPath(call.query.get('next'))
      return call.browser.session ? { redirect: next } : signInPage(dependencies, call, { next })
    },
    submit: call => submitSignIn(dependencies, call),
  }),
  ...formRoutes(dependencies, { path: '/sign-out', submit: call => signOut(dependencies, call) }),
]

async function submitSignIn(dependencies: SignInDependencies, call: FormCall): Promise<PageReply> {
  requirePasswordSignIn(call, dependencies.methods)
  const words = signInWords[call.language]
  const next = localPath(call.form.get('next') ?? call.query.get('next'))
  const email = (call.form.get('email') ?? '').trim()
  const password = call.form.get('password') ?? ''
  const errors = {
    ...(email === '' && { email: words.enterEmail }),
    ...(password === '' && { password: words.enterPassword }),
  }
  if (Object.keys(errors).length > 0) return signInPage(dependencies, call, { next, email, errors, status: 400 })
  const result = await signIn(dependencies, { email, password }, call)
  if ('refused' in result)
    return {
      ...signInPage(dependencies, call, { next, email, errors: refusal(call, result) }),
      ...refusedReply(result),
    }
  return { redirect: next, cookies: result.cookies }
}

type Refused = Extract<SignInResult, { refused: string }>

/** The same message whether the account is unknown, locked, or the password is incorrect. */
export function refusal({ language }: PageContext, result: Refused): FieldErrors {
  const words = signInWords[language]
  return { '': result.refused === 'wrong' ? words.wrong : words.throttled(Math.ceil(result.retryAfterSeconds / 60)) }
}

export const refusedReply = (result: Refused) =>
  result.refused === 'wrong'
    ? { status: 401 }
    : { status: 429, headers: { 'retry-after': String(result.retryAfterSeconds) } }

async function signOut({ db, publicUrl, methods }: SignInDependencies, call: FormCall): Promise<PageReply> {
  const { session } = call.browser
  if (session) await db.write(tx => endSession(tx, session.user_id, session.id, call.now))
  const next = localPath(call.form.get('next'))
  const cookies = [clearedCookie(publicUrl)]
  const atProvider = session?.identity_token ? await methods.provider?.findEndSessionUrl(session.identity_token) : null
  if (methods.provider && atProvider) return { ...leavingPage(call, methods.provider.name, atProvider), cookies }
  return { redirect: next === '/' ? '/sign-in?signed-out' : next, cookies }
}

/** A page that leads on, not a redirect: browsers do not let the form of a page lead to another site. */
function leavingPage(call: FormCall, provider: string, url: string): PageReply {
  const words = signInWords[call.language]
  const link = html`<p><a class="button button-primary" href="${url}">${words.continue}</a></p>`
  const page = messagePage({ ...call, url: '/sign-in' }, words.signedOut, words.signedOutAt(provider), link)
  return { html: page, headers: { refresh: `0; url=${url}` } }
}

interface SignInForm {
  readonly next: string
  readonly email?: string
  readonly errors?: FieldErrors
  readonly status?: number
}

const notices: Record<string, (words: SignInWords) => string> = {
  'signed-out': words => words.signedOut,
  'new-password': words => words.passwordChanged,
}

function signInPage(
  { methods }: SignInDependencies,
  call: FormCall,
  { next, email, errors = {}, status = 200 }: SignInForm,
): PageReply {
  const words = signInWords[call.language]
  const noticeName =
    Object.keys(errors).length > 0 ? undefined : Object.keys(notices).find(name => call.query.has(name))
  const isForApplication = next.startsWith('/api/authorize?')
  const fields = [
    field(
      { name: 'email', label: words.email, type: 'email', autocomplete: 'username', value: email, maxLength: 320 },
      errors,
      { isFirst: true },
    ),
    field({ name: 'password', label: words.password, type: 'password', autocomplete: 'current-password' }, errors),
  ]
  const body = html`${noticeName && notice(notices[noticeName]?.(words) ?? '')}${errorSummary(errors)}
${isForApplication && html`<p class="page-text">${words.forApplication}</p>`}
${
  methods.hasPassword &&
  html`<form class="page-form" method="post" action="/sign-in">
${hidden('csrf', call.browser.csrf)}${hidden('next', next)}
${fields}
${submit(words.signIn)}
</form>
<p class="page-links"><a href="/forgot-password">${words.forgot}</a></p>`
}
${providerButton(call, methods, next)}`
  const here = next === '/' ? '/sign-in' : `/sign-in?${new URLSearchParams({ next })}`
  return { status, html: document({ ...call, url: here }, { title: words.signIn, body }) }
}
