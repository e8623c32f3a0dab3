// Delivers the pending events of one listener, one after the other, until there are none, an attempt fails, or the
// listener is no longer this node's.

import { setTimeout as delay } from 'node:timers/promises'
import type { SignFile } from '../../platform/files/index.ts'
import { type Clock, isoTime } from '../../platform/jobs/index.ts'
import { type DeliverySlots, slowAfterMs } from '../../platform/limits/index.ts'
import type { DeliveryTable } from '../../platform/schema/index.ts'
import { newObjectId } from '../../tools/index.ts'
import { signFor } from '../records/stored-object.ts'
import type { ActiveListener } from './active-listener.ts'
import { type AttemptOptions, type AttemptOutcome, attemptDelivery } from './attempt-delivery.ts'
import type { Backpressure } from './backpressure.ts'
import type { DeliveryCounts } from './delivery-metrics.ts'
import type { DeliveryProgress } from './delivery-progress.ts'
import type { LoggedEvent, LogWindow } from './log-window.ts'
import { maxAttempts, retryDelay } from './retry-schedule.ts'
import { webhookIdOf } from './sign-notification.ts'

export interface DeliveryContext extends AttemptOptions {
  readonly clock: Clock
  readonly sign: SignFile
  readonly window: LogWindow
  readonly slots: DeliverySlots
  readonly progress: DeliveryProgress
  readonly counts: DeliveryCounts
  readonly backpressure: Pick<Backpressure, 'isOn'>
  /** No new attempt is started. */
  readonly isClosing: () => boolean
  /** Reloads the listener; returns false if nothing is to be delivered to it any more. */
  readonly refresh: (listener: ActiveListener) => Promise<boolean>
}

/** How long the loaded listener and the access of its creator count as current. */
const freshForMs = 1_000

/** The pause between two attempts for a listener under backpressure. */
const backpressureDelayMs = 5

/** Returns true if nothing is pending: the listener can stay in memory until there are new events. */
export async function deliverToListener(context: DeliveryContext, listener: ActiveListener): Promise<boolean> {
  while (!isStopped(context, listener)) {
    listener.hasNewEvents = false
    if (!isFresh(context, listener) && !(await context.refresh(listener))) return false
    if (!listener.role) return skipAll(context, listener)
    await context.progress.waitForCapacity()
    const events = await context.window.read(listener.workspace, listener.position)
    if (events.length === 0 && !listener.hasNewEvents) return true
    if (!(await deliverAll(context, listener, events))) return false
    if (listener.isDeleted && listener.position >= listener.lastSeq) return true
  }
  return false
}

const isStopped = ({ isClosing }: DeliveryContext, listener: ActiveListener) =>
  isClosing() || listener.isLost || listener.isReleasing

/** A listener whose creator lost access is always reloaded: `lastSeq` is how far to skip. */
const isFresh = ({ clock }: DeliveryContext, listener: ActiveListener) =>
  listener.role !== null && !listener.isStale && clock.now() - listener.loadedAt < freshForMs

/** Events that happen while the creator may not read the workspace are never delivered. */
function skipAll({ progress }: DeliveryContext, listener: ActiveListener): true {
  if (listener.position < listener.lastSeq) {
    listener.position = listener.lastSeq
    progress.recordSkipped(listener)
  }
  return true
}

/** Returns false if the listener has to wait for a retry. Returns early if the listener has to be reloaded. */
async function deliverAll(
  context: DeliveryContext,
  listener: ActiveListener,
  events: readonly LoggedEvent[],
): Promise<boolean> {
  for (const event of events) {
    const { seq, type } = event.row
    if (isStopped(context, listener) || (listener.isDeleted && seq > listener.lastSeq)) return true
    // This event is newer than the loaded listener: it may have removed access or deleted the workspace.
    if (type.startsWith('WORKSPACE_') && seq > listener.lastSeq) listener.isStale = true
    if (!isFresh(context, listener)) return true
    if (!listener.wants(event.row)) {
      listener.position = seq
      context.progress.recordSkipped(listener)
    } else {
      if (context.backpressure.isOn) await delay(backpressureDelayMs)
      if (!(await deliver(context, listener, event))) return false
    }
  }
  return true
}

async function deliver(context: DeliveryContext, listener: ActiveListener, event: LoggedEvent): Promise<boolean> {
  const release = await context.slots.acquire(listener)
  try {
    // The wait may have been long: a listener that was changed in the meantime is reloaded first.
    if (isStopped(context, listener) || listener.isStale) return true
    const id = newObjectId()
    const now = context.clock.now()
    const { url, keys } = listener
    const webhookId = webhookIdOf(event.row.id, listener.knownId)
    const body = event.body(signFor(listener.role as NonNullable<typeof listener.role>, context.sign))
    const outcome = await attemptDelivery(context, { user_id: listener.user_id, webhookId, url, keys, body }, now)
    if (!outcome) return false
    listener.isSlow = !outcome.isDelivered || outcome.duration_ms > slowAfterMs
    context.counts.count(outcome)
    const attempt = listener.attempts + 1
    applyOutcome(context, listener, event, outcome)
    context.progress.recordAttempt(listener, deliveryOf(listener, event, outcome, { id, url, attempt, now }))
    return outcome.isDelivered
  } finally {
    release()
  }
}

function applyOutcome(
  { clock, counts }: DeliveryContext,
  listener: ActiveListener,
  event: LoggedEvent,
  outcome: AttemptOutcome,
): void {
  if (outcome.isDelivered) {
    listener.position = event.row.seq
    listener.attempts = 0
    listener.dueAt = null
    return
  }
  listener.attempts += 1
  if (outcome.isGone || listener.attempts >= maxAttempts) {
    listener.status = 'SUSPENDED'
    counts.suspended += 1
    return
  }
  const now = clock.now()
  listener.dueAt = isoTime(now + retryDelay(listener.attempts, { retryAfter: outcome.retryAfter, now }))
}

interface Attempt {
  readonly id: string
  readonly url: string
  readonly attempt: number
  readonly now: number
}

function deliveryOf(
  listener: ActiveListener,
  { row }: LoggedEvent,
  outcome: AttemptOutcome,
  sent: Attempt,
): DeliveryTable {
  return {
    listener_id: listener.knownId,
    workspace_id: listener.organizationListenerId === null ? null : listener.workspace.id,
    id: sent.id,
    cause: 'event',
    event_id: row.id,
    type: row.type,
    seq: row.seq,
    event_at: row.created_at,
    attempt: sent.attempt,
    url: sent.url,
    created_at: cachedIsoTime(sent.now),
    duration_ms: outcome.duration_ms,
    status: outcome.status,
    error: outcome.error,
    response: outcome.response,
  }
}

let lastTime = 0
let lastText = ''

/** Many attempts happen in the same millisecond. */
function cachedIsoTime(ms: number): string {
  if (ms !== lastTime) {
    lastTime = ms
    lastText = isoTime(ms)
  }
  return lastText
}
