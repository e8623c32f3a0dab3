// Exchanges a device code for tokens once a person has allowed it (RFC 8628, 3.4). Until then the program polls, not
// faster than the interval. The counts must be committed, so those errors are returned, not thrown.

import { createGrant, type DeviceCodeRow, lockDeviceCode, updateDeviceCode } from '../../accounts/grants/index.ts'
import { tokenLifeSeconds } from '../../accounts/tokens/index.ts'
import type { Tx } from '../../platform/sql/index.ts'
import { hashSecret, newSecret } from '../../tools/index.ts'
import { requireField } from './client-credentials.ts'
import { OAuthError } from './oauth-error.ts'
import { insertRefreshToken } from './refresh-token-store.ts'
import { narrowResource } from './requested-scope.ts'
import { type IssuedGrant, requireActiveUser, requireWhitelisting, type TokenRequest } from './token-request.ts'

export const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code'

export async function exchangeDeviceCode(
  tx: Tx,
  { application, fields, publicUrl, now }: TokenRequest,
): Promise<IssuedGrant | OAuthError> {
  const { client_id, name } = application
  const code = await lockDeviceCode(tx, hashSecret(requireField(fields, 'device_code')))
  if (code?.client_id !== client_id || code.state === 'used')
    throw new OAuthError('invalid_grant', 'The device code is invalid: it is unknown or already used')
  if (code.expires_at <= now) throw new OAuthError('expired_token', 'The device code has expired')
  if (code.state === 'denied') throw new OAuthError('access_denied', 'The user denied the request')
  if (code.state === 'waiting' || code.user_id === null) return await askAgain(tx, code, now)
  const { user_id, scope } = code
  const resource = narrowResource(fields.get('resource'), code.resource, publicUrl)
  await requireActiveUser(tx, user_id)
  await requireWhitelisting(tx, user_id, application)
  const grant = await createGrant(tx, {
    user_id,
    client_id,
    name,
    kind: 'oauth',
    scope,
    resource,
    now,
    lifeSeconds: null,
  })
  await updateDeviceCode(tx, code.hash, { state: 'used' })
  const refresh_token = newSecret()
  await insertRefreshToken(tx, { hash: hashSecret(refresh_token), grant_id: grant.id, created_at: now, used_at: null })
  return { user_id, grant_id: grant.id, scope, resource, refresh_token, lifeSeconds: tokenLifeSeconds }
}

const slowDownSeconds = 5
/** Latency varies: a request that was sent after the interval may arrive slightly early. */
const toleranceMs = 500

async function askAgain(tx: Tx, code: DeviceCodeRow, now: string): Promise<OAuthError> {
  const { hash, polled_at, interval_seconds } = code
  const sinceMs = polled_at === null ? Number.POSITIVE_INFINITY : Date.parse(now) - Date.parse(polled_at)
  const isTooEarly = sinceMs < interval_seconds * 1_000 - toleranceMs
  const next = isTooEarly ? interval_seconds + slowDownSeconds : interval_seconds
  await updateDeviceCode(tx, hash, { polled_at: now, interval_seconds: next })
  return isTooEarly
    ? new OAuthError('slow_down', `Wait ${next} seconds between two requests`)
    : new OAuthError('authorization_pending', 'The user has not decided yet')
}
