// What is sent to a listener out of turn: its TEST_HOOK, and what its owner asks for again. One attempt each, whatever
// comes of it; it moves nothing but the list of deliveries.

import { applicationRoles } from '@tessera/contract'
import { effectiveRole } from '../access/access.ts'
import type { Database } from '../db/database.ts'
import type { DeliveryTable } from '../db/schema.ts'
import { listEventsAt } from '../events/event-store.ts'
import { newObjectId } from '../ids.ts'
import type { JobHandlers } from '../jobs/job.ts'
import { signFor } from '../records/stored-object.ts'
import type { SignFile } from '../files/signed-url.ts'
import type { LazyOutbound } from '../outbound/lazy-outbound.ts'
import { attempt, usualTimeoutMs } from './attempt-delivery.ts'
import { findDelivery, insertDeliveries } from './delivery-store.ts'
import { notificationBody, testHook, testHookBody } from './notification.ts'
import { loadServed, type ServedRow } from './delivery-cursor-store.ts'
import { signingKeys } from './sign-notification.ts'

export interface ListenerJobParts {
  readonly db: Database
  readonly outbound: LazyOutbound
  readonly sign: SignFile
  readonly timeoutMs?: number | undefined
}

type Told = Pick<DeliveryTable, 'cause' | 'event_id' | 'type' | 'seq' | 'event_at'>

export const listenerJobs = (parts: ListenerJobParts): Pick<JobHandlers, 'test-listener' | 'redeliver-event'> => ({
  'test-listener': async ({ payload }, signal) => {
    const listener = await findTellable(parts, payload.listener_id)
    if (listener) await send(parts, listener, { ...testOf(listener), cause: 'test' }, signal)
  },
  'redeliver-event': async ({ payload }, signal) => {
    const listener = await findTellable(parts, payload.listener_id)
    const delivery = await findDelivery(parts.db.read, payload.listener_id, payload.delivery_id)
    if (!listener || !delivery) return
    const { event_id, type, seq, event_at } = delivery
    await send(parts, listener, { event_id, type, seq, event_at, cause: 'redelivery' }, signal)
  },
})

const testOf = ({ id, created_at }: ServedRow) => ({ event_id: id, type: testHook, seq: 0, event_at: created_at })

const roleOf = (row: ServedRow) =>
  row.application_role_id === null ? null : effectiveRole(row, applicationRoles.get(row.application_role_id))

/** Not where its creator may no longer read the workspace, or the workspace is deleted. */
async function findTellable({ db }: ListenerJobParts, id: string): Promise<ServedRow | null> {
  const row = (await loadServed(db.read, [id])).get(id)
  return row && row.is_deleted === 0 && roleOf(row) !== null ? row : null
}

async function send(parts: ListenerJobParts, row: ServedRow, told: Told, signal: AbortSignal): Promise<void> {
  const { db, outbound, timeoutMs = usualTimeoutMs } = parts
  const body = await bodyOf(parts, row, told)
  if (!body) return
  const id = newObjectId()
  const now = Date.now()
  const created_at = new Date(now).toISOString()
  const { url } = row
  const letter = { listener_id: row.id, event_id: told.event_id, url, keys: signingKeys(row, created_at), body }
  const outcome = await attempt({ outbound: await outbound.open(), timeoutMs, signal }, letter, now)
  if (!outcome) throw new Error('it was called off')
  const { status, error, response, duration_ms } = outcome
  const result = { status, error, response, duration_ms }
  const delivery = { ...told, ...result, listener_id: row.id, id, url, attempt: 1, created_at }
  await db.write(tx => insertDeliveries(tx, [delivery]))
}

/** Null where the event is no longer there. */
async function bodyOf({ db, sign }: ListenerJobParts, row: ServedRow, { type, seq }: Told): Promise<Buffer | null> {
  if (type === testHook) return testHookBody(row)
  const [event] = await listEventsAt(db.read, row.workspace_id, [seq])
  const role = roleOf(row)
  return event && role ? notificationBody(row.uid, event, signFor(role, sign)) : null
}
