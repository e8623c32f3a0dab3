// The routes of a page with a form. Whatever is submitted was first found to come from that form, as it was shown to the same
// browser: a page cannot forget to ask.

import { Problem } from '@tessera/contract'
import type { PageCall, PageReply, PageRoute } from '../pages/page.ts'
import { pageWords } from '../pages/page-words.ts'
import { isCsrf, openVisit, type SessionParts, type Visit } from './visit.ts'

export type FormCall = PageCall & { readonly visit: Visit }

export interface FormPage {
  readonly path: string
  readonly show?: (call: FormCall) => Promise<PageReply>
  readonly submit: (call: FormCall) => Promise<PageReply>
}

export function formRoutes(parts: SessionParts, { path, show, submit }: FormPage): PageRoute[] {
  const visited = (run: (call: FormCall) => Promise<PageReply>) => async (call: PageCall) => {
    const visit = await openVisit(parts, call)
    const reply = await run({ ...call, visit })
    return { ...reply, cookies: [...visit.cookies, ...(reply.cookies ?? [])] }
  }
  const post: PageRoute = {
    method: 'POST',
    path,
    errorFormat: 'html',
    run: visited(async call => {
      if (!call.isSameOrigin || !isCsrf(call.form.get('csrf') ?? '', call.visit))
        throw new Problem('ForbiddenError', pageWords[call.language].strangeForm)
      return await submit(call)
    }),
  }
  return show ? [{ method: 'GET', path, errorFormat: 'html', run: visited(show) }, post] : [post]
}
