// The error pages of single sign-on, which say why a user cannot sign in.

import { html, messagePage, type PageContext, type PageReply } from '../../platform/pages/index.ts'
import { providerPath } from '../sign-in-pages/sign-in-methods.ts'
import type { Refusal } from './find-account.ts'
import { singleSignOnMessages } from './single-sign-on-messages.ts'

interface Context extends PageContext {
  readonly provider: string
  /** Where to continue after a new attempt. */
  readonly next: string
}

export function unavailablePage({ provider, next, ...context }: Context): PageReply {
  const messages = singleSignOnMessages[context.language]
  const links = html`<p><a class="button button-primary" href="${providerPath(next)}">${messages.tryAgain}</a></p>
<p class="page-links"><a href="/sign-in">${messages.otherAccount}</a></p>`
  return {
    status: 503,
    headers: { 'retry-after': '10' },
    html: messagePage(here(context), messages.away(provider), messages.awayText(provider), links),
  }
}

export function failedPage(
  { provider, next, ...context }: Context,
  failure: 'expired' | 'denied' | 'invalid',
): PageReply {
  const messages = singleSignOnMessages[context.language]
  const reason = messages.failures[failure]
  const text = typeof reason === 'string' ? reason : reason(provider)
  const links = html`<p><a class="button button-primary" href="${providerPath(next)}">${messages.tryAgain}</a></p>
<p class="page-links"><a href="/sign-in">${messages.otherAccount}</a></p>`
  return { status: 400, html: messagePage(here(context), messages.failed(provider), text, links) }
}

export function refusedPage({ provider, ...context }: Context, refusal: Refusal): PageReply {
  const messages = singleSignOnMessages[context.language]
  // After signing in with all factors, the user is sent to the provider again, which then links the account.
  const path = refusal === 'secondFactor' ? '/sign-in?next=/sign-in/oidc' : '/sign-in'
  const link = html`<p class="page-links"><a href="${path}">${messages.otherAccount}</a></p>`
  const text = messages.refusals[refusal](provider)
  return { status: 403, html: messagePage(here(context), messages.failed(provider), text, link) }
}

/**
 * Switching the language must not load the address with the code of the provider again, because the code works once.
 */
const here = ({ language }: PageContext): PageContext => ({ language, url: '/sign-in' })
