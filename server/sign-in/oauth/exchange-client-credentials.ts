// The client credentials grant (RFC 6749, 4.4): an application with a bot gets an access token for the bot. There is no
// refresh token, because the application can ask again.

import { createGrant, deleteExpiredGrants } from '../../accounts/grants/index.ts'
import { findUserById, lockUser } from '../../accounts/identity/index.ts'
import type { Tx } from '../../platform/sql/index.ts'
import { scopeOfApplication } from '../applications/token-parts.ts'
import { OAuthError } from './oauth-error.ts'
import { readResource, readScope } from './requested-scope.ts'
import { type IssuedGrant, requireNoRefusal, type TokenRequest } from './token-request.ts'

const lifeSeconds = 3_600

export async function exchangeClientCredentials(
  tx: Tx,
  { application, fields, publicUrl, now }: TokenRequest,
): Promise<IssuedGrant> {
  const { client_id, name, bot_user_id } = application
  if (bot_user_id === null || application.auth_method === 'none') throw noBot()
  const scope = readScope(fields.get('scope') ?? '', scopeOfApplication(application))
  const resource = readResource(fields.get('resource') ?? null, publicUrl)
  // Archiving the bot revokes its grants: this one is either created before that and revoked, or not created at all.
  await lockUser(tx, bot_user_id)
  const bot = await findUserById(tx, bot_user_id)
  if (!bot || bot.archived === 1 || bot.locked_at !== null) throw noBot()
  await requireNoRefusal(tx, bot_user_id, application)
  await deleteExpiredGrants(tx, { user_id: bot_user_id, client_id, now })
  const grant = { user_id: bot_user_id, client_id, name, kind: 'oauth', scope, resource } as const
  const { id } = await createGrant(tx, { ...grant, now, lifeSeconds })
  return { user_id: bot_user_id, grant_id: id, scope, resource, refresh_token: null, lifeSeconds }
}

const noBot = () => new OAuthError('unauthorized_client', 'This application has no bot')
