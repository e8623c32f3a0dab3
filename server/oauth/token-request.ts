// What the two grant types share: the request, the result, and the checks that apply to both.

import type { ApplicationRow } from '../applications/application-store.ts'
import { isWhitelistedFor } from '../applications/whitelisting-store.ts'
import type { Reader } from '../db/database.ts'
import { findUserById } from '../identity/user-store.ts'
import type { SecretPair } from '../secrets/secrets.ts'
import type { Fields } from './client-credentials.ts'
import { OAuthError } from './oauth-error.ts'

export interface TokenRequest {
  readonly application: ApplicationRow
  readonly fields: Fields
  readonly refreshKeys: SecretPair
  readonly now: string
}

export interface IssuedGrant {
  readonly user_id: number
  readonly grant_id: string
  readonly refresh_token: string
}

export async function requireActiveUser(db: Reader, user_id: number): Promise<void> {
  const user = await findUserById(db, user_id)
  if (!user || user.locked_at !== null || user.archived === 1)
    throw new OAuthError('invalid_grant', 'The user who granted access is locked or archived')
}

export async function requireWhitelisting(
  db: Reader,
  user_id: number,
  { client_id, name }: ApplicationRow,
): Promise<void> {
  if (await isWhitelistedFor(db, user_id, client_id)) return
  throw new OAuthError('not_allowed', `No organization of the user has whitelisted ${name}`)
}
