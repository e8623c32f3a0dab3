// The page for whatever went wrong. It says what a person can do about it, and nothing of what is inside.

import type { Problem } from '@tessera/contract'
import type { PageReply } from '../page.ts'
import { document } from './document.ts'
import { html } from './html.ts'

const titles: Partial<Record<Problem['code'], string>> = {
  ResourceNotFound: 'There is no such page',
  ForbiddenError: 'This was not done',
  TooManyRequests: 'Too many attempts',
  ServiceUnavailable: 'Please try again in a moment',
  InternalServerError: 'Something went wrong',
}

export const failurePage = (problem: Problem, status: number): PageReply => ({
  status,
  ...(problem.retryAfterSeconds === undefined ? {} : { headers: { 'retry-after': String(problem.retryAfterSeconds) } }),
  html: messagePage(titles[problem.code] ?? 'This did not work', problem.message),
})

export const messagePage = (title: string, message: string, more?: ReturnType<typeof html>) =>
  document({
    title,
    body: html`<p class="page-text">${message}</p>${more}`,
    foot: html`<a href="/">Back to the front page</a>`,
  })
