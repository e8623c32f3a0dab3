// Signing in and out, as pages.

import type { PageReply, PageRoute } from '../page.ts'
import { document } from '../pages/document.ts'
import { type Faults, faultSummary, field, hidden, notice, submit } from '../pages/form-parts.ts'
import { html } from '../pages/html.ts'
import { endSession } from '../sessions/browser-sessions.ts'
import { type FormCall, formRoutes } from '../sessions/form-routes.ts'
import { noCookie, type SessionParts, sessionCookie } from '../sessions/visit.ts'
import { localPath } from './local-path.ts'
import { type SignInResult, signIn } from './sign-in.ts'

export const signInRoutes = (parts: SessionParts): PageRoute[] => [
  ...formRoutes(parts, {
    path: '/sign-in',
    show: async call => {
      const next = localPath(call.query.get('next'))
      return call.visit.session ? { redirect: next } : signInPage(call, { next })
    },
    submit: call => submitSignIn(parts, call),
  }),
  ...formRoutes(parts, { path: '/sign-out', submit: call => signOut(parts, call) }),
]

async function submitSignIn({ db, publicUrl }: SessionParts, call: FormCall): Promise<PageReply> {
  const next = localPath(call.form.get('next') ?? call.query.get('next'))
  const email = (call.form.get('email') ?? '').trim()
  const password = call.form.get('password') ?? ''
  const faults = {
    ...(email === '' && { email: 'Enter your email address' }),
    ...(password === '' && { password: 'Enter your password' }),
  }
  if (Object.keys(faults).length > 0) return signInPage(call, { next, email, faults, status: 400 })
  const result = await signIn(db, { email, password }, call)
  if ('refused' in result)
    return { ...signInPage(call, { next, email, faults: refusal(result) }), ...refusedReply(result) }
  return { redirect: next, cookies: [sessionCookie(publicUrl, result.secret)] }
}

type Refused = Extract<SignInResult, { refused: string }>

/** The same words whether the account exists, is locked, or the password is wrong. */
export const refusal = (result: Refused): Faults => ({
  '':
    result.refused === 'wrong'
      ? 'The email address or the password is not right'
      : `There were too many attempts. Try again in ${minutes(result.retryAfterSeconds)}.`,
})

export const refusedReply = (result: Refused) =>
  result.refused === 'wrong'
    ? { status: 401 }
    : { status: 429, headers: { 'retry-after': String(result.retryAfterSeconds) } }

function minutes(seconds: number): string {
  const count = Math.ceil(seconds / 60)
  return count === 1 ? 'a minute' : `${count} minutes`
}

async function signOut({ db, publicUrl }: SessionParts, call: FormCall): Promise<PageReply> {
  const { session } = call.visit
  if (session) await db.write(tx => endSession(tx, session.user_id, session.id, call.now))
  const next = localPath(call.form.get('next'))
  return { redirect: next === '/' ? '/sign-in?signed-out' : next, cookies: [noCookie(publicUrl)] }
}

interface Shown {
  readonly next: string
  readonly email?: string
  readonly faults?: Faults
  readonly status?: number
}

const notices: Record<string, string> = {
  'signed-out': 'You are signed out.',
  'new-password': 'Your password was changed. Sign in with it.',
}

function signInPage({ visit, query }: FormCall, { next, email, faults = {}, status = 200 }: Shown): PageReply {
  const told = Object.keys(faults).length > 0 ? undefined : Object.keys(notices).find(name => query.has(name))
  const isForApplication = next.startsWith('/api/authorize?')
  const fields = [
    field(
      { name: 'email', label: 'Email', type: 'email', autocomplete: 'username', value: email, maxLength: 320 },
      faults,
      {
        isFirst: true,
      },
    ),
    field({ name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password' }, faults),
  ]
  const body = html`${told && notice(notices[told] as string)}${faultSummary(faults)}
${isForApplication && html`<p class="page-text">An application asks to act for you. Sign in first; what it asks for is shown next.</p>`}
<form class="page-form" method="post" action="/sign-in">
${hidden('csrf', visit.csrf)}${hidden('next', next)}
${fields}
${submit('Sign in')}
</form>
<p class="page-links"><a href="/forgot-password">Forgot your password?</a></p>`
  return { status, html: document({ title: 'Sign in', body }) }
}
