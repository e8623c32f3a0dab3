// Signs in without a browser on this machine (RFC 8628): the user opens an address on another device and enters a code,
// while this process polls the server.

import { setTimeout as wait } from 'node:timers/promises'
import {
  AuthorizationError,
  clientId,
  postForm,
  requestTokens,
  type ServerMetadata,
  type TokenReply,
} from './authorization-server.ts'
import { NoConnection, NotAllowed } from './exit-codes.ts'

interface DeviceReply {
  readonly device_code: string
  readonly user_code: string
  readonly verification_uri: string
  readonly verification_uri_complete: string
  readonly interval: number
}

interface SignIn {
  readonly metadata: ServerMetadata
  readonly scope: string | undefined
  readonly signal: AbortSignal
  readonly show: (device: DeviceReply) => void
  /** Shortens the pauses in tests. */
  readonly pauseMs?: (seconds: number) => number
}

const grant_type = 'urn:ietf:params:oauth:grant-type:device_code'

export async function signInByDevice({
  metadata,
  scope,
  signal,
  show,
  pauseMs = seconds => seconds * 1_000,
}: SignIn): Promise<TokenReply> {
  const endpoint = metadata.device_authorization_endpoint
  if (endpoint === undefined) throw new NotAllowed('This server does not support sign-in with a code.')
  // Requests access to everything: the API and the endpoint of agents.
  const asked = { client_id: clientId, resource: metadata.issuer, ...(scope ? { scope } : {}) }
  const device = await postForm<DeviceReply>(endpoint, asked, signal)
  show(device)
  const fields = { grant_type, device_code: device.device_code }
  for (let interval = device.interval; ; ) {
    await wait(pauseMs(interval), undefined, { signal })
    try {
      return await requestTokens(metadata.token_endpoint, fields, signal)
    } catch (error) {
      // If the server restarts meanwhile, polling continues: the code is still valid.
      const code = error instanceof AuthorizationError ? error.error : error instanceof NoConnection ? 'gone' : null
      if (code === 'slow_down' || code === 'gone') interval += 5
      else if (code !== 'authorization_pending') throw code === null ? error : refusalFor(error as AuthorizationError)
    }
  }
}

function refusalFor(error: AuthorizationError): AuthorizationError {
  if (error.error === 'access_denied') return new AuthorizationError(error.error, 'You denied access.')
  if (error.error === 'expired_token') return new AuthorizationError(error.error, 'The code has expired. Start again.')
  return error
}
