// Token revocation (RFC 7009). Revoking either kind of token revokes its grant, and with it every token of that grant.

import { Problem } from '@tessera/contract'
import { findGrant, revokeGrant } from '../../accounts/grants/index.ts'
import type { AccessTokens } from '../../accounts/tokens/index.ts'
import type { Database } from '../../platform/sql/index.ts'
import { hashSecret } from '../../tools/index.ts'
import type { ApplicationRow } from '../applications/application-store.ts'
import { OAuthError } from './oauth-error.ts'
import { findRefreshToken } from './refresh-token-store.ts'

/** RFC 7009: an unknown or expired token counts as revoked. */
export async function revokeToken(
  { db, tokens }: { db: Database; tokens: Pick<AccessTokens, 'verifyAccessToken'> },
  { client_id }: ApplicationRow,
  token: string,
  now: string,
): Promise<void> {
  const refresh = await findRefreshToken(db.read, hashSecret(token))
  const grant_id = refresh?.grant_id ?? (await grantOf(tokens, token))
  const grant = grant_id === null ? undefined : await findGrant(db.read, grant_id)
  if (!grant) return
  if (grant.client_id !== client_id) throw new OAuthError('invalid_grant', 'The token belongs to another application')
  await db.write(tx => revokeGrant(tx, grant.parent_id ?? grant.id, now))
}

async function grantOf(tokens: Pick<AccessTokens, 'verifyAccessToken'>, token: string): Promise<string | null> {
  try {
    return (await tokens.verifyAccessToken(token)).grant_id
  } catch (error) {
    if (error instanceof Problem) return null
    throw error
  }
}
