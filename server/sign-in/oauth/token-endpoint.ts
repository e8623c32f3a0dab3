// The endpoints that applications call: for tokens, revocation and device codes.

import type { AccessTokens } from '../../accounts/tokens/index.ts'
import type { PageCall, PageReply, PageRoute } from '../../platform/pages/index.ts'
import type { SecretPair } from '../../platform/secrets/index.ts'
import type { Database } from '../../platform/sql/index.ts'
import { recordApplicationUse } from '../applications/application-use.ts'
import { builtInClientId, ensureBuiltInClient } from './built-in-client.ts'
import { authenticateClient, readFields, requireField } from './client-credentials.ts'
import { exchangeClientCredentials } from './exchange-client-credentials.ts'
import { exchangeCode } from './exchange-code.ts'
import { deviceGrant, exchangeDeviceCode } from './exchange-device-code.ts'
import { exchangeRefreshToken } from './exchange-refresh-token.ts'
import { OAuthError, oauthErrorReply, problemAsOAuthError } from './oauth-error.ts'
import { requestDeviceCode } from './request-device-code.ts'
import { revokeToken } from './revoke-token.ts'
import type { ClientCall, IssuedGrant } from './token-request.ts'

export interface TokenEndpointDependencies {
  readonly db: Database
  readonly tokens: AccessTokens
  readonly refreshKeys: SecretPair
  readonly publicUrl: string
}

export const tokenEndpointRoutes = (dependencies: TokenEndpointDependencies): PageRoute[] => [
  clientRoute(dependencies, '/api/v2/oauth2/token', issueTokens),
  clientRoute(dependencies, '/api/v2/oauth2/revoke', async ({ db, tokens }, { application, fields, now }) => {
    await revokeToken({ db, tokens }, application, requireField(fields, 'token'), now)
    return { status: 200, json: {} }
  }),
  clientRoute(dependencies, '/api/device', requestDeviceCode),
]

/** A route for authenticated applications. */
function clientRoute(
  dependencies: TokenEndpointDependencies,
  path: string,
  respond: (dependencies: TokenEndpointDependencies, call: ClientCall) => Promise<PageReply>,
): PageRoute {
  const run = async (call: PageCall): Promise<PageReply> => {
    try {
      const fields = readFields(call)
      if (fields.get('client_id') === builtInClientId) await ensureBuiltInClient(dependencies.db, call.now)
      const application = await authenticateClient(dependencies.db.read, fields, call.headers.authorization)
      return await respond(dependencies, { application, fields, address: call.address, now: call.now })
    } catch (error) {
      if (error instanceof OAuthError) return oauthErrorReply(error)
      throw error
    }
  }
  return { method: 'POST', path, errorFormat: 'json', fail: problemAsOAuthError, run }
}

const grantTypes = {
  authorization_code: exchangeCode,
  refresh_token: exchangeRefreshToken,
  client_credentials: exchangeClientCredentials,
  [deviceGrant]: exchangeDeviceCode,
}

async function issueTokens(
  { db, tokens, refreshKeys, publicUrl }: TokenEndpointDependencies,
  call: ClientCall,
): Promise<PageReply> {
  const type = requireField(call.fields, 'grant_type')
  if (!Object.hasOwn(grantTypes, type))
    throw new OAuthError('unsupported_grant_type', `grant_type must be one of ${Object.keys(grantTypes).join(', ')}`)
  const exchange = grantTypes[type as keyof typeof grantTypes]
  const issued = await db.write<IssuedGrant | OAuthError>(tx => exchange(tx, { ...call, refreshKeys, publicUrl }))
  if (issued instanceof OAuthError) throw issued
  await recordApplicationUse(db, call.application, call.now)
  return await tokensReply(tokens, issued, call)
}

async function tokensReply(
  tokens: AccessTokens,
  { user_id, grant_id, scope, resource, refresh_token, lifeSeconds }: IssuedGrant,
  call: ClientCall,
): Promise<PageReply> {
  const now = Date.parse(call.now)
  const { client_id } = call.application
  const access_token = await tokens.issueAccessToken({
    user_id,
    grant_id,
    client_id,
    scope,
    resource,
    now,
    lifeSeconds,
  })
  const expires_at = Math.floor(now / 1000) + lifeSeconds
  const refresh = refresh_token === null ? {} : { refresh_token }
  return {
    json: { access_token, ...refresh, expires_at, expires_in: lifeSeconds, token_type: 'Bearer', scope },
    headers: { 'cache-control': 'no-store', pragma: 'no-cache' },
  }
}
