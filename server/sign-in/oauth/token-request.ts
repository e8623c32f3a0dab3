// What the grant types share: the request, the result, and the checks that apply to several of them.

import { findUserById } from '../../accounts/identity/index.ts'
import type { SecretPair } from '../../platform/secrets/index.ts'
import type { Reader } from '../../platform/sql/index.ts'
import type { ApplicationRow } from '../applications/application-store.ts'
import { findWhitelistingState, isConsentEnough } from '../applications/whitelisting-rule.ts'
import type { Fields } from './client-credentials.ts'
import { OAuthError } from './oauth-error.ts'

/** A request of an authenticated application. */
export interface ClientCall {
  readonly application: ApplicationRow
  readonly fields: Fields
  /** The IP address of the caller. */
  readonly address: string
  readonly now: string
}

export interface TokenRequest {
  readonly application: ApplicationRow
  readonly fields: Fields
  readonly refreshKeys: SecretPair
  readonly publicUrl: string
  readonly now: string
}

export interface IssuedGrant {
  readonly user_id: number
  readonly grant_id: string
  readonly scope: string
  readonly resource: string | null
  /** Null if the application can get another access token without one. */
  readonly refresh_token: string | null
  readonly lifeSeconds: number
}

export async function requireActiveUser(db: Reader, user_id: number): Promise<void> {
  const user = await findUserById(db, user_id)
  if (!user || user.locked_at !== null || user.archived === 1)
    throw new OAuthError('invalid_grant', 'The user who granted access is locked or archived')
}

export async function requireWhitelisting(db: Reader, user_id: number, application: ApplicationRow): Promise<void> {
  const { isWhitelisted } = await requireNoRefusal(db, user_id, application)
  if (isWhitelisted || isConsentEnough(application)) return
  throw new OAuthError('not_allowed', `No organization of the user has whitelisted ${application.name}`)
}

/** Applies to every application: an organization of the user may require that it has whitelisted the application. */
export async function requireNoRefusal(db: Reader, user_id: number, { client_id, name }: ApplicationRow) {
  const state = await findWhitelistingState(db, user_id, client_id)
  if (state.refusedBy !== null)
    throw new OAuthError(
      'not_allowed',
      `An organization of the user requires whitelisting, and has not whitelisted ${name}`,
    )
  return state
}
