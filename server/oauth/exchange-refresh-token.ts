// From a refresh token to its successor. The successor follows from the token and a key of ours: so a client whose answer
// was lost gets the same one again, though nothing but hashes is kept. Any older token that comes again ends the family.

import { createHmac } from 'node:crypto'
import type { Tx } from '../db/database.ts'
import { type GrantRow, holdGrant, revokeGrant } from '../identity/grant-store.ts'
import { hashSecret } from '../ids.ts'
import { isRedirectUri } from './authorize-request.ts'
import { type Fields, requireField } from './client-credentials.ts'
import { OAuthFault } from './oauth-fault.ts'
import {
  findRefreshToken,
  insertRefreshToken,
  type RefreshTokenRow,
  setRefreshTokenUsed,
} from './refresh-token-store.ts'
import { askUser, askWhitelisting, type Exchange, type Given } from './token-grants.ts'

const graceMs = 30_000

export async function exchangeRefreshToken(
  tx: Tx,
  { application, fields, refreshKey, now }: Exchange,
): Promise<Given | OAuthFault> {
  // biome-ignore-start format: a list of steps
  const token = requireField(fields, 'refresh_token')
  const { grant, known } = await findOwnToken(tx, token, application.client_id)
  askRedirectUri(application, fields)
  const successor = successorOf(token, refreshKey)
  const standing = await standingOf(tx, known, hashSecret(successor), now)
  if (standing === 'too late') return await takeBack(tx, grant, now)
  await askUser(tx, grant.user_id)
  await askWhitelisting(tx, grant.user_id, application)
  if (standing === 'newest') await rotate(tx, known, hashSecret(successor), now)
  // biome-ignore-end format: a list of steps
  return { user_id: grant.user_id, grant_id: grant.id, refresh_token: successor }
}

/** Read again once the grant is held: another request may just have used the token. */
async function findOwnToken(tx: Tx, token: string, client_id: string) {
  const hash = hashSecret(token)
  const first = await findRefreshToken(tx, hash)
  const grant = first && (await holdGrant(tx, first.grant_id))
  const known = await findRefreshToken(tx, hash)
  if (!grant || !known || grant.client_id !== client_id || grant.revoked_at !== null) throw badToken()
  return { grant, known }
}

function askRedirectUri(application: Exchange['application'], fields: Fields): void {
  if (!isRedirectUri(application, requireField(fields, 'redirect_uri')))
    throw new OAuthFault('invalid_grant', 'redirect_uri is not one of the application')
}

export const successorOf = (token: string, key: Buffer): string =>
  createHmac('sha256', key).update(token).digest('base64url')

async function standingOf(
  tx: Tx,
  { used_at }: RefreshTokenRow,
  successorHash: string,
  now: string,
): Promise<'newest' | 'just before' | 'too late'> {
  if (used_at === null) return 'newest'
  const successor = await findRefreshToken(tx, successorHash)
  const isRecent = Date.parse(now) - Date.parse(used_at) <= graceMs
  return isRecent && successor?.used_at === null ? 'just before' : 'too late'
}

async function takeBack(tx: Tx, { id }: GrantRow, now: string): Promise<OAuthFault> {
  await revokeGrant(tx, id, now)
  return badToken()
}

async function rotate(tx: Tx, { hash, grant_id }: RefreshTokenRow, successorHash: string, now: string): Promise<void> {
  await setRefreshTokenUsed(tx, hash, now)
  await insertRefreshToken(tx, { hash: successorHash, grant_id, created_at: now, used_at: null })
}

const badToken = () =>
  new OAuthFault('invalid_grant', 'The refresh token is not good: it was used, was revoked, or never was')
