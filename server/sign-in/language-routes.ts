// Choosing another language on the pages that run no script; the built pages keep the same cookie by themselves.

import { isLanguage, languageCookie, languageCookieSeconds } from '@tessera/contract/languages'
import type { Cookie, PageCall, PageRoute } from '../page.ts'
import { localPath } from './local-path.ts'

export const languageRoutes = (): PageRoute[] => [
  {
    method: 'POST',
    path: '/language',
    speaks: 'html',
    run: async call => ({ redirect: localPath(call.query.get('next')), cookies: cookiesFor(call) }),
  },
]

function cookiesFor({ form, isSameOrigin }: PageCall): Cookie[] {
  const language = form.get('language') ?? undefined
  if (!isSameOrigin || !isLanguage(language)) return []
  return [{ name: languageCookie, value: language, maxAgeSeconds: languageCookieSeconds, isReadable: true }]
}
