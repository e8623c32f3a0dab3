// Choosing another language on the pages that run no script; the built pages keep the same cookie by themselves. Who is
// signed in is written to in that language, too.

import { isLanguage, type Language, languageCookie, languageCookieSeconds } from '@tessera/contract/languages'
import { changeUser } from '../identity/people.ts'
import type { Cookie, PageCall, PageRoute } from '../pages/page.ts'
import { openVisit, type SessionParts } from '../sessions/visit.ts'
import { localPath } from './local-path.ts'

export const languageRoutes = (parts: SessionParts): PageRoute[] => [
  {
    method: 'POST',
    path: '/language',
    errorFormat: 'html',
    run: async call => ({ redirect: localPath(call.query.get('next')), cookies: await choose(parts, call) }),
  },
]

async function choose(parts: SessionParts, call: PageCall): Promise<Cookie[]> {
  const language = call.form.get('language') ?? undefined
  if (!call.isSameOrigin || !isLanguage(language)) return []
  await keepFor(parts, call, language)
  return [{ name: languageCookie, value: language, maxAgeSeconds: languageCookieSeconds, isReadable: true }]
}

async function keepFor(parts: SessionParts, call: PageCall, language: Language): Promise<void> {
  const { session } = await openVisit(parts, call)
  if (session) await parts.db.write(tx => changeUser(tx, session.user_id, { language }, call.now))
}
