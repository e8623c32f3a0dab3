// Access tokens: JWTs (RFC 9068) that carry a user and a grant. Whether the grant is still valid, and what its user may
// do, is read from the database on every request (access/).

import { Problem } from '@tessera/contract'
import { errors, type JWTVerifyGetKey, jwtVerify, SignJWT } from 'jose'
import type { Claim } from '../access/access.ts'
import type { Database } from '../db/database.ts'
import { openSigningKeys, type SigningKeys } from './signing-keys.ts'

export const tokenLifeSeconds = 1_209_600

export interface AccessTokens {
  issueAccessToken(content: TokenContent): Promise<string>
  /** Returns a cached result without a promise. Throws Unauthorized. */
  verifyAccessToken(token: string): Claim | Promise<Claim>
  publicKeys: SigningKeys['publicKeys']
}

export interface TokenContent {
  readonly user_id: number
  readonly grant_id: string
  readonly client_id: string | null
  /** Milliseconds. From the caller, so that the token and its grant expire together. */
  readonly now?: number
  readonly lifeSeconds?: number
}

const algorithm = 'EdDSA'
const type = 'at+jwt'
/** The client_id of tokens that no application holds: personal tokens and browser sessions. RFC 9068 requires one. */
const ownClientId = 'personal'
const maxCachedTokens = 10_000
/** Clocks of several servers differ. Applies to `nbf` only; `exp` is checked exactly below. */
const clockToleranceSeconds = 5

export async function openAccessTokens({ db, publicUrl }: { db: Database; publicUrl: string }): Promise<AccessTokens> {
  const keys = await openSigningKeys(db)
  const audience = `${publicUrl}/api`
  const verified = new Map<string, { claim: Claim; exp: number }>()

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
    addBounded(verified, token, { claim, exp })
    return claim
  }

  return {
    async issueAccessToken({ user_id, grant_id, client_id, now = Date.now(), lifeSeconds = tokenLifeSeconds }) {
      const { kid, privateKey } = keys.newest()
      const iat = Math.floor(now / 1000)
      const client = client_id ?? ownClientId
      return await new SignJWT({ client_id: client, azp: client })
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
      const known = verified.get(token)
      if (known === undefined) return verify(token)
      if (!hasEnded(known.exp)) return known.claim
      verified.delete(token)
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

function addBounded<T>(map: Map<string, T>, key: string, value: T): void {
  map.set(key, value)
  if (map.size <= maxCachedTokens) return
  const oldest = map.keys().next()
  if (!oldest.done) map.delete(oldest.value)
}
