// The SQL of sessions that end because an organization requires a second factor.

import type { Reader } from '../../platform/sql/index.ts'

/** Selects the members of an organization, or one user. */
export type SessionsOf = { readonly organization_id: number } | { readonly user_id: number }

/**
 * The grants of sessions whose users have no second factor. Sessions that were started at a single sign-on provider are
 * left out: the provider asks for further factors.
 */
export async function listUnprotectedSessions(db: Reader, of: SessionsOf): Promise<string[]> {
  const all = db
    .selectFrom('sessions as s')
    .innerJoin('grants as g', 'g.id', 's.grant_id')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .select('s.grant_id')
    .where('s.identity_issuer', 'is', null)
    .where('g.revoked_at', 'is', null)
    .where('u.totp_enabled_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('passkeys as p').select('p.id').whereRef('p.user_id', '=', 'u.id'))),
    )
  const found =
    'user_id' in of
      ? await all.where('s.user_id', '=', of.user_id).execute()
      : await all
          .innerJoin('organization_users as ou', 'ou.user_id', 'u.id')
          .where('ou.organization_id', '=', of.organization_id)
          .where('ou.invited_state', '=', 'ACCEPTED')
          .execute()
  return found.map(row => row.grant_id)
}
