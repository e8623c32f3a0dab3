// Access tokens resolve to a user and a grant: JWTs (RFC 9068) carry them, personal tokens are looked up by their hash.
// Whether the grant is still valid, and what its user may do, is read from the database on every request (access/).

import { randomUUID } from 'node:crypto'
import { Problem } from '@tessera/contract'
import { errors, type JWTVerifyGetKey, jwtVerify, SignJWT } from 'jose'
import type { SealedSecrets } from '../../platform/secrets/index.ts'
import type { Database } from '../../platform/sql/index.ts'
import type { Claim } from '../access/index.ts'
import { findGrantByToken, type TokenUse } from '../grants/index.ts'
import { hashPersonalToken, isPersonalToken } from './personal-token.ts'
import { openSigningKeys, type SigningKeys } from './signing-keys.ts'

export const tokenLifeSeconds = 1_209_600

/** The audiences of a token (RFC 8707): the API, the MCP endpoint, or the whole service. The first is the default. */
export const audiencesOf = (publicUrl: string): string[] => [`${publicUrl}/api`, `${publicUrl}/mcp`, publicUrl]

export interface AccessTokens {
  issueAccessToken(content: TokenContent): Promise<string>
  /** Returns a cached result without a promise. Throws Unauthorized. */
  verifyAccessToken(token: string): Claim | Promise<Claim>
  /** The last use of each personal token since the previous call. */
  takeUses(): TokenUse[]
  publicKeys: SigningKeys['publicKeys']
}

export interface TokenContent {
  readonly user_id: number
  readonly grant_id: string
  readonly client_id: string | null
  /** Scopes separated by spaces. For the application to read: the scope that counts is that of the grant. */
  readonly scope?: string
  /** One of `audiencesOf`. */
  readonly resource?: string | null
  /** In milliseconds. The caller sets it, so that the token and its grant expire together. */
  readonly now?: number
  readonly lifeSeconds?: number
}

const algorithm = 'EdDSA'
const type = 'at+jwt'
/** The client_id of tokens that no application holds: personal tokens and browser sessions. RFC 9068 requires one. */
const ownClientId = 'personal'
/** Clocks of several servers differ. Applies to `nbf` only; `exp` is checked exactly below. */
const clockToleranceSeconds = 5

export interface TokenDependencies {
  readonly db: Database
  readonly publicUrl: string
  readonly sealedSecrets: SealedSecrets
  /** How many verified tokens are cached. */
  readonly maxCachedTokens?: number
}

export async function openAccessTokens({
  db,
  publicUrl,
  sealedSecrets,
  maxCachedTokens = 10_000,
}: TokenDependencies): Promise<AccessTokens> {
  const keys = await openSigningKeys(db, sealedSecrets)
  const audiences = audiencesOf(publicUrl)
  const verified = new Map<string, { claim: Claim; exp: number; isPersonal: boolean }>()
  const usedAtMs = new Map<string, number>()

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
      audience: audiences,
      requiredClaims: ['sub', 'jti', 'iat', 'nbf', 'exp'],
      clockTolerance: clockToleranceSeconds,
    }).catch(refuse)
    // Tokens issued before they had their own ids have the id of the grant as `jti`.
    const { sub = '', jti = '', grant_id = jti, exp = 0, aud } = payload
    if (hasEnded(exp) || !/^[1-9]\d{0,9}$/.test(sub) || typeof grant_id !== 'string') throw unauthorized()
    const claim = { user_id: Number(sub), grant_id, exp, aud: [aud ?? []].flat()[0] ?? '' }
    addBounded(verified, token, { claim, exp, isPersonal: false }, maxCachedTokens)
    return claim
  }

  async function findPersonal(token: string): Promise<Claim> {
    const hash = hashPersonalToken(token)
    const grant = hash === null ? undefined : await findGrantByToken(db.read, hash)
    if (!grant) throw unauthorized()
    const exp = Date.parse(grant.expires_at) / 1000
    if (hasEnded(exp)) throw unauthorized()
    const claim = { user_id: grant.user_id, grant_id: grant.id, exp }
    addBounded(verified, token, { claim, exp, isPersonal: true }, maxCachedTokens)
    usedAtMs.set(grant.id, Date.now())
    return claim
  }

  return {
    async issueAccessToken(content) {
      const {
        user_id,
        grant_id,
        client_id,
        scope,
        resource,
        now = Date.now(),
        lifeSeconds = tokenLifeSeconds,
      } = content
      const { kid, privateKey } = keys.newest()
      const iat = Math.floor(now / 1000)
      const client = client_id ?? ownClientId
      const claims = { client_id: client, azp: client, grant_id, ...(scope === undefined ? {} : { scope }) }
      return await new SignJWT(claims)
        .setProtectedHeader({ alg: algorithm, typ: type, kid })
        .setIssuer(publicUrl)
        .setAudience(resource ?? (audiences[0] as string))
        .setSubject(String(user_id))
        .setJti(randomUUID())
        .setIssuedAt(iat)
        .setNotBefore(iat)
        .setExpirationTime(iat + lifeSeconds)
        .sign(privateKey)
    },
    verifyAccessToken(token) {
      const known = verified.get(token)
      if (known === undefined) return isPersonalToken(token) ? findPersonal(token) : verify(token)
      if (hasEnded(known.exp)) {
        verified.delete(token)
        throw unauthorized()
      }
      if (known.isPersonal) usedAtMs.set(known.claim.grant_id, Date.now())
      return known.claim
    },
    takeUses() {
      const uses = [...usedAtMs].map(([id, ms]) => ({ id, used_at: new Date(ms).toISOString() }))
      usedAtMs.clear()
      return uses
    },
    publicKeys: keys.publicKeys,
  }
}

const hasEnded = (exp: number) => Date.now() >= exp * 1000

const unauthorized = () => new Problem('Unauthorized', 'The access token is invalid or has expired')

function refuse(error: unknown): never {
  throw error instanceof errors.JOSEError ? unauthorized() : error
}

function addBounded<T>(map: Map<string, T>, key: string, value: T, maxSize: number): void {
  map.set(key, value)
  if (map.size <= maxSize) return
  const oldest = map.keys().next()
  if (!oldest.done) map.delete(oldest.value)
}
