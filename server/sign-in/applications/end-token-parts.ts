// Ends the applications, secrets, bots and redirect URIs that were created with revoked grants, or leaves them to their
// owners.

import { revokeGrantsOfApplication } from '../../accounts/grants/index.ts'
import type { GrantKey } from '../../platform/jobs/index.ts'
import type { Tx } from '../../platform/sql/index.ts'
import {
  type ApplicationRow,
  deleteApplication,
  listApplicationsWithParts,
  lockApplication,
  updateApplication,
} from './application-store.ts'
import { disableBot } from './bots.ts'
import { redirectUrisOf } from './redirect-uris.ts'
import { partsOf } from './token-parts.ts'

export async function endPartsCreatedWith(
  tx: Tx,
  grants: readonly GrantKey[],
  { keeps, now }: { keeps: boolean; now: string },
): Promise<void> {
  const ids = new Set(grants.map(({ id }) => id))
  for (const { client_id } of await listApplicationsWithParts(tx, [...new Set(grants.map(({ user_id }) => user_id))])) {
    const application = await lockApplication(tx, client_id)
    if (application) await endParts(tx, application, { ids, keeps, now })
  }
}

async function endParts(
  tx: Tx,
  application: ApplicationRow,
  { ids, keeps, now }: { ids: ReadonlySet<string>; keeps: boolean; now: string },
): Promise<void> {
  const parts = partsOf(application)
  const ended = parts.filter(({ grant_id }) => ids.has(grant_id))
  if (ended.length === 0) return
  const { client_id } = application
  if (!keeps && ended.some(({ part }) => part === 'application')) {
    await endApplication(tx, application, now)
    return
  }
  const token_parts = JSON.stringify(parts.filter(one => !ended.includes(one)))
  if (keeps) {
    await updateApplication(tx, client_id, { token_parts })
    return
  }
  const removed = new Set(
    ended.flatMap(({ part, value }) => (part === 'redirect_uri' && value !== null ? [value] : [])),
  )
  const redirect_uris = JSON.stringify(redirectUrisOf(application).filter(uri => !removed.has(uri)))
  const hasLostSecret = ended.some(({ part }) => part === 'secret')
  const secret = hasLostSecret ? { secret_hash: '' } : {}
  await updateApplication(tx, client_id, { token_parts, redirect_uris, ...secret, updated_at: now })
  if (hasLostSecret) await revokeGrantsOfApplication(tx, { client_id, now })
  if (ended.some(({ part }) => part === 'bot')) await disableBot(tx, application, now)
}

/** Ends an application with everything that it holds and has created. */
export async function endApplication(tx: Tx, application: ApplicationRow, now: string): Promise<void> {
  const { client_id } = application
  // Before the row is deleted, and its grants with it: they are needed to find what was created with them.
  await revokeGrantsOfApplication(tx, { client_id, now })
  await disableBot(tx, application, now)
  await deleteApplication(tx, client_id)
}
