// A forgotten password: asking for a link, and choosing a new password with it. Nobody learns whether an account exists.

import type { Database } from '../db/database.ts'
import { revokeGrantsOfUser } from '../identity/grants.ts'
import { type MailedLinkRow, useLink, voidOtherLinks } from '../identity/mailed-link-store.ts'
import { findMailedLink } from '../identity/mailed-links.ts'
import { hashPassword } from '../identity/password.ts'
import { changeUser, findUserByEmail } from '../identity/people.ts'
import { findUserById, type UserRow } from '../identity/user-store.ts'
import { enqueueJobs } from '../jobs/job-store.ts'
import { enqueuePasswordChanged } from '../mail/enqueue-mail.ts'
import { document } from '../pages/document.ts'
import { messagePage } from '../pages/error-page.ts'
import { errorSummary, type FieldErrors, field, hidden, submit } from '../pages/form-parts.ts'
import { html } from '../pages/html.ts'
import type { PageContext, PageReply, PageRoute } from '../pages/page.ts'
import { type FormCall, formRoutes } from '../sessions/form-routes.ts'
import { noCookie, type SessionParts } from '../sessions/visit.ts'
import { newPasswordField, passwordFault } from './new-password.ts'
import { signInWords } from './sign-in-words.ts'
import { beginAttempt, forgetFailuresOf, mailKey } from './throttle.ts'

export const passwordRoutes = (parts: SessionParts): PageRoute[] => [
  ...formRoutes(parts, {
    path: '/forgot-password',
    show: async call => forgotPage(call),
    submit: call => submitForgot(parts.db, call),
  }),
  ...formRoutes(parts, {
    path: '/reset-password',
    show: async call => {
      const found = await findAccount(parts.db, call)
      return found ? resetPage(call, found.user) : voidLink(call)
    },
    submit: call => submitReset(parts, call),
  }),
]

async function submitForgot(db: Database, call: FormCall): Promise<PageReply> {
  const words = signInWords[call.language]
  const email = (call.form.get('email') ?? '').trim()
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) return forgotPage(call, { email: words.enterEmail }, email)
  // Nobody's mailbox is flooded from here.
  const attempt = await beginAttempt(db, [mailKey(email)], call.now)
  const user = await findUserByEmail(db.read, email)
  if (attempt.isAllowed && user && user.locked_at === null && user.archived === 0)
    await db.write(tx =>
      enqueueJobs(
        tx,
        [{ name: 'send-password-link', key: `mail:${user.id}`, payload: { user_id: user.id } }],
        call.now,
      ),
    )
  return { html: messagePage(call, words.mailed, words.mailedText(email)) }
}

interface Account {
  readonly link: MailedLinkRow
  readonly user: UserRow
}

async function findAccount(db: Database, { query, now }: FormCall): Promise<Account | null> {
  const link = await findMailedLink(db.read, 'password', query.get('token') ?? '', now)
  const user = link && (await findUserById(db.read, link.user_id))
  return link && user && user.locked_at === null && user.archived === 0 ? { link, user } : null
}

async function submitReset({ db, publicUrl }: SessionParts, call: FormCall): Promise<PageReply> {
  const found = await findAccount(db, call)
  if (!found) return voidLink(call)
  const { link, user } = found
  const password = call.form.get('password') ?? ''
  const fault = passwordFault(signInWords[call.language], password, user.email)
  if (fault) return resetPage(call, user, { password: fault })
  const password_hash = await hashPassword(password)
  const isOurs = await db.write(async tx => {
    if (!(await useLink(tx, link.hash, call.now))) return false
    await voidOtherLinks(tx, link)
    await changeUser(tx, user.id, { password_hash }, call.now)
    await revokeGrantsOfUser(tx, user.id, call.now)
    await forgetFailuresOf(tx, user.email)
    await enqueuePasswordChanged(tx, user.id, call.now)
    return true
  })
  return isOurs ? { redirect: '/sign-in?new-password', cookies: [noCookie(publicUrl)] } : voidLink(call)
}

function voidLink(context: PageContext): PageReply {
  const words = signInWords[context.language]
  const again = html`<p><a href="/forgot-password">${words.askAgain}</a></p>`
  return { status: 410, html: messagePage(context, words.voidLink, words.voidLinkText, again) }
}

function forgotPage(call: FormCall, faults: FieldErrors = {}, email = ''): PageReply {
  const words = signInWords[call.language]
  const body = html`${errorSummary(faults)}
<p class="page-text">${words.forgotLead}</p>
<form class="page-form" method="post" action="/forgot-password">
${hidden('csrf', call.visit.csrf)}
${field({ name: 'email', label: words.email, type: 'email', autocomplete: 'username', value: email, maxLength: 320 }, faults, { isFirst: true })}
${submit(words.mailLink)}
</form>
<p class="page-links"><a href="/sign-in">${words.toSignIn}</a></p>`
  return {
    status: Object.keys(faults).length > 0 ? 400 : 200,
    html: document(call, { title: words.forgot, body }),
  }
}

function resetPage(call: FormCall, user: UserRow, faults: FieldErrors = {}): PageReply {
  const words = signInWords[call.language]
  const body = html`${errorSummary(faults)}
<p class="page-text">${words.chooseLead}</p>
<form class="page-form" method="post" action="/reset-password?token=${call.query.get('token')}">
${hidden('csrf', call.visit.csrf)}
${field({ name: 'email', label: words.email, type: 'email', autocomplete: 'username', value: user.email, isReadOnly: true })}
${field(newPasswordField(words, words.newPassword), faults, { isFirst: true })}
${submit(words.setPassword)}
</form>`
  return {
    status: Object.keys(faults).length > 0 ? 400 : 200,
    html: document(call, { title: words.choose, body }),
  }
}
