// Exchanges a refresh token for its successor, and rotates it. The successor is derived from the token and a server key,
// so a client that lost the response gets the same successor again although only hashes are stored. Reuse of any older
// token revokes the grant.

import { createHmac } from 'node:crypto'
import { createGrant, deleteExpiredGrants, type GrantRow, lockGrant, revokeGrant } from '../../accounts/grants/index.ts'
import { tokenLifeSeconds } from '../../accounts/tokens/index.ts'
import type { Tx } from '../../platform/sql/index.ts'
import { hashSecret } from '../../tools/index.ts'
import { isRedirectUri } from '../applications/redirect-uris.ts'
import { type Fields, requireField } from './client-credentials.ts'
import { OAuthError } from './oauth-error.ts'
import {
  findRefreshToken,
  insertRefreshToken,
  type RefreshTokenRow,
  setRefreshTokenUsed,
} from './refresh-token-store.ts'
import { narrowResource, readScope } from './requested-scope.ts'
import { type IssuedGrant, requireActiveUser, requireWhitelisting, type TokenRequest } from './token-request.ts'

const graceMs = 30_000

export async function exchangeRefreshToken(
  tx: Tx,
  { application, fields, refreshKeys, publicUrl, now }: TokenRequest,
): Promise<IssuedGrant | OAuthError> {
  // biome-ignore-start format: a list of steps
  const token = requireField(fields, 'refresh_token')
  const { grant, known } = await findOwnToken(tx, token, application.client_id)
  requireRegisteredRedirectUri(application, fields)
  const scope = readScope(fields.get('scope') ?? '', grant.scope)
  const resource = narrowResource(fields.get('resource'), grant.resource, publicUrl)
  const { use, successor } = await useOf(tx, known, successorsOf(token, refreshKeys), now)
  if (use === 'reuse') return await revokeReusedToken(tx, grant, now)
  await requireActiveUser(tx, grant.user_id)
  await requireWhitelisting(tx, grant.user_id, application)
  if (use === 'first') await rotate(tx, known, hashSecret(successor), now)
  const grant_id = scope === grant.scope ? grant.id : await createNarrowGrant(tx, grant, { scope, resource, now })
  // biome-ignore-end format: a list of steps
  const lifeSeconds = tokenLifeSeconds
  return { user_id: grant.user_id, grant_id, scope, resource, refresh_token: successor, lifeSeconds }
}

/** An access token with fewer scopes than the refresh token has its own grant, which ends with the original grant. */
async function createNarrowGrant(
  tx: Tx,
  { id: parent_id, user_id, client_id, name }: GrantRow,
  narrowed: { scope: string; resource: string | null; now: string },
): Promise<string> {
  if (client_id !== null) await deleteExpiredGrants(tx, { user_id, client_id, now: narrowed.now })
  const grant = { user_id, name, kind: 'oauth', parent_id, lifeSeconds: tokenLifeSeconds } as const
  return (await createGrant(tx, { ...grant, ...(client_id === null ? {} : { client_id }), ...narrowed })).id
}

/** Read again once the grant is locked: a concurrent request may just have used the token. */
async function findOwnToken(tx: Tx, token: string, client_id: string) {
  const hash = hashSecret(token)
  const first = await findRefreshToken(tx, hash)
  const grant = first && (await lockGrant(tx, first.grant_id))
  const known = await findRefreshToken(tx, hash)
  if (!grant || !known || grant.client_id !== client_id || grant.revoked_at !== null) throw invalidToken()
  return { grant, known }
}

/** Not part of RFC 6749, section 6: the parameter is optional, and checked if it is sent. */
function requireRegisteredRedirectUri(application: TokenRequest['application'], fields: Fields): void {
  const redirect_uri = fields.get('redirect_uri')
  if (redirect_uri !== undefined && !isRedirectUri(application, redirect_uri))
    throw new OAuthError('invalid_grant', 'redirect_uri is not registered for this application')
}

export const successorOf = (token: string, key: Buffer): string =>
  createHmac('sha256', key).update(token).digest('base64url')

/** The key may have been rotated since the token was used; its successor was then derived with the previous key. */
const successorsOf = (token: string, { current, previous }: TokenRequest['refreshKeys']): [string, ...string[]] => [
  successorOf(token, current),
  ...(previous ? [successorOf(token, previous)] : []),
]

async function useOf(
  tx: Tx,
  { used_at }: RefreshTokenRow,
  successors: readonly [string, ...string[]],
  now: string,
): Promise<{ use: 'first' | 'retry' | 'reuse'; successor: string }> {
  const [successor] = successors
  if (used_at === null) return { use: 'first', successor }
  const isRecent = Date.parse(now) - Date.parse(used_at) <= graceMs
  for (const successor of isRecent ? successors : [])
    if ((await findRefreshToken(tx, hashSecret(successor)))?.used_at === null) return { use: 'retry', successor }
  return { use: 'reuse', successor }
}

async function revokeReusedToken(tx: Tx, { id }: GrantRow, now: string): Promise<OAuthError> {
  await revokeGrant(tx, id, now)
  return invalidToken()
}

async function rotate(tx: Tx, { hash, grant_id }: RefreshTokenRow, successorHash: string, now: string): Promise<void> {
  await setRefreshTokenUsed(tx, hash, now)
  await insertRefreshToken(tx, { hash: successorHash, grant_id, created_at: now, used_at: null })
}

const invalidToken = () =>
  new OAuthError('invalid_grant', 'The refresh token is invalid: it is unknown, revoked or already used')
