// Access tokens: JWTs that say whose grant they carry. Whether that grant still holds, and what its user may do, is not
// known here: the database is asked with every request.

import { Problem } from '@tessera/contract'
import { errors, type JWTVerifyGetKey, jwtVerify, SignJWT } from 'jose'
import type { Claim } from '../access/access.ts'
import type { Database } from '../db/database.ts'
import { openSigningKeys, type SigningKeys } from './signing-keys.ts'

export const tokenLifeSeconds = 1_209_600

export interface AccessTokens {
  issueAccessToken(grant: TokenContent): Promise<string>
  /** A token seen before is answered at once, without a promise. Throws Unauthorized. */
  verifyAccessToken(token: string): Claim | Promise<Claim>
  publicKeys: SigningKeys['publicKeys']
}

export interface TokenContent {
  readonly user_id: number
  readonly grant_id: string
  readonly client_id: string | null
  /** Milliseconds; the clock of the caller, so that the token and its grant agree. */
  readonly now?: number
  readonly lifeSeconds?: number
}

const algorithm = 'EdDSA'
const type = 'at+jwt'
const mostRemembered = 10_000
/** The clocks of several servers never agree quite; only a token's beginning may be seen early, never its end late. */
const clockToleranceSeconds = 5

export async function openAccessTokens({ db, publicUrl }: { db: Database; publicUrl: string }): Promise<AccessTokens> {
  const keys = await openSigningKeys(db)
  const audience = `${publicUrl}/api`
  const remembered = new Map<string, { claim: Claim; exp: number }>()

  const getKey: JWTVerifyGetKey = async ({ kid }) => {
    const key = kid === undefined ? null : await keys.find(kid)
    if (!key) throw new errors.JWSSignatureVerificationFailed()
    return key
  }

  async function verify(token: string): Promise<Claim> {
    const { payload } = await jwtVerify(token, getKey, {
      algorithms: [algorithm],
      typ: type,
      issuer: publicUrl,
      audience,
      requiredClaims: ['sub', 'jti', 'iat', 'nbf', 'exp'],
      clockTolerance: clockToleranceSeconds,
    }).catch(refuse)
    const { sub = '', jti = '', exp = 0 } = payload
    if (hasEnded(exp) || !/^[1-9]\d{0,9}$/.test(sub)) throw unauthorized()
    const claim = { user_id: Number(sub), grant_id: jti }
    remember(remembered, token, { claim, exp })
    return claim
  }

  return {
    async issueAccessToken({ user_id, grant_id, client_id, now = Date.now(), lifeSeconds = tokenLifeSeconds }) {
      const { kid, privateKey } = keys.newest()
      const iat = Math.floor(now / 1000)
      return await new SignJWT({ azp: client_id ?? 'personal' })
        .setProtectedHeader({ alg: algorithm, typ: type, kid })
        .setIssuer(publicUrl)
        .setAudience(audience)
        .setSubject(String(user_id))
        .setJti(grant_id)
        .setIssuedAt(iat)
        .setNotBefore(iat)
        .setExpirationTime(iat + lifeSeconds)
        .sign(privateKey)
    },
    verifyAccessToken(token) {
      const known = remembered.get(token)
      if (known === undefined) return verify(token)
      if (!hasEnded(known.exp)) return known.claim
      remembered.delete(token)
      throw unauthorized()
    },
    publicKeys: keys.publicKeys,
  }
}

const hasEnded = (exp: number) => Date.now() >= exp * 1000

const unauthorized = () => new Problem('Unauthorized', 'The access token is invalid or has expired')

function refuse(error: unknown): never {
  throw error instanceof errors.JOSEError ? unauthorized() : error
}

function remember<T>(map: Map<string, T>, key: string, value: T): void {
  map.set(key, value)
  if (map.size <= mostRemembered) return
  const oldest = map.keys().next()
  if (!oldest.done) map.delete(oldest.value)
}
