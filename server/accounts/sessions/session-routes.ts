// Gives our own web pages an access token for the signed-in user, valid for an hour and bound to the session. The custom
// header keeps other sites out: their scripts cannot send it without a CORS preflight.

import { Problem } from '@tessera/contract'
import type { PageCall, PageReply, PageRoute } from '../../platform/pages/index.ts'
import type { AccessTokens } from '../tokens/index.ts'
import { readBrowserState, type SessionDependencies } from './browser-state.ts'

const tokenSeconds = 60 * 60
const header = 'x-tessera-session'

interface SessionRouteDependencies extends SessionDependencies {
  readonly tokens: Pick<AccessTokens, 'issueAccessToken'>
  /** False if people sign in only at a single sign-on provider: the pages then do not offer passwords. */
  readonly hasPasswordSignIn: boolean
}

export const sessionRoutes = (dependencies: SessionRouteDependencies): PageRoute[] => [
  { method: 'POST', path: '/session/token', errorFormat: 'json', run: call => issueToken(dependencies, call) },
]

async function issueToken(dependencies: SessionRouteDependencies, call: PageCall): Promise<PageReply> {
  if (!call.isSameOrigin || call.headers[header] === undefined)
    throw new Problem('ForbiddenError', `Only Tessera's own pages can use this. The header ${header} is required`)
  const { session, csrf } = await readBrowserState(dependencies, call)
  if (!session) throw new Problem('Unauthorized', 'Not signed in')
  const now = Date.parse(call.now)
  const access_token = await dependencies.tokens.issueAccessToken({
    user_id: session.user_id,
    grant_id: session.grant_id,
    client_id: null,
    now,
    lifeSeconds: tokenSeconds,
  })
  const expires_at = Math.floor(now / 1000) + tokenSeconds
  const { user_id: id, email, first_name, last_name } = session
  const user = { id, email, first_name, last_name }
  const { hasPasswordSignIn: has_password_sign_in } = dependencies
  return { json: { access_token, expires_at, csrf, user, has_password_sign_in } }
}
