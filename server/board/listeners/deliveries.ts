// The operations on a listener's deliveries: list, redeliver one, replay from a position, send a test, rotate the secret.

import { badField, type Operations, Problem } from '@tessera/contract'
import { type Claim, notFound, type OwnListener, type OwnOrganizationListener } from '../../accounts/access/index.ts'
import type { ReadCall, WriteCall } from '../../accounts/handler.ts'
import type { SignFile } from '../../platform/files/index.ts'
import { enqueueJobs } from '../../platform/jobs/index.ts'
import type { SealedSecrets } from '../../platform/secrets/index.ts'
import type { Reader, Tx } from '../../platform/sql/index.ts'
import { listEventsAt } from '../events/event-store.ts'
import { signFor } from '../records/stored-object.ts'
import { findReadableWorkspace } from './check-listener.ts'
import { type DeliveryRow, findDelivery, listDeliveries } from './delivery-store.ts'
import { type DeliveryRecord, deliveryView } from './delivery-view.ts'
import { managesOrganization } from './listener-role.ts'
import { changeListener, lockListener } from './listener-store.ts'
import { notificationBody, testHook, testHookBody } from './notification.ts'
import { findPartIn, findTestedOrganizationListener } from './organization-listener-store.ts'
import { rotateOrganizationSecret } from './organization-listeners.ts'
import { type RotatedSecret, rotateWebhookSecret } from './sign-notification.ts'
import { testJob } from './test-job.ts'

type Calls = Operations['listeners']

const [defaultPageSize, maxPageSize] = [25, 100]

export async function showDeliveries(call: ReadCall<Calls['listDeliveries']>, sign: SignFile) {
  const { db, listener, query } = call
  if (query.cursor !== undefined && !/^[0-9a-f]{24}$/.test(query.cursor))
    throw badField('cursor', 'must be the next_cursor of the previous page')
  const limit = Math.min(query.limit ?? defaultPageSize, maxPageSize)
  // One more row than the page is read, to know whether there is a next page.
  const found = await listDeliveries(db, listener.id, { before: query.cursor, limit: limit + 1 })
  const page = found.slice(0, limit)
  const bodies = await bodiesOf(call, db, page, sign)
  const deliveries: DeliveryRecord[] = page.map(row => {
    const workspaceId = isOrganizationWide(listener) ? row.workspace_uid : listener.workspace_uid
    return deliveryView(row, { workspaceId, body: bodies.get(row.event_id) ?? null })
  })
  return { deliveries, next_cursor: found.length > limit ? (page.at(-1) as DeliveryRow).id : null }
}

/** The bodies by event id, without those of workspaces that the caller may no longer read. */
async function bodiesOf(
  { claim, caller, listener }: ReadCall<Calls['listDeliveries']>,
  db: Reader,
  page: readonly DeliveryRow[],
  sign: SignFile,
): Promise<Map<string, string>> {
  const bodies = new Map<string, string>()
  const byWorkspace = Map.groupBy(page, row =>
    isOrganizationWide(listener) ? row.workspace_uid : listener.workspace_uid,
  )
  for (const [uid, deliveries] of byWorkspace) {
    const access = uid === null ? null : await findReadableWorkspace(db, claim, uid)
    if (access) {
      const signed = signFor(access.workspaceRole, sign)
      const events = await listEventsAt(db, access.workspace.id, [...new Set(deliveries.map(row => row.seq))])
      for (const event of events) bodies.set(event.id, notificationBody(access.workspace.uid, event, signed).toString())
    }
    if (access || isOrganizationWide(listener))
      for (const { type, event_id, event_at: created_at } of deliveries)
        if (type === testHook)
          bodies.set(event_id, testHookBody({ ...placeOf(listener), event_id, created_at, actor: caller }).toString())
  }
  return bodies
}

export async function redeliver({ tx, claim, listener, params, now }: WriteCall<Calls['redeliver']>) {
  const delivery = await findDelivery(tx, listener.id, params.delivery_id)
  if (!delivery) throw notFound('delivery')
  await requireAccess(tx, claim, listener, delivery.workspace_uid)
  const payload = { listener_id: listener.id, delivery_id: delivery.id }
  await enqueueJobs(tx, [{ name: 'redeliver-event', key: `listener:${listener.id}`, payload }], now)
  return { message: 'The delivery will be sent again' }
}

