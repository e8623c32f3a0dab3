// Forgotten passwords: requesting a link, and setting a new password with it. The pages never reveal whether an account
// exists.

import { beginAttempt, clearFailuresOf, mailAddressLimit, mailLimit } from '../../accounts/attempts/index.ts'
import { revokeGrantsOfUser } from '../../accounts/grants/index.ts'
import { type UserRow, updateUserDetails } from '../../accounts/identity/index.ts'
import { enqueuePasswordChanged } from '../../accounts/mail/index.ts'
import { consumeLink, voidOtherLinks } from '../../accounts/mailed-links/index.ts'
import { hashPassword } from '../../accounts/passwords/index.ts'
import { clearedCookie, type FormCall, formRoutes, type SessionDependencies } from '../../accounts/sessions/index.ts'
import {
  document,
  errorSummary,
  type FieldErrors,
  field,
  hidden,
  html,
  messagePage,
  type PageContext,
  type PageReply,
  type PageRoute,
  submit,
} from '../../platform/pages/index.ts'
import type { Database } from '../../platform/sql/index.ts'
import { findLinkedAccount } from './linked-account.ts'
import { enqueueLinkRequest } from './password-link-request.ts'
import { newPasswordField, passwordError } from './password-rules.ts'
import { signInMessages } from './sign-in-messages.ts'
import { requirePasswordSignIn, type SignInDependencies } from './sign-in-methods.ts'

export const passwordRoutes = (dependencies: SignInDependencies): PageRoute[] => [
  ...formRoutes(dependencies, {
    path: '/forgot-password',
    show: async call => {
      requirePasswordSignIn(call, dependencies.methods)
      return forgotPage(call)
    },
    submit: call => {
      requirePasswordSignIn(call, dependencies.methods)
      return submitForgot(dependencies.db, call)
    },
  }),
  ...formRoutes(dependencies, {
    path: '/reset-password',
    show: async call => {
      requirePasswordSignIn(call, dependencies.methods)
      const found = await findLinkedAccount(dependencies.db, 'password', call)
      return found ? resetPage(call, found.user) : voidLink(call)
    },
    submit: call => {
      requirePasswordSignIn(call, dependencies.methods)
      return submitReset(dependencies, call)
    },
  }),
]

async function submitForgot(db: Database, call: FormCall): Promise<PageReply> {
  const messages = signInMessages[call.language]
  const email = (call.form.get('email') ?? '').trim()
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) return forgotPage(call, { email: messages.enterEmail }, email)
  const byAddress = await beginAttempt(db, [mailAddressLimit(call.address)], call.now)
  if (!byAddress.isAllowed) return throttledPage(call, email, byAddress.retryAfterSeconds)
  // The page shows the same if the mailbox has reached its limit: the form must not reveal what others have requested.
  const toMailbox = await beginAttempt(db, [mailLimit(email)], call.now)
  if (toMailbox.isAllowed) await db.write(tx => enqueueLinkRequest(tx, email, call.now))
  return { html: messagePage(call, messages.mailed, messages.mailedText(email)) }
}

function throttledPage(call: FormCall, email: string, retryAfterSeconds: number): PageReply {
  const error = signInMessages[call.language].throttled(Math.ceil(retryAfterSeconds / 60))
  const headers = { 'retry-after': String(retryAfterSeconds) }
  return { ...forgotPage(call, { '': error }, email), status: 429, headers }
}

async function submitReset({ db, publicUrl }: SessionDependencies, call: FormCall): Promise<PageReply> {
  const found = await findLinkedAccount(db, 'password', call)
  if (!found) return voidLink(call)
  const { link, user } = found
  const password = call.form.get('password') ?? ''
  const weakness = passwordError(signInMessages[call.language], password, user.email)
  if (weakness) return resetPage(call, user, { password: weakness })
  const password_hash = await hashPassword(password)
  const isReset = await db.write(async tx => {
    if (!(await consumeLink(tx, link.hash, call.now))) return false
    await voidOtherLinks(tx, link)
    await updateUserDetails(tx, user.id, { password_hash }, call.now)
    await revokeGrantsOfUser(tx, user.id, call.now)
    await clearFailuresOf(tx, user.email)
    await enqueuePasswordChanged(tx, user.id, call.now)
    return true
  })
  return isReset ? { redirect: '/sign-in?new-password', cookies: [clearedCookie(publicUrl)] } : voidLink(call)
}

function voidLink(context: PageContext): PageReply {
  const messages = signInMessages[context.language]
  const again = html`<p><a href="/forgot-password">${messages.getNewLink}</a></p>`
  return { status: 410, html: messagePage(context, messages.voidLink, messages.voidLinkText, again) }
}

function forgotPage(call: FormCall, errors: FieldErrors = {}, email = ''): PageReply {
  const messages = signInMessages[call.language]
  const body = html`${errorSummary(errors)}
<p class="page-text">${messages.forgotLead}</p>
<form class="page-form" method="post" action="/forgot-password">
${hidden('csrf', call.browser.csrf)}
${field({ name: 'email', label: messages.email, type: 'email', autocomplete: 'username', value: email, maxLength: 320 }, errors, { isFirst: true })}
${submit(messages.mailLink)}
</form>
<p class="page-links"><a href="/sign-in">${messages.toSignIn}</a></p>`
  return {
    status: Object.keys(errors).length > 0 ? 400 : 200,
    html: document(call, { title: messages.forgot, body }),
  }
}

function resetPage(call: FormCall, user: UserRow, errors: FieldErrors = {}): PageReply {
  const messages = signInMessages[call.language]
  const body = html`${errorSummary(errors)}
<p class="page-text">${messages.chooseLead}</p>
<form class="page-form" method="post" action="/reset-password?token=${call.query.get('token')}">
${hidden('csrf', call.browser.csrf)}
${field({ name: 'email', label: messages.email, type: 'email', autocomplete: 'username', value: user.email, isReadOnly: true })}
${field(newPasswordField(messages, messages.newPassword), errors, { isFirst: true })}
${submit(messages.setPassword)}
</form>`
  return {
    status: Object.keys(errors).length > 0 ? 400 : 200,
    html: document(call, { title: messages.choose, body }),
  }
}
