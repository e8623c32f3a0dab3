// The GET and POST routes of a page with a form. Every submission is checked for the same origin and the CSRF token here,
// so a page cannot forget it.

import { Problem } from '@tessera/contract'
import { type PageCall, type PageReply, type PageRoute, pageMessages } from '../../platform/pages/index.ts'
import { type BrowserState, isCsrfToken, readBrowserState, type SessionDependencies } from './browser-state.ts'

export type FormCall = PageCall & { readonly browser: BrowserState }

export interface FormPage {
  readonly path: string
  readonly show?: (call: FormCall) => Promise<PageReply>
  readonly submit: (call: FormCall) => Promise<PageReply>
}

export function formRoutes(dependencies: SessionDependencies, { path, show, submit }: FormPage): PageRoute[] {
  const withBrowser = (run: (call: FormCall) => Promise<PageReply>) => async (call: PageCall) => {
    const browser = await readBrowserState(dependencies, call)
    const reply = await run({ ...call, browser: browser })
    return { ...reply, cookies: [...browser.cookies, ...(reply.cookies ?? [])] }
  }
  const post: PageRoute = {
    method: 'POST',
    path,
    errorFormat: 'html',
    run: withBrowser(async call => {
      if (!call.isSameOrigin || !isCsrfToken(call.form.get('csrf') ?? '', call.browser))
        throw new Problem('ForbiddenError', pageMessages[call.language].expiredForm)
      return await submit(call)
    }),
  }
  return show ? [{ method: 'GET', path, errorFormat: 'html', run: withBrowser(show) }, post] : [post]
}
