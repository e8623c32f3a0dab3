// The parameters of an authorization request: each is read and checked by its own function. No database access here.

import { maxId } from '@tessera/contract'
import type { ApplicationRow } from '../applications/application-store.ts'
import { redirectUrisOf } from '../applications/redirect-uris.ts'
import { OAuthError } from './oauth-error.ts'

export type ResponseType = 'token' | 'code'

/** Null if it was not sent, or sent empty. RFC 6749: a parameter must not be repeated. */
export function readParameter(query: URLSearchParams, name: string): string | null {
  const values = query.getAll(name)
  if (values.length > 1) throw new OAuthError('invalid_request', `${name} was sent more than once`)
  return values[0] || null
}

/** Compared character by character, as RFC 6749 requires. */
export function isRedirectUri(application: ApplicationRow, uri: string | null): uri is string {
  return uri !== null && redirectUrisOf(application).includes(uri)
}

export function readState(query: URLSearchParams): string | null {
  const values = query.getAll('state')
  return values.length === 1 ? (values[0] as string) : null
}

export function readResponseType(query: URLSearchParams, application: ApplicationRow): ResponseType {
  const type = readParameter(query, 'response_type')
  if (type === null) throw new OAuthError('invalid_request', 'response_type is required')
  if (type !== 'token' && type !== 'code')
    throw new OAuthError('unsupported_response_type', 'response_type must be token or code')
  if (type === 'token' && application.allow_implicit === 0)
    throw new OAuthError('unauthorized_client', 'This application may not use response_type=token')
  return type
}

/** The PKCE challenge, null if the application does not use PKCE. */
export function readChallenge(query: URLSearchParams, application: ApplicationRow, type: ResponseType): string | null {
  const challenge = readParameter(query, 'code_challenge')
  const method = readParameter(query, 'code_challenge_method')
  if (challenge === null && method === null) {
    if (type === 'code' && application.require_pkce === 1)
      throw new OAuthError('invalid_request', 'code_challenge is required for this application')
    return null
  }
  if (method !== 'S256') throw new OAuthError('invalid_request', 'code_challenge_method must be S256')
  if (challenge === null || !/^[\w-]{43}$/.test(challenge))
    throw new OAuthError('invalid_request', 'code_challenge must be 43 characters of base64url')
  return challenge
}

/** The organization that should whitelist the application, or null. */
export function readWhitelisting(query: URLSearchParams): number | null {
  const scope = readParameter(query, 'scope')
  const org_id = readParameter(query, 'org_id')
  if (scope !== null && scope !== 'org') throw new OAuthError('invalid_scope', 'scope must be org')
  if (scope === null && org_id === null) return null
  if (org_id === null) throw new OAuthError('invalid_request', 'scope=org requires org_id')
  if (scope === null) throw new OAuthError('invalid_request', 'org_id requires scope=org')
  if (!/^[1-9]\d{0,9}$/.test(org_id) || Number(org_id) > maxId)
    throw new OAuthError('invalid_request', 'org_id must be the id of an organization')
  return Number(org_id)
}
