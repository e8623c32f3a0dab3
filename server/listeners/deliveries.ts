// The operations on a listener's deliveries: list, redeliver one, replay from a position, send a test, rotate the secret.

import { badField, type Operations, Problem } from '@tessera/contract'
import { notFound } from '../access/access.ts'
import type { Reader } from '../db/database.ts'
import type { DeliveryTable } from '../db/schema.ts'
import { listEventsAt } from '../events/event-store.ts'
import type { SignFile } from '../files/signed-url.ts'
import type { ReadCall, WriteCall } from '../handler.ts'
import { newObjectId } from '../ids.ts'
import { enqueueJobs, type NewJob } from '../jobs/job-store.ts'
import { signFor } from '../records/stored-object.ts'
import type { SealedSecrets } from '../secrets/sealed-secrets.ts'
import { findReadableWorkspace } from './check-listener.ts'
import { findDelivery, listDeliveries } from './delivery-store.ts'
import { type DeliveryRecord, deliveryView } from './delivery-view.ts'
import { changeListener, lockListener } from './listener-store.ts'
import { notificationBody, testHook, testHookBody } from './notification.ts'
import { newWebhookSecret, secretOverlapMs, webhookSecretPurpose } from './sign-notification.ts'

type Calls = Operations['listeners']

const [defaultPageSize, maxPageSize] = [25, 100]

export async function showDeliveries(call: ReadCall<Calls['listDeliveries']>, sign: SignFile) {
  const { db, listener, query } = call
  if (query.cursor !== undefined && !/^[0-9a-f]{24}$/.test(query.cursor))
    throw badField('cursor', 'must be the next_cursor of the page before')
  const limit = Math.min(query.limit ?? defaultPageSize, maxPageSize)
  // One more row than the page, to know whether there is a next page.
  const found = await listDeliveries(db, listener.id, { before: query.cursor, limit: limit + 1 })
  const page = found.slice(0, limit)
  const bodies = await bodiesOf(call, db, page, sign)
  const deliveries: DeliveryRecord[] = page.map(row => deliveryView(row, bodies.get(row.event_id) ?? null))
  return { deliveries, next_cursor: found.length > limit ? (page.at(-1) as DeliveryTable).id : null }
}

/** By event id. Empty if the caller may no longer read the workspace. */
async function bodiesOf(
  { claim, caller, listener }: ReadCall<Calls['listDeliveries']>,
  db: Reader,
  page: readonly DeliveryTable[],
  sign: SignFile,
): Promise<Map<string, string>> {
  const access = await findReadableWorkspace(db, claim, listener.workspace_uid)
  if (!access) return new Map()
  const uid = listener.workspace_uid
  const signed = signFor(access.workspaceRole, sign)
  const events = await listEventsAt(db, listener.workspace_id, [...new Set(page.map(row => row.seq))])
  const bodies = new Map(events.map(row => [row.id, notificationBody(uid, row, signed).toString()]))
  for (const { type, event_id, event_at: created_at } of page)
    if (type === testHook)
      bodies.set(event_id, testHookBody({ workspace_uid: uid, event_id, created_at, actor: caller }).toString())
  return bodies
}

export async function redeliver({ tx, claim, listener, params, now }: WriteCall<Calls['redeliver']>) {
  const delivery = await findDelivery(tx, listener.id, params.delivery_id)
  if (!delivery) throw notFound('delivery')
  await requireAccess(tx, claim, listener.workspace_uid)
  const payload = { listener_id: listener.id, delivery_id: delivery.id }
  await enqueueJobs(tx, [{ name: 'redeliver-event', key: `listener:${listener.id}`, payload }], now)
  return { message: 'The delivery will be sent again' }
}

/** Each test has an id of its own, which stays the same if the job is retried. */
export const testJob = (id: string, now: string): NewJob => ({
  name: 'test-listener',
  key: `listener:${id}`,
  payload: { listener_id: id, test_id: newObjectId(), requested_at: now },
})

export async function sendTest({ tx, claim, listener, now }: WriteCall<Calls['test']>) {
  await requireAccess(tx, claim, listener.workspace_uid)
  await enqueueJobs(tx, [testJob(listener.id, now)], now)
  return { message: 'A TEST_HOOK will be sent' }
}

/** Moves the cursor back, never forward: that would skip pending events. */
export async function replay({ tx, claim, listener, body, now }: WriteCall<Calls['replay']>) {
  await requireAccess(tx, claim, listener.workspace_uid)
  const cursor = await lockListener(tx, listener.id)
  if (!cursor) throw notFound('listener')
  if (body.after_seq > cursor.seq) throw badField('after_seq', `must be at most ${cursor.seq}, the last event there is`)
  const after_seq = Math.min(body.after_seq, cursor.after_seq)
  // Makes the node that delivers discard the progress it has not stored yet.
  const replays = cursor.replays + 1
  await changeListener(tx, listener, { after_seq, replays, attempts: 0, due_at: null, updated_at: now })
  return { message: `Every event after ${body.after_seq} will be sent` }
}

export async function rotateSecret(
  { tx, listener, now }: WriteCall<Calls['rotateSecret']>,
  sealedSecrets: SealedSecrets,
) {
  const cursor = await lockListener(tx, listener.id)
  if (!cursor) throw notFound('listener')
  const secret = newWebhookSecret()
  const previous_secret_until = new Date(Date.parse(now) + secretOverlapMs).toISOString()
  const sealed = sealedSecrets.seal(secret, webhookSecretPurpose)
  const changes = { secret: sealed, previous_secret: cursor.secret, previous_secret_until, updated_at: now }
  await changeListener(tx, listener, changes)
  return { secret, previous_secret_until }
}

async function requireAccess(db: Reader, claim: { user_id: number; grant_id: string }, uid: string): Promise<void> {
  if (!(await findReadableWorkspace(db, claim, uid)))
    throw new Problem('ForbiddenError', 'You may no longer read the workspace of this listener')
}
