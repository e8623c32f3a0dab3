// What an application may ask the authorization page for: each parameter read and checked by a function of its own.
// Nothing here looks into the database or answers anybody.

import { largestId } from '@tessera/contract'
import type { ApplicationRow } from '../applications/application-store.ts'
import { redirectUrisOf } from '../applications/find-application.ts'
import { OAuthFault } from './oauth-fault.ts'

export type ResponseType = 'token' | 'code'

/** Null where it was not sent, or sent empty. A parameter that comes twice could mean two things, so it means none. */
export function readParameter(query: URLSearchParams, name: string): string | null {
  const values = query.getAll(name)
  if (values.length > 1) throw new OAuthFault('invalid_request', `${name} was sent more than once`)
  return values[0] || null
}

/** Exactly one of the application's addresses, letter by letter. */
export function isRedirectUri(application: ApplicationRow, uri: string | null): uri is string {
  return uri !== null && redirectUrisOf(application).includes(uri)
}

export function readState(query: URLSearchParams): string | null {
  const values = query.getAll('state')
  return values.length === 1 ? (values[0] as string) : null
}

export function readResponseType(query: URLSearchParams, application: ApplicationRow): ResponseType {
  const type = readParameter(query, 'response_type')
  if (type === null) throw new OAuthFault('invalid_request', 'response_type is required')
  if (type !== 'token' && type !== 'code')
    throw new OAuthFault('unsupported_response_type', 'response_type must be token or code')
  if (type === 'token' && application.allow_implicit === 0)
    throw new OAuthFault('unauthorized_client', 'This application may not use response_type=token')
  return type
}

/** The PKCE challenge; null where the application did without. */
export function readChallenge(query: URLSearchParams, application: ApplicationRow, type: ResponseType): string | null {
  const challenge = readParameter(query, 'code_challenge')
  const method = readParameter(query, 'code_challenge_method')
  if (challenge === null && method === null) {
    if (type === 'code' && application.require_pkce === 1)
      throw new OAuthFault('invalid_request', 'code_challenge is required for this application')
    return null
  }
  if (method !== 'S256') throw new OAuthFault('invalid_request', 'code_challenge_method must be S256')
  if (challenge === null || !/^[\w-]{43}$/.test(challenge))
    throw new OAuthFault('invalid_request', 'code_challenge must be 43 characters of base64url')
  return challenge
}

/** The organization that is to whitelist the application; null where that was not asked for. */
export function readWhitelisting(query: URLSearchParams): number | null {
  const scope = readParameter(query, 'scope')
  const org_id = readParameter(query, 'org_id')
  if (scope !== null && scope !== 'org') throw new OAuthFault('invalid_scope', 'scope can only be org')
  if (scope === null && org_id === null) return null
  if (org_id === null) throw new OAuthFault('invalid_request', 'scope=org needs org_id')
  if (scope === null) throw new OAuthFault('invalid_request', 'org_id needs scope=org')
  if (!/^[1-9]\d{0,9}$/.test(org_id) || Number(org_id) > largestId)
    throw new OAuthFault('invalid_request', 'org_id must be the id of an organization')
  return Number(org_id)
}
