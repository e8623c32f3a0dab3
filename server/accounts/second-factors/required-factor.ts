// An organization may require a second factor (`require_second_factor` in its metadata). Members without one set it up
// when they sign in; their existing sessions are ended.

import type { Tx } from '../../platform/sql/index.ts'
import { revokeGrant } from '../grants/index.ts'
import { listUnprotectedSessions, type SessionsOf } from './unprotected-session-store.ts'

/** Returns the grants of the ended sessions. The session of `keptGrant` continues: its user is changing the setting. */
export async function endUnprotectedSessions(
  tx: Tx,
  of: SessionsOf,
  now: string,
  keptGrant?: string,
): Promise<string[]> {
  const ended = (await listUnprotectedSessions(tx, of)).filter(grant_id => grant_id !== keptGrant)
  for (const grant_id of ended) await revokeGrant(tx, grant_id, now)
  return ended
}
