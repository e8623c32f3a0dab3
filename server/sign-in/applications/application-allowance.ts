// Limits how many applications a user may have registered. Existing ones keep working.

import { Problem } from '@tessera/contract'
import type { AbuseLimits } from '../../platform/limits/index.ts'
import { lockKey, type Tx } from '../../platform/sql/index.ts'
import { countApplications } from './application-store.ts'

/** Throws if another application would exceed the limit. Concurrent registrations wait for each other. */
export async function requireApplicationAllowance(
  tx: Tx,
  user_id: number,
  { applicationsPerUser }: Pick<AbuseLimits, 'applicationsPerUser'>,
): Promise<void> {
  if (applicationsPerUser === 0) return
  await lockKey(tx, `applications:user:${user_id}`)
  if ((await countApplications(tx, user_id)) >= applicationsPerUser)
    throw new Problem('ForbiddenError', `You can have at most ${applicationsPerUser} applications. Delete one first`)
}
