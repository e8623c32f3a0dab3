// Back-channel logout: the provider notifies the server that a user has signed out there. The token must be signed by
// the provider, meant for this server, fresh and used once (OpenID Connect Back-Channel Logout 1.0, section 2.6).

import { type JWTPayload, jwtVerify } from 'jose'
import { takeOnce } from '../../accounts/challenges/index.ts'
import { endSessionsOfIdentity } from '../../accounts/sessions/index.ts'
import type { Database } from '../../platform/sql/index.ts'
import { hashSecret } from '../../tools/index.ts'
import { type Provider, toleranceSeconds } from './provider.ts'

const event = 'http://schemas.openid.net/event/backchannel-logout'
const maxAgeSeconds = 120
/** Tokens are remembered as long as they could be accepted. */
const rememberSeconds = maxAgeSeconds + 2 * toleranceSeconds

/** Throws an error that says what is wrong with the token. Returns how many sessions were ended. */
export async function endSessionsByToken(
  db: Database,
  provider: Provider,
  token: string,
  now: string,
): Promise<number> {
  const { issuer, keys } = await provider.readKeys()
  const { payload } = await jwtVerify(token, keys, {
    issuer,
    audience: provider.settings.clientId,
    clockTolerance: toleranceSeconds,
    maxTokenAge: maxAgeSeconds,
    requiredClaims: ['iat', 'jti'],
    currentDate: new Date(now),
  })
  const { subject, session } = readLogout(payload)
  const key = hashSecret(JSON.stringify([issuer, payload.jti]))
  return await db.write(async tx => {
    if (!(await takeOnce(tx, { purpose: 'oidc-logout', key, lifeSeconds: rememberSeconds, now })))
      throw new Error('the logout token was used before')
    return await endSessionsOfIdentity(tx, { issuer, subject, session }, now)
  })
}

function readLogout({ events, nonce, sub, sid }: JWTPayload): { subject: string | null; session: string | null } {
  const logout = typeof events === 'object' && events !== null ? (events as Record<string, unknown>)[event] : undefined
  if (typeof logout !== 'object' || logout === null) throw new Error('the token is not a logout token')
  if (nonce !== undefined) throw new Error('a logout token must not have a nonce')
  const [subject, session] = [sub, sid].map(claim => (typeof claim === 'string' && claim !== '' ? claim : null))
  if (!subject && !session) throw new Error('the logout token names neither a subject nor a session')
  return { subject: subject ?? null, session: session ?? null }
}
