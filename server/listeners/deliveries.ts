// What was sent to a listener: shown, sent again one by one, or from a place in the log on; and the secret that signs it.

import { badField, type Operations, Problem } from '@tessera/contract'
import { notFound } from '../access/access.ts'
import type { Reader } from '../db/database.ts'
import type { DeliveryTable } from '../db/schema.ts'
import { listEventsAt } from '../events/event-store.ts'
import type { ReadCall, WriteCall } from '../handler.ts'
import { enqueueJobs, type NewJob } from '../jobs/enqueue-job.ts'
import { signFor } from '../records/stored-object.ts'
import type { SignFile } from '../files/signed-url.ts'
import { findReadable } from './check-listener.ts'
import { findDelivery, listDeliveries } from './delivery-store.ts'
import { type DeliveryRecord, deliveryView } from './delivery-view.ts'
import { changeListener, lockListener } from './listener-store.ts'
import { notificationBody, testHook, testHookBody } from './notification.ts'
import { bothSignForMs, newWebhookSecret } from './sign-notification.ts'

type Calls = Operations['listeners']

const [usualPage, largestPage] = [25, 100]

export async function showDeliveries(call: ReadCall<Calls['listDeliveries']>, sign: SignFile) {
  const { db, listener, query } = call
  if (query.cursor !== undefined && !/^[0-9a-f]{24}$/.test(query.cursor))
    throw badField('cursor', 'must be the next_cursor of the page before')
  const limit = Math.min(query.limit ?? usualPage, largestPage)
  // One more than the page holds tells whether there is a next one.
  const found = await listDeliveries(db, listener.id, { before: query.cursor, limit: limit + 1 })
  const page = found.slice(0, limit)
  const bodies = await bodiesOf(call, db, page, sign)
  const deliveries: DeliveryRecord[] = page.map(row => deliveryView(row, bodies.get(row.seq) ?? null))
  return { deliveries, next_cursor: found.length > limit ? (page.at(-1) as DeliveryTable).id : null }
}

/** By the number of the event. None for who may no longer read the workspace. */
async function bodiesOf(
  { claim, caller, listener }: ReadCall<Calls['listDeliveries']>,
  db: Reader,
  page: readonly DeliveryTable[],
  sign: SignFile,
): Promise<Map<number, string>> {
  const access = await findReadable(db, claim, listener.workspace_uid)
  if (!access) return new Map()
  const uid = listener.workspace_uid
  const signed = signFor(access.workspaceRole, sign)
  const events = await listEventsAt(db, listener.workspace_id, [...new Set(page.map(row => row.seq))])
  const bodies = new Map(events.map(row => [row.seq, notificationBody(uid, row, signed).toString()]))
  const { id: user_id, email, first_name, last_name } = caller
  const { id, created_at } = listener
  if (page.some(row => row.type === testHook))
    bodies.set(0, testHookBody({ id, created_at, uid, user_id, email, first_name, last_name }).toString())
  return bodies
}

export async function redeliver({ tx, claim, listener, params, now }: WriteCall<Calls['redeliver']>) {
  const delivery = await findDelivery(tx, listener.id, params.delivery_id)
  if (!delivery) throw notFound('delivery')
  await askAccess(tx, claim, listener.workspace_uid)
  const payload = { listener_id: listener.id, delivery_id: delivery.id }
  await enqueueJobs(tx, [{ name: 'redeliver-event', key: `listener:${listener.id}`, payload }], now)
  return { message: 'The delivery will be sent again' }
}

export const testJob = (id: string): NewJob => ({
  name: 'test-listener',
  key: `listener:${id}`,
  payload: { listener_id: id },
})

export async function sendTest({ tx, claim, listener, now }: WriteCall<Calls['test']>) {
  await askAccess(tx, claim, listener.workspace_uid)
  await enqueueJobs(tx, [testJob(listener.id)], now)
  return { message: 'A TEST_HOOK will be sent' }
}

/** Sets the listener back; never forward, which would leave out what it has not been told. */
export async function replay({ tx, claim, listener, body, now }: WriteCall<Calls['replay']>) {
  await askAccess(tx, claim, listener.workspace_uid)
  const clock = await lockListener(tx, listener.id)
  if (!clock) throw notFound('listener')
  if (body.after_seq > clock.seq) throw badField('after_seq', `must be at most ${clock.seq}, the last event there is`)
  const after_seq = Math.min(body.after_seq, clock.after_seq)
  // What it was told until now and is not written down yet is not to be.
  const replays = clock.replays + 1
  await changeListener(tx, listener, { after_seq, replays, attempts: 0, due_at: null, updated_at: now })
  return { message: `Every event after ${body.after_seq} will be sent` }
}

export async function rotateSecret({ tx, listener, now }: WriteCall<Calls['rotateSecret']>) {
  const clock = await lockListener(tx, listener.id)
  if (!clock) throw notFound('listener')
  const secret = newWebhookSecret()
  const previous_secret_until = new Date(Date.parse(now) + bothSignForMs).toISOString()
  const changes = { secret, previous_secret: clock.secret, previous_secret_until, updated_at: now }
  await changeListener(tx, listener, changes)
  return { secret, previous_secret_until }
}

async function askAccess(db: Reader, claim: { user_id: number; grant_id: string }, uid: string): Promise<void> {
  if (!(await findReadable(db, claim, uid)))
    throw new Problem('ForbiddenError', 'You may no longer read the workspace of this listener')
}
