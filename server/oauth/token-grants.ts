// What the two ways to tokens share: what they are given, what comes of them, and what must hold for both.

import type { ApplicationRow } from '../applications/application-store.ts'
import { isWhitelistedFor } from '../applications/whitelisting-store.ts'
import type { Reader } from '../db/database.ts'
import { findUserById } from '../identity/user-store.ts'
import type { Fields } from './client-credentials.ts'
import { OAuthFault } from './oauth-fault.ts'

export interface Exchange {
  readonly application: ApplicationRow
  readonly fields: Fields
  readonly refreshKey: Buffer
  readonly now: string
}

export interface Given {
  readonly user_id: number
  readonly grant_id: string
  readonly refresh_token: string
}

export async function askUser(db: Reader, user_id: number): Promise<void> {
  const user = await findUserById(db, user_id)
  if (!user || user.locked_at !== null || user.archived === 1)
    throw new OAuthFault('invalid_grant', 'The user who allowed this can no longer sign in')
}

export async function askWhitelisting(db: Reader, user_id: number, { client_id, name }: ApplicationRow): Promise<void> {
  if (await isWhitelistedFor(db, user_id, client_id)) return
  throw new OAuthFault('not_allowed', `No organization of the user has whitelisted ${name}`)
}
