// Listeners that receive the events of every workspace of an organization. Their operations are those of listeners.ts.

import { badField, type Operations } from '@tessera/contract'
import { notFound } from '../../accounts/access/index.ts'
import type { WriteCall } from '../../accounts/handler.ts'
import { creationColumns, lockCreator } from '../../accounts/tokens/index.ts'
import { enqueueJobs } from '../../platform/jobs/index.ts'
import type { SealedSecrets } from '../../platform/secrets/index.ts'
import { lockKey, lockKeyShared, type Tx } from '../../platform/sql/index.ts'
import { newObjectId } from '../../tools/index.ts'
import { requireEventTypes, requireUrl } from './check-listener.ts'
import { requireOrganizationListenerAllowance } from './listener-allowance.ts'
import { type ListenerRecord, organizationListenerView } from './listener-view.ts'
import {
  changeOrganizationListener,
  insertOrganizationListener,
  insertParts,
  type LockedOrganizationListener,
  listOrganizationListenersIn,
  lockOrganizationListener,
  type OrganizationListenerRow,
  partOf,
  resetAttempts,
  setOrganizationListenerCreation,
  updateSkips,
} from './organization-listener-store.ts'
import { newWebhookSecret, type RotatedSecret, webhookSecretPurpose } from './sign-notification.ts'
import { startSkipping, stopSkipping } from './skipped-events.ts'
import { testJob } from './test-job.ts'

type Calls = Operations['listeners']

/**
 * A workspace is created either before such a listener, which then covers it, or after, and then finds the listener.
 */
const lockName = (organization_id: number) => `listeners:organization:${organization_id}`

export async function createOrganizationListener(
  { tx, claim, caller, organization, body, limits, now }: WriteCall<Calls['createForOrganization']>,
  sealedSecrets: SealedSecrets,
): Promise<ListenerRecord> {
  requireUrl(body.url)
  requireEventTypes(body.eventTypes)
  await lockKey(tx, lockName(organization.id))
  await requireOrganizationListenerAllowance(tx, { user_id: caller.id, organization_id: organization.id }, limits)
  const creation = await lockCreator(tx, claim, caller)
  const secret = newWebhookSecret()
  const row = {
    id: newObjectId(),
    organization_id: organization.id,
    user_id: caller.id,
    url: body.url,
    event_types: JSON.stringify(body.eventTypes),
    status: 'ACTIVE',
    secret: sealedSecrets.seal(secret, webhookSecretPurpose),
    previous_secret: null,
    previous_secret_until: null,
    ...creationColumns(creation),
    created_at: now,
    updated_at: now,
  }
  await insertOrganizationListener(tx, row)
  await enqueueJobs(tx, [testJob(row.id, now)], now)
  return { ...organizationListenerView(row), secret }
}

/** An organization's listeners get a part in a new workspace, which delivers from the first event. */
export async function listenToNewWorkspace(
  tx: Tx,
  workspace: { readonly id: number; readonly organization_id: number },
): Promise<void> {
  await lockKeyShared(tx, lockName(workspace.organization_id))
  const listeners = await listOrganizationListenersIn(tx, workspace.organization_id)
  if (listeners.length === 0) return
  await insertParts(
    tx,
    listeners.map(listener => partOf(listener, { id: workspace.id, seq: 0 })),
  )
}

export async function updateOrganizationListener(
  { tx, claim, caller, body, now }: WriteCall<Calls['update']>,
  listener: OrganizationListenerRow,
): Promise<ListenerRecord> {
  const { url, targetId, eventTypes, status = 'ACTIVE' } = body
  if (targetId !== undefined)
    throw badField('targetId', 'must not be sent: a listener of an organization has no target')
  requireUrl(url)
  requireEventTypes(eventTypes)
  // Whoever chooses another receiver decides where content goes: as if they had created the listener.
  const isRedirected = url !== undefined && url !== listener.url
  const { grant_id, created_with } = isRedirected ? creationColumns(await lockCreator(tx, claim, caller)) : listener
  const { parts } = await getLocked(tx, listener.id)
  const changes = {
    ...(url === undefined ? {} : { url }),
    ...(eventTypes === undefined ? {} : { event_types: JSON.stringify(eventTypes) }),
    status,
    updated_at: now,
  }
  await updateSkips(
    tx,
    parts.map(({ id, skips, seq }) => ({
      id,
      skips: status === 'ACTIVE' ? stopSkipping(skips, seq) : startSkipping(skips, seq),
    })),
  )
  await resetAttempts(tx, listener.id)
  await changeOrganizationListener(tx, { id: listener.id, parts }, changes)
  if (isRedirected) await setOrganizationListenerCreation(tx, listener.id, { grant_id, created_with })
  return organizationListenerView({ ...listener, ...changes, created_with })
}

export async function rotateOrganizationSecret(
  tx: Tx,
  id: string,
  rotate: (current: string) => RotatedSecret,
  now: string,
): Promise<RotatedSecret> {
  const { listener, parts } = await getLocked(tx, id)
  const rotated = rotate(listener.secret)
  await changeOrganizationListener(tx, { id, parts }, { ...rotated.columns, updated_at: now })
  return rotated
}

async function getLocked(tx: Tx, id: string): Promise<LockedOrganizationListener> {
  const locked = await lockOrganizationListener(tx, id)
  if (!locked) throw notFound('listener')
  return locked
}