export async function sendTest({ tx, claim, listener, now }: WriteCall<Calls['test']>) {
  await requireAccess(tx, claim, listener, null)
  await enqueueJobs(tx, [testJob(listener.id, now)], now)
  return { message: 'A TEST_HOOK will be sent' }
}

/** Moves the cursor back, never forward: that would skip pending events. */
export async function replay({ tx, claim, listener, body, now }: WriteCall<Calls['replay']>) {
  const part = await getReplayed(tx, listener, body.workspaceId)
  await requireAccess(tx, claim, listener, body.workspaceId ?? null)
  const cursor = await lockListener(tx, part.id)
  if (!cursor) throw notFound('listener')
  if (body.after_seq > cursor.seq)
    throw badField('after_seq', `must be at most ${cursor.seq}, the number of the last event`)
  const after_seq = Math.min(body.after_seq, cursor.after_seq)
  // Makes the node that delivers discard the progress it has not stored yet.
  const replays = cursor.replays + 1
  await changeListener(tx, part, { after_seq, replays, attempts: 0, due_at: null, updated_at: now })
  return { message: `Every event after ${body.after_seq} will be sent` }
}

export async function rotateSecret(
  { tx, listener, now }: WriteCall<Calls['rotateSecret']>,
  sealedSecrets: SealedSecrets,
) {
  const rotate = (current: string) => rotateWebhookSecret(sealedSecrets, current, now)
  const { secret, columns } = isOrganizationWide(listener)
    ? await rotateOrganizationSecret(tx, listener.id, rotate, now)
    : await rotateOwnSecret(tx, listener, rotate, now)
  return { secret, previous_secret_until: columns.previous_secret_until }
}

async function rotateOwnSecret(
  tx: Tx,
  listener: OwnListener,
  rotate: (current: string) => RotatedSecret,
  now: string,
): Promise<RotatedSecret> {
  const cursor = await lockListener(tx, listener.id)
  if (!cursor) throw notFound('listener')
  const rotated = rotate(cursor.secret)
  await changeListener(tx, listener, { ...rotated.columns, updated_at: now })
  return rotated
}

type AnyListener = OwnListener | OwnOrganizationListener

export const isOrganizationWide = (listener: AnyListener): listener is OwnOrganizationListener =>
  'organization_id' in listener

/** The event that a test names instead of a real one. */
const placeOf = (listener: AnyListener) =>
  isOrganizationWide(listener)
    ? { workspace_uid: null, organization_id: listener.organization_id }
    : { workspace_uid: listener.workspace_uid }

/** Returns the listener itself, or for an organization listener its part in the workspace. */
async function getReplayed(tx: Tx, listener: AnyListener, workspaceId: string | undefined) {
  if (!isOrganizationWide(listener)) {
    if (workspaceId === undefined || workspaceId === listener.workspace_uid) return listener
    throw badField('workspaceId', 'must be the workspace of the listener, or not be sent')
  }
  if (workspaceId === undefined)
    throw badField('workspaceId', 'must name the workspace whose events are sent again: each has its own log')
  const part = await findPartIn(tx, listener.id, workspaceId)
  if (!part) throw badField('workspaceId', 'must be the uid of a workspace of the organization')
  return part
}

/**
 * Requires access to the workspace of the listener, or to one of the organization. Without one, managing the
 * organization is enough.
 */
async function requireAccess(db: Reader, claim: Claim, listener: AnyListener, uid: string | null): Promise<void> {
  if (isOrganizationWide(listener)) {
    const tested = await findTestedOrganizationListener(db, listener.id)
    if (!tested || !managesOrganization(tested)) throw noLonger('manage the organization of this listener')
    if (uid === null) return
  }
  if (
    !(await findReadableWorkspace(db, claim, isOrganizationWide(listener) ? (uid as string) : listener.workspace_uid))
  )
    throw noLonger('read the workspace of this listener')
}

const noLonger = (what: string) => new Problem('ForbiddenError', `You can no longer ${what}`)
