// From an authorization code to tokens. A code that comes a second time was stolen by one of the two, so what the first
// got is taken back: that has to be committed, and is therefore an answer, not an error.

import { createHash, timingSafeEqual } from 'node:crypto'
import type { Tx } from '../db/database.ts'
import { type CodeRow, holdCode, setCodeUsed } from '../identity/authorization-code-store.ts'
import { revokeGrant } from '../identity/grant-store.ts'
import { giveGrant } from '../identity/grants.ts'
import { hashSecret, newSecret } from '../ids.ts'
import { type Fields, requireField } from './client-credentials.ts'
import { OAuthFault } from './oauth-fault.ts'
import { insertRefreshToken } from './refresh-token-store.ts'
import { askUser, askWhitelisting, type Exchange, type Given } from './token-grants.ts'

export async function exchangeCode(tx: Tx, { application, fields, now }: Exchange): Promise<Given | OAuthFault> {
  // biome-ignore-start format: a list of steps
  const code = await findOwnCode(tx, fields, application.client_id)
  if (code.used_at !== null) return await takeBack(tx, code, now)
  askTime(code, now)
  askRedirectUri(code, requireField(fields, 'redirect_uri'))
  askVerifier(code, fields.get('code_verifier'))
  await askUser(tx, code.user_id)
  await askWhitelisting(tx, code.user_id, application)
  // biome-ignore-end format: a list of steps
  const { user_id, client_id } = code
  const grant = await giveGrant(tx, {
    user_id,
    client_id,
    name: application.name,
    kind: 'oauth',
    now,
    lifeSeconds: null,
  })
  await setCodeUsed(tx, code.hash, grant.id, now)
  const refresh_token = newSecret()
  await insertRefreshToken(tx, { hash: hashSecret(refresh_token), grant_id: grant.id, created_at: now, used_at: null })
  return { user_id, grant_id: grant.id, refresh_token }
}

async function findOwnCode(tx: Tx, fields: Fields, client_id: string): Promise<CodeRow> {
  const code = await holdCode(tx, hashSecret(requireField(fields, 'code')))
  if (code?.client_id !== client_id) throw badCode()
  return code
}

async function takeBack(tx: Tx, { grant_id }: CodeRow, now: string): Promise<OAuthFault> {
  if (grant_id !== null) await revokeGrant(tx, grant_id, now)
  return badCode()
}

export function askTime({ expires_at }: Pick<CodeRow, 'expires_at'>, now: string): void {
  if (expires_at <= now) throw badCode()
}

export function askRedirectUri({ redirect_uri }: Pick<CodeRow, 'redirect_uri'>, given: string): void {
  if (given !== redirect_uri)
    throw new OAuthFault('invalid_grant', 'redirect_uri is not the one that the code was asked for with')
}

/** RFC 7636. A verifier for a code that was asked for without a challenge means that somebody took the challenge away. */
export function askVerifier({ code_challenge }: Pick<CodeRow, 'code_challenge'>, verifier: string | undefined): void {
  if (code_challenge === null && verifier === undefined) return
  if (code_challenge === null) throw new OAuthFault('invalid_grant', 'The code was asked for without code_challenge')
  if (verifier === undefined) throw new OAuthFault('invalid_grant', 'code_verifier is required for this code')
  const hashed = createHash('sha256').update(verifier).digest('base64url')
  const isRight =
    /^[\w.~-]{43,128}$/.test(verifier) && timingSafeEqual(Buffer.from(hashed), Buffer.from(code_challenge))
  if (!isRight) throw new OAuthFault('invalid_grant', 'code_verifier does not match')
}

const badCode = () => new OAuthFault('invalid_grant', 'The code is not good: it was used, has expired, or never was')
