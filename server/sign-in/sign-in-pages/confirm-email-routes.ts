// The page behind the mailed link that confirms a new email address. It needs a browser that is signed in to the
// account and has confirmed the user's identity recently: reading the new mailbox alone must not be enough to take over
// an account.

import { Problem } from '@tessera/contract'
import { confirmIdentityPath, isRecentlyAuthenticated } from '../../accounts/access/index.ts'
import { findMailedLink, type MailedLinkRow } from '../../accounts/mailed-links/index.ts'
import {
  type FormCall,
  formRoutes,
  isStillSignedIn,
  type SessionDependencies,
  type SignedInSession,
} from '../../accounts/sessions/index.ts'
import { confirmEmailChange } from '../../organization/index.ts'
import {
  document,
  hidden,
  html,
  messagePage,
  type PageReply,
  type PageRoute,
  submit,
} from '../../platform/pages/index.ts'
import type { Database } from '../../platform/sql/index.ts'
import { confirmEmailMessages } from './confirm-email-messages.ts'

export const confirmEmailRoutes = (dependencies: SessionDependencies): PageRoute[] =>
  formRoutes(dependencies, {
    path: '/confirm-email',
    show: call => forOwner(dependencies.db, call, async found => confirmPage(call, found)),
    submit: call => forOwner(dependencies.db, call, found => confirm(dependencies.db, call, found)),
  })

interface EmailConfirmationRequest {
  readonly link: MailedLinkRow & { readonly email: string }
  readonly session: SignedInSession
}

/** Runs `reply` if the link is valid and the browser is signed in to its account, recently enough. */
async function forOwner(
  db: Database,
  call: FormCall,
  reply: (found: EmailConfirmationRequest) => Promise<PageReply>,
): Promise<PageReply> {
  const token = call.query.get('token') ?? ''
  const link = await findMailedLink(db.read, 'email', token, call.now)
  if (!link || link.email === null) return voidPage(call)
  const { session } = call.browser
  const next = `/confirm-email?${new URLSearchParams({ token })}`
  if (!session) return { redirect: `/sign-in?${new URLSearchParams({ next })}` }
  if (session.user_id !== link.user_id) return otherAccountPage(call, session)
  if (!isRecentlyAuthenticated(session, call.now)) return { redirect: confirmIdentityPath(next) }
  return await reply({ link: { ...link, email: link.email }, session })
}

async function confirm(db: Database, call: FormCall, { link, session }: EmailConfirmationRequest): Promise<PageReply> {
  const messages = confirmEmailMessages[call.language]
  const outcome = await db
    .write(async tx =>
      (await isStillSignedIn(tx, session, call.now)) ? await confirmEmailChange(tx, link, call.now) : 'void',
    )
    .catch(error => {
      // Another account got the address in a concurrent transaction.
      if (error instanceof Problem && error.fieldErrors.some(({ field }) => field === 'email')) return 'taken'
      throw error
    })
  if (outcome === 'void') return voidPage(call)
  const account = html`<p class="page-links"><a href="/account">${messages.toAccount}</a></p>`
  if (outcome === 'taken')
    return { status: 409, html: messagePage(call, messages.taken, messages.takenText(link.email), account) }
  return { html: messagePage(call, messages.changed, messages.changedText(link.email), account) }
}

function confirmPage(call: FormCall, { link, session }: EmailConfirmationRequest): PageReply {
  const messages = confirmEmailMessages[call.language]
  const body = html`<p class="page-text">${messages.lead(session.email, link.email)} ${messages.consequence}</p>
<form class="page-form" method="post" action="/confirm-email?token=${call.query.get('token')}">
${hidden('csrf', call.browser.csrf)}
${submit(messages.confirm)}
</form>
<p class="page-links"><a href="/account">${messages.toAccount}</a></p>`
  return { html: document(call, { title: messages.title, body }) }
}

function otherAccountPage(call: FormCall, { email }: SignedInSession): PageReply {
  const messages = confirmEmailMessages[call.language]
  const body = html`<p class="page-text">${messages.otherAccountText(email)}</p>
<form class="page-form" method="post" action="/sign-out">
${hidden('csrf', call.browser.csrf)}${hidden('next', `/confirm-email?token=${call.query.get('token')}`)}
${submit(messages.switchAccount)}
</form>`
  return { status: 403, html: document(call, { title: messages.otherAccount, body }) }
}

function voidPage(call: FormCall): PageReply {
  const messages = confirmEmailMessages[call.language]
  const account = html`<p class="page-links"><a href="/account">${messages.toAccount}</a></p>`
  return { status: 410, html: messagePage(call, messages.voidLink, messages.voidLinkText, account) }
}
