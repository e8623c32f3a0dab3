// What the pages in the browser are told about who is signed in: a token for the API, good for an hour and bound to the
// session. Only our own pages can ask: another site's script may not send the header without asking first.

import { Problem } from '@tessera/contract'
import type { PageCall, PageReply, PageRoute } from '../pages/page.ts'
import type { AccessTokens } from '../tokens/access-token.ts'
import { openVisit, type SessionParts } from './visit.ts'

const tokenSeconds = 60 * 60
const header = 'x-tessera-session'

export const sessionRoutes = (
  parts: SessionParts & { readonly tokens: Pick<AccessTokens, 'issueAccessToken'> },
): PageRoute[] => [{ method: 'POST', path: '/session/token', errorFormat: 'json', run: call => giveToken(parts, call) }]

async function giveToken(
  parts: SessionParts & { readonly tokens: Pick<AccessTokens, 'issueAccessToken'> },
  call: PageCall,
): Promise<PageReply> {
  if (!call.isSameOrigin || call.headers[header] === undefined)
    throw new Problem('ForbiddenError', `This is for our own pages, which send the header ${header}`)
  const { session, csrf } = await openVisit(parts, call)
  if (!session) throw new Problem('Unauthorized', 'Nobody is signed in')
  const now = Date.parse(call.now)
  const access_token = await parts.tokens.issueAccessToken({
    user_id: session.user_id,
    grant_id: session.grant_id,
    client_id: null,
    now,
    lifeSeconds: tokenSeconds,
  })
  const expires_at = Math.floor(now / 1000) + tokenSeconds
  const { user_id: id, email, first_name, last_name } = session
  return { json: { access_token, expires_at, csrf, user: { id, email, first_name, last_name } } }
}
