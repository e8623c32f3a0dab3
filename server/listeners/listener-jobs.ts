// Notifications outside the log's order: tests, and redeliveries that the owner requested. Each is one attempt, whatever its
// outcome, and adds a delivery without moving the cursor.

import { applicationRoles } from '@tessera/contract'
import { effectiveRole } from '../access/access.ts'
import type { Database } from '../db/database.ts'
import type { DeliveryTable } from '../db/schema.ts'
import { listEventsAt } from '../events/event-store.ts'
import type { SignFile } from '../files/signed-url.ts'
import { newObjectId } from '../ids.ts'
import { type JobHandlers, RetryLater } from '../jobs/job.ts'
import type { LazyOutbound } from '../outbound/lazy-outbound.ts'
import { signFor } from '../records/stored-object.ts'
import type { SealedSecrets } from '../secrets/sealed-secrets.ts'
import { attemptDelivery, defaultTimeoutMs } from './attempt-delivery.ts'
import { type ActiveListenerRow, loadActiveListeners } from './delivery-cursor-store.ts'
import { findDelivery, insertDeliveries } from './delivery-store.ts'
import type { HostSlots } from './host-slots.ts'
import { notificationBody, testHook, testHookBody } from './notification.ts'
import { webhookIdOf, webhookKeys } from './sign-notification.ts'

export interface ListenerJobDependencies {
  readonly db: Database
  readonly outbound: LazyOutbound
  readonly sign: SignFile
  readonly sealedSecrets: SealedSecrets
  readonly timeoutMs?: number | undefined
  readonly hosts: HostSlots
}

/** Until a job whose host is busy is tried again, so that it does not block the jobs for other hosts. */
const hostRetryMs = 1_000

type Notified = Pick<DeliveryTable, 'cause' | 'event_id' | 'type' | 'seq' | 'event_at'>
type Handlers = Pick<JobHandlers, 'test-listener' | 'redeliver-event'>

export const listenerJobs = (dependencies: ListenerJobDependencies): Handlers => ({
  'test-listener': async ({ payload }, signal) => {
    const { listener_id, test_id = listener_id, requested_at } = payload
    const listener = await findDeliverable(dependencies, listener_id)
    if (!listener) return
    const event_at = requested_at ?? listener.created_at
    await send(dependencies, listener, { cause: 'test', event_id: test_id, type: testHook, seq: 0, event_at }, signal)
  },
  'redeliver-event': async ({ payload }, signal) => {
    const listener = await findDeliverable(dependencies, payload.listener_id)
    const delivery = await findDelivery(dependencies.db.read, payload.listener_id, payload.delivery_id)
    if (!listener || !delivery) return
    const { event_id, type, seq, event_at } = delivery
    await send(dependencies, listener, { event_id, type, seq, event_at, cause: 'redelivery' }, signal)
  },
})

const roleOf = (row: ActiveListenerRow) =>
  row.application_role_id === null ? null : effectiveRole(row, applicationRoles.get(row.application_role_id))

/** Null if its creator may no longer read the workspace, or the workspace is deleted. */
async function findDeliverable({ db }: ListenerJobDependencies, id: string): Promise<ActiveListenerRow | null> {
  const row = (await loadActiveListeners(db.read, [id])).get(id)
  return row && row.is_deleted === 0 && roleOf(row) !== null ? row : null
}

async function send(
  dependencies: ListenerJobDependencies,
  row: ActiveListenerRow,
  notified: Notified,
  signal: AbortSignal,
): Promise<void> {
  const { db, outbound, hosts, timeoutMs = defaultTimeoutMs } = dependencies
  const body = await bodyOf(dependencies, row, notified)
  if (!body) return
  const id = newObjectId()
  const now = Date.now()
  const created_at = new Date(now).toISOString()
  const { url } = row
  const webhookId = webhookIdOf(notified.event_id, row.id)
  const request = { webhookId, url, keys: webhookKeys(dependencies.sealedSecrets)(row, created_at), body }
  const slot = hosts.tryAcquire(url, row.user_id)
  if (!slot) throw new RetryLater('too many deliveries to this host are in progress', hostRetryMs)
  const release = await slot
  const outcome = await attemptDelivery({ outbound: await outbound.open(), timeoutMs, signal }, request, now).finally(
    release,
  )
  if (!outcome) throw new Error('the delivery was aborted')
  const { status, error, response, duration_ms } = outcome
  const result = { status, error, response, duration_ms }
  const delivery = { ...notified, ...result, listener_id: row.id, id, url, attempt: 1, created_at }
  await db.write(tx => insertDeliveries(tx, [delivery]))
}

/** Null if the event no longer exists. */
async function bodyOf(
  { db, sign }: ListenerJobDependencies,
  row: ActiveListenerRow,
  { type, seq, event_id, event_at }: Notified,
): Promise<Buffer | null> {
  if (type === testHook) {
    const actor = { id: row.user_id, email: row.email, first_name: row.first_name, last_name: row.last_name }
    return testHookBody({ workspace_uid: row.uid, event_id, created_at: event_at, actor })
  }
  const [event] = await listEventsAt(db.read, row.workspace_id, [seq])
  const role = roleOf(row)
  return event && role ? notificationBody(row.uid, event, signFor(role, sign)) : null
}
