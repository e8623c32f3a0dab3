// What is wrong with a request of an application, in the words of RFC 6749.

import type { Problem } from '@tessera/contract'
import type { PageReply } from '../pages/page.ts'

export type OAuthError =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_scope'
  | 'unauthorized_client'
  | 'unsupported_grant_type'
  | 'unsupported_response_type'
  | 'access_denied'
  | 'not_allowed'

const statuses: Partial<Record<OAuthError, number>> = { invalid_client: 401, not_allowed: 405 }

export class OAuthFault extends Error {
  readonly error: OAuthError

  constructor(error: OAuthError, description: string) {
    super(description)
    this.error = error
  }
}

export const faultReply = ({ error, message }: OAuthFault): PageReply => ({
  status: statuses[error] ?? 400,
  json: { error, error_description: message },
  headers: {
    'cache-control': 'no-store',
    pragma: 'no-cache',
    ...(error === 'invalid_client' ? { 'www-authenticate': 'Basic realm="tessera"' } : {}),
    ...(error === 'not_allowed' ? { allow: 'POST' } : {}),
  },
})

/** For what went wrong before or besides the flow, in the same shape. */
export function failInOAuthShape(problem: Problem, status: number): PageReply {
  const error = status === 503 ? 'temporarily_unavailable' : status >= 500 ? 'server_error' : 'invalid_request'
  const wait = problem.retryAfterSeconds
  return {
    status,
    json: { error, error_description: problem.message },
    ...(wait === undefined ? {} : { headers: { 'retry-after': String(wait) } }),
  }
}
