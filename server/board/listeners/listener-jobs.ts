// Notifications outside the log's order: tests, and redeliveries that the owner requested. Each is one attempt, whatever its
// outcome, and adds a delivery without moving the cursor.

import type { SignFile } from '../../platform/files/index.ts'
import { type JobHandlers, RetryLater } from '../../platform/jobs/index.ts'
import type { DeliverySlots } from '../../platform/limits/index.ts'
import { AddressBusy, type LazyOutbound } from '../../platform/outbound/index.ts'
import type { DeliveryTable } from '../../platform/schema/index.ts'
import type { SealedSecrets } from '../../platform/secrets/index.ts'
import type { Database } from '../../platform/sql/index.ts'
import { newObjectId } from '../../tools/index.ts'
import { listEventsAt } from '../events/event-store.ts'
import { signFor } from '../records/stored-object.ts'
import { attemptDelivery, defaultTimeoutMs } from './attempt-delivery.ts'
import { type ActiveListenerRow, loadActiveListeners } from './delivery-cursor-store.ts'
import { findDelivery, insertDeliveries } from './delivery-store.ts'
import { listenerRole, managesOrganization } from './listener-role.ts'
import { notificationBody, testHook, testHookBody } from './notification.ts'
import { findPartId, findTestedOrganizationListener } from './organization-listener-store.ts'
import { webhookIdOf, webhookKeys } from './sign-notification.ts'

export interface ListenerJobDependencies {
  readonly db: Database
  readonly outbound: LazyOutbound
  readonly sign: SignFile
  readonly sealedSecrets: SealedSecrets
  readonly timeoutMs?: number | undefined
  readonly deliverySlots: DeliverySlots
}

/** The delay before a job whose host is busy is tried again, so that it does not block the jobs for other hosts. */
const hostRetryMs = 1_000

type NotifiedEvent = Pick<DeliveryTable, 'cause' | 'event_id' | 'type' | 'seq' | 'event_at'>
type Handlers = Pick<JobHandlers, 'test-listener' | 'redeliver-event'>

export const listenerJobs = (dependencies: ListenerJobDependencies): Handlers => ({
  'test-listener': async ({ payload }, signal) => {
    const { listener_id, test_id = listener_id, requested_at } = payload
    const listener = await findTestTarget(dependencies, listener_id)
    if (!listener) return
    const event_at = requested_at ?? listener.row.created_at
    await send(dependencies, listener, { cause: 'test', event_id: test_id, type: testHook, seq: 0, event_at }, signal)
  },
  'redeliver-event': async ({ payload }, signal) => {
    const { db } = dependencies
    const delivery = await findDelivery(db.read, payload.listener_id, payload.delivery_id)
    if (!delivery) return
    const { event_id, type, seq, event_at, workspace_id } = delivery
    const part = workspace_id === null ? null : await findPartId(db.read, payload.listener_id, workspace_id)
    const listener =
      part === null
        ? await findTestTarget(dependencies, payload.listener_id)
        : await findDeliveryTarget(dependencies, part)
    if (!listener) return
    await send(dependencies, listener, { event_id, type, seq, event_at, cause: 'redelivery' }, signal)
  },
})

/** A listener that may receive a notification, under the id that its creator knows. */
interface DeliveryTarget {
  readonly id: string
  readonly row: Pick<
    ActiveListenerRow,
    'url' | 'user_id' | 'secret' | 'previous_secret' | 'previous_secret_until' | 'created_at'
  >
  /** The workspace of the delivery: only for an organization listener. */
  readonly workspace_id: number | null
  /** Null if the event no longer exists. */
  readonly bodyOf: (notified: NotifiedEvent) => Promise<Buffer | null>
}

/** Finds a listener of a workspace, or of an organization. Returns null if its creator has lost access. */
const findTestTarget = async (dependencies: ListenerJobDependencies, id: string): Promise<DeliveryTarget | null> =>
  (await findDeliveryTarget(dependencies, id)) ?? (await findTestedOfOrganization(dependencies, id))

/** Returns null if its creator may no longer read the workspace, or the workspace is deleted. */
async function findDeliveryTarget({ db, sign }: ListenerJobDependencies, id: string): Promise<DeliveryTarget | null> {
  const row = (await loadActiveListeners(db.read, [id])).get(id)
  const role = row && row.is_deleted === 0 ? listenerRole(row) : null
  if (!row || !role) return null
  const { organization_listener_id, uid } = row
  return {
    id: organization_listener_id ?? row.id,
    row,
    workspace_id: organization_listener_id === null ? null : row.workspace_id,
    bodyOf: async ({ type, seq, event_id, event_at }) => {
      if (type === testHook)
        return testHookBody({ workspace_uid: uid, event_id, created_at: event_at, actor: creatorOf(row) })
      const [event] = await listEventsAt(db.read, row.workspace_id, [seq])
      return event ? notificationBody(uid, event, signFor(role, sign)) : null
    },
  }
}

/** Without a workspace, only tests can be sent. Returns null if its creator may no longer manage the organization. */
async function findTestedOfOrganization({ db }: ListenerJobDependencies, id: string): Promise<DeliveryTarget | null> {
  const row = await findTestedOrganizationListener(db.read, id)
  if (!row || !managesOrganization(row)) return null
  const { organization_id } = row
  return {
    id,
    row,
    workspace_id: null,
    bodyOf: async ({ type, event_id, event_at: created_at }) =>
      type === testHook
        ? testHookBody({ workspace_uid: null, organization_id, event_id, created_at, actor: creatorOf(row) })
        : null,
  }
}

const creatorOf = (row: Pick<ActiveListenerRow, 'user_id' | 'email' | 'first_name' | 'last_name'>) => ({
  id: row.user_id,
  email: row.email,
  first_name: row.first_name,
  last_name: row.last_name,
})

async function send(
  dependencies: ListenerJobDependencies,
  listener: DeliveryTarget,
  notified: NotifiedEvent,
  signal: AbortSignal,
): Promise<void> {
  const { db, outbound, deliverySlots, timeoutMs = defaultTimeoutMs } = dependencies
  const { row, workspace_id } = listener
  const body = await listener.bodyOf(notified)
  if (!body) return
  const id = newObjectId()
  const now = Date.now()
  const created_at = new Date(now).toISOString()
  const { url } = row
  const webhookId = webhookIdOf(notified.event_id, listener.id)
  const request = {
    user_id: row.user_id,
    webhookId,
    url,
    keys: webhookKeys(dependencies.sealedSecrets)(row, created_at),
    body,
  }
  const slot = deliverySlots.tryAcquireHost(url, row.user_id)
  const hostIsBusy = () => new RetryLater('too many deliveries to this host are in progress', hostRetryMs)
  if (!slot) throw hostIsBusy()
  const release = await slot
  const options = { outbound: await outbound.open(), timeoutMs, signal, slots: deliverySlots, isImpatient: true }
  const outcome = await attemptDelivery(options, request, now)
    .catch(error => {
      throw error instanceof AddressBusy ? hostIsBusy() : error
    })
    .finally(release)
  if (!outcome) throw new Error('the delivery was aborted')
  const { status, error, response, duration_ms } = outcome
  const result = { status, error, response, duration_ms }
  const delivery = { ...notified, ...result, listener_id: listener.id, workspace_id, id, url, attempt: 1, created_at }
  await db.write(tx => insertDeliveries(tx, [delivery]))
}
