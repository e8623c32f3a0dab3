// Sets the language on the server-rendered pages, which run no script; the built pages set the same cookie themselves.
// A signed-in user also receives mail in that language.

import { isLanguage, type Language, languageCookie, languageCookieSeconds } from '@tessera/contract/languages'
import { updateUserDetails } from '../../accounts/identity/index.ts'
import { readBrowserState, type SessionDependencies } from '../../accounts/sessions/index.ts'
import type { Cookie, PageCall, PageRoute } from '../../platform/pages/index.ts'
import { localPath } from './local-path.ts'

export const languageRoutes = (dependencies: SessionDependencies): PageRoute[] => [
  {
    method: 'POST',
    path: '/language',
    errorFormat: 'html',
    run: async call => ({
      redirect: localPath(call.query.get('next')),
      cookies: await chooseLanguage(dependencies, call),
    }),
  },
]

async function chooseLanguage(dependencies: SessionDependencies, call: PageCall): Promise<Cookie[]> {
  const language = call.form.get('language') ?? undefined
  if (!call.isSameOrigin || !isLanguage(language)) return []
  await storeForUser(dependencies, call, language)
  return [{ name: languageCookie, value: language, maxAgeSeconds: languageCookieSeconds, isReadable: true }]
}

async function storeForUser(dependencies: SessionDependencies, call: PageCall, language: Language): Promise<void> {
  const { session } = await readBrowserState(dependencies, call)
  if (session) await dependencies.db.write(tx => updateUserDetails(tx, session.user_id, { language }, call.now))
}
