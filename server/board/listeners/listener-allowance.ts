// Limits how many listeners a user and a workspace may have. Existing ones keep working.

import { Problem } from '@tessera/contract'
import type { AbuseLimits } from '../../platform/limits/index.ts'
import { lockKey, type Tx } from '../../platform/sql/index.ts'
import { countListeners, findMostListeners } from './listener-store.ts'

export { findMostListeners }

/** Throws if another listener would exceed the limit. Concurrent creations wait for each other. */
export async function requireListenerAllowance(
  tx: Tx,
  { user_id, workspace_id }: { user_id: number; workspace_id: number },
  { listenersPerUser, listenersPerWorkspace }: AbuseLimits,
): Promise<void> {
  await requireUserAllowance(tx, user_id, listenersPerUser)
  if (listenersPerWorkspace > 0) {
    await lockKey(tx, `listeners:workspace:${workspace_id}`)
    if ((await countListeners(tx, { workspace_id })) >= listenersPerWorkspace)
      throw new Problem(
        'ForbiddenError',
        `A workspace can have at most ${listenersPerWorkspace} listeners. Delete one first`,
      )
  }
}

/**
 * Does the same for an organization listener: an organization may have as many as a workspace. Its creations wait for
 * each other.
 */
export async function requireOrganizationListenerAllowance(
  tx: Tx,
  { user_id, organization_id }: { user_id: number; organization_id: number },
  { listenersPerUser, listenersPerWorkspace }: AbuseLimits,
): Promise<void> {
  await requireUserAllowance(tx, user_id, listenersPerUser)
  if (listenersPerWorkspace > 0 && (await countListeners(tx, { organization_id })) >= listenersPerWorkspace)
    throw new Problem(
      'ForbiddenError',
      `An organization can have at most ${listenersPerWorkspace} listeners. Delete one first`,
    )
}

async function requireUserAllowance(tx: Tx, user_id: number, listenersPerUser: number): Promise<void> {
  if (listenersPerUser === 0) return
  await lockKey(tx, `listeners:user:${user_id}`)
  if ((await countListeners(tx, { user_id })) >= listenersPerUser)
    throw new Problem('ForbiddenError', `You can have at most ${listenersPerUser} listeners. Delete one first`)
}
