// Errors of the OAuth endpoints, with the error codes of RFC 6749 and RFC 8628.

import type { Problem } from '@tessera/contract'
import type { PageReply } from '../../platform/pages/index.ts'

export type OAuthErrorCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_scope'
  | 'invalid_target'
  | 'invalid_redirect_uri'
  | 'invalid_client_metadata'
  | 'unauthorized_client'
  | 'unsupported_grant_type'
  | 'unsupported_response_type'
  | 'access_denied'
  | 'not_allowed'
  | 'authorization_pending'
  | 'slow_down'
  | 'expired_token'

const statuses: Partial<Record<OAuthErrorCode, number>> = { invalid_client: 401, not_allowed: 405 }

export class OAuthError extends Error {
  readonly error: OAuthErrorCode

  constructor(error: OAuthErrorCode, description: string) {
    super(description)
    this.error = error
  }
}

export const oauthErrorReply = ({ error, message }: OAuthError): PageReply => ({
  status: statuses[error] ?? 400,
  json: { error, error_description: message },
  headers: {
    'cache-control': 'no-store',
    pragma: 'no-cache',
    ...(error === 'invalid_client' ? { 'www-authenticate': 'Basic realm="tessera"' } : {}),
    ...(error === 'not_allowed' ? { allow: 'POST' } : {}),
  },
})

/** Formats other failures, such as a body that is too large, the same way. */
export function problemAsOAuthError(problem: Problem, status: number): PageReply {
  const error =
    status === 503 || status === 429 ? 'temporarily_unavailable' : status >= 500 ? 'server_error' : 'invalid_request'
  const wait = problem.retryAfterSeconds
  return {
    status,
    json: { error, error_description: problem.message },
    ...(wait === undefined ? {} : { headers: { 'retry-after': String(wait) } }),
  }
}
