// Everything that affects the security of an account (sessions, second factors, authorizations) can be changed only in
// a browser session whose user has proven their identity within the last minutes. A stolen token or an unattended
// browser is not enough.

import { Problem } from '@tessera/contract'
import type { Reader } from '../../platform/sql/index.ts'
import type { Claim } from './access.ts'
import { findSessionOfGrant } from './access-store.ts'

const recentMs = 10 * 60 * 1000

/** Pages recognize the error by this field, and open the page where the user confirms their identity. */
const field = 'reauthenticate'

export async function requireRecentAuthentication(db: Reader, claim: Claim, now: string): Promise<void> {
  const session = await findSessionOfGrant(db, claim)
  if (!session) throw new Problem('ForbiddenError', 'The session of this token has ended')
  if (!isRecentlyAuthenticated(session, now))
    throw new Problem('ForbiddenError', 'Confirm your identity first, at /confirm-identity', {
      fieldErrors: [{ field, message: 'the last sign-in is more than 10 minutes ago' }],
    })
}

export const isRecentlyAuthenticated = ({ authenticated_at }: { authenticated_at: string }, now: string): boolean =>
  Date.parse(now) - Date.parse(authenticated_at) < recentMs

/** The page where the user confirms their identity before they return to `next`. */
export const confirmIdentityPath = (next: string): string => `/confirm-identity?${new URLSearchParams({ next })}`
