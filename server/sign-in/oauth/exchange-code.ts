// Exchanges an authorization code for tokens. A code used twice was stolen, so the grant of the first use is revoked. The
// revocation must be committed, so the error is returned, not thrown.

import { createHash, timingSafeEqual } from 'node:crypto'
import { type CodeRow, createGrant, lockCode, revokeGrant, setCodeUsed } from '../../accounts/grants/index.ts'
import { tokenLifeSeconds } from '../../accounts/tokens/index.ts'
import type { Tx } from '../../platform/sql/index.ts'
import { hashSecret, newSecret } from '../../tools/index.ts'
import { type Fields, requireField } from './client-credentials.ts'
import { OAuthError } from './oauth-error.ts'
import { insertRefreshToken } from './refresh-token-store.ts'
import { narrowResource } from './requested-scope.ts'
import { type IssuedGrant, requireActiveUser, requireWhitelisting, type TokenRequest } from './token-request.ts'

export async function exchangeCode(
  tx: Tx,
  { application, fields, publicUrl, now }: TokenRequest,
): Promise<IssuedGrant | OAuthError> {
  // biome-ignore-start format: a list of steps
  const code = await findOwnCode(tx, fields, application.client_id)
  if (code.used_at !== null) return await revokeReusedCode(tx, code, now)
  requireUnexpired(code, now)
  requireSameRedirectUri(code, requireField(fields, 'redirect_uri'))
  requireChallenge(code, application)
  requireVerifier(code, fields.get('code_verifier'))
  const resource = narrowResource(fields.get('resource'), code.resource, publicUrl)
  await requireActiveUser(tx, code.user_id)
  await requireWhitelisting(tx, code.user_id, application)
  // biome-ignore-end format: a list of steps
  const { user_id, client_id, scope } = code
  const grant = await createGrant(tx, {
    user_id,
    client_id,
    name: application.name,
    kind: 'oauth',
    scope,
    resource,
    now,
    lifeSeconds: null,
  })
  await setCodeUsed(tx, code.hash, grant.id, now)
  const refresh_token = newSecret()
  await insertRefreshToken(tx, { hash: hashSecret(refresh_token), grant_id: grant.id, created_at: now, used_at: null })
  return { user_id, grant_id: grant.id, scope, resource, refresh_token, lifeSeconds: tokenLifeSeconds }
}

async function findOwnCode(tx: Tx, fields: Fields, client_id: string): Promise<CodeRow> {
  const code = await lockCode(tx, hashSecret(requireField(fields, 'code')))
  if (code?.client_id !== client_id) throw invalidCode()
  return code
}

async function revokeReusedCode(tx: Tx, { grant_id }: CodeRow, now: string): Promise<OAuthError> {
  if (grant_id !== null) await revokeGrant(tx, grant_id, now)
  return invalidCode()
}

export function requireUnexpired({ expires_at }: Pick<CodeRow, 'expires_at'>, now: string): void {
  if (expires_at <= now) throw invalidCode()
}

export function requireSameRedirectUri({ redirect_uri }: Pick<CodeRow, 'redirect_uri'>, received: string): void {
  if (received !== redirect_uri)
    throw new OAuthError('invalid_grant', 'redirect_uri differs from the one in the authorization request')
}

/** An attacker who intercepts the code of a public client could exchange it if it had no challenge. */
function requireChallenge({ code_challenge }: CodeRow, { auth_method }: TokenRequest['application']): void {
  if (auth_method === 'none' && code_challenge === null) throw invalidCode()
}

/** RFC 7636. A verifier for a code without a challenge means that an attacker removed the challenge from the request. */
export function requireVerifier(
  { code_challenge }: Pick<CodeRow, 'code_challenge'>,
  verifier: string | undefined,
): void {
  if (code_challenge === null && verifier === undefined) return
  if (code_challenge === null) throw new OAuthError('invalid_grant', 'The authorization request had no code_challenge')
  if (verifier === undefined) throw new OAuthError('invalid_grant', 'code_verifier is required for this code')
  const hashed = createHash('sha256').update(verifier).digest('base64url')
  const matches =
    /^[\w.~-]{43,128}$/.test(verifier) && timingSafeEqual(Buffer.from(hashed), Buffer.from(code_challenge))
  if (!matches) throw new OAuthError('invalid_grant', 'code_verifier does not match')
}

const invalidCode = () => new OAuthError('invalid_grant', 'The code is invalid: it is unknown, expired or already used')
