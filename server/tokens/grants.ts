// Grants as other parts of the server meet them: to give one, and to take them back.

import type { Tx } from '../db/database.ts'
import { newObjectId } from '../ids.ts'
import { type GrantRow, insertGrant } from './grant-store.ts'

export { revokeGrantsOfApplication, revokeOtherGrants } from './grant-store.ts'

/** The grant behind a personal token: a token for scripts, which its user makes for themselves. */
export async function givePersonalGrant(
  tx: Tx,
  { user_id, name, now, lifeSeconds }: { user_id: number; name: string; now: string; lifeSeconds: number },
): Promise<GrantRow> {
  // To the second, as the token tells it.
  const expires_at = new Date((Math.floor(Date.parse(now) / 1000) + lifeSeconds) * 1000).toISOString()
  const grant = {
    id: newObjectId(),
    user_id,
    client_id: null,
    kind: 'personal',
    name,
    created_at: now,
    expires_at,
    revoked_at: null,
  }
  await insertGrant(tx, grant)
  return grant
}
