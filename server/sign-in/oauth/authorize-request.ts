// The parameters of an authorization request: each is read and checked by its own function. No database access here.

import { allScopes, maxId } from '@tessera/contract'
import type { ApplicationRow } from '../applications/application-store.ts'
import { OAuthError } from './oauth-error.ts'
import { readScope } from './requested-scope.ts'

export type ResponseType = 'token' | 'code'

/** Returns null if the parameter was not sent, or sent empty. RFC 6749: a parameter must not be repeated. */
export function readParameter(query: URLSearchParams, name: string): string | null {
  const values = query.getAll(name)
  if (values.length > 1) throw new OAuthError('invalid_request', `${name} was sent more than once`)
  return values[0] || null
}

/** Returns null unless each was sent exactly once. */
export function readTarget(query: URLSearchParams): { client_id: string; redirect_uri: string } | null {
  const [client_id, ...otherIds] = query.getAll('client_id')
  const [redirect_uri, ...otherUris] = query.getAll('redirect_uri')
  if (!client_id || !redirect_uri || otherIds.length > 0 || otherUris.length > 0) return null
  return { client_id, redirect_uri }
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
    throw new OAuthError('unauthorized_client', 'This application cannot use response_type=token')
  return type
}

/** Returns the PKCE challenge, or null if the application does not use PKCE. */
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

/** `allowed` is the most that it can be. Returns the scope of the tokens, and the organization that should whitelist the application, or null. */
export function readScopes(
  query: URLSearchParams,
  allowed = allScopes,
): { scope: string; organization_id: number | null } {
  const words = (readParameter(query, 'scope') ?? '').split(' ')
  const rest = words.filter(word => word !== 'org').join(' ')
  return {
    scope: readScope(rest, allowed),
    organization_id: readWhitelisting(query, words.includes('org')),
  }
}

function readWhitelisting(query: URLSearchParams, isRequested: boolean): number | null {
  const org_id = readParameter(query, 'org_id')
  if (!isRequested && org_id === null) return null
  if (org_id === null) throw new OAuthError('invalid_request', 'scope=org requires org_id')
  if (!isRequested) throw new OAuthError('invalid_request', 'org_id requires scope=org')
  if (!/^[1-9]\d{0,9}$/.test(org_id) || Number(org_id) > maxId)
    throw new OAuthError('invalid_request', 'org_id must be the id of an organization')
  return Number(org_id)
}
