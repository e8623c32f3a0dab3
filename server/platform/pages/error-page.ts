// The error page. It tells people what they can do, and reveals nothing internal.

import type { Problem } from '@tessera/contract'
import { document } from './document.ts'
import { type Html, html } from './html.ts'
import type { PageContext, PageReply } from './page.ts'
import { pageMessages } from './page-messages.ts'

export function errorPage(problem: Problem, status: number, context: PageContext): PageReply {
  const { titles, failed, messages } = pageMessages[context.language]
  const { code, message, retryAfterSeconds } = problem
  return {
    status,
    ...(retryAfterSeconds === undefined ? {} : { headers: { 'retry-after': String(retryAfterSeconds) } }),
    html: messagePage(context, titles[code] ?? failed, messages[code] ?? message),
  }
}

export const messagePage = (context: PageContext, title: string, message: string, more?: Html) =>
  document(context, {
    title,
    body: html`<p class="page-text">${message}</p>${more}`,
    foot: html`<a href="/">${pageMessages[context.language].backToHome}</a>`,
  })
