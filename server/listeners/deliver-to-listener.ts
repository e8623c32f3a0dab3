// Tells one listener what it is owed, one event after the other, until there is nothing more, an attempt fails, or it is
// no longer this node's to tell.

import { setTimeout as delay } from 'node:timers/promises'
import type { DeliveryTable } from '../db/schema.ts'
import { newObjectId } from '../ids.ts'
import { type Clock, timeOf } from '../jobs/clock.ts'
import { signFor } from '../records/stored-object.ts'
import type { SignFile } from '../files/signed-url.ts'
import { type AttemptParts, attempt, type Outcome } from './attempt-delivery.ts'
import type { DeliveryCounts } from './delivery-metrics.ts'
import type { LoggedEvent, LogWindow } from './log-window.ts'
import type { ProgressBook } from './delivery-progress.ts'
import { delayAfterFailure, lastAttempt } from './retry-schedule.ts'
import type { Rush } from './backpressure.ts'
import type { ServedListener } from './active-listener.ts'
import { type Slots, slowAfterMs } from './delivery-concurrency.ts'

export interface ServeParts extends AttemptParts {
  readonly clock: Clock
  readonly sign: SignFile
  readonly window: LogWindow
  readonly slots: Slots
  readonly book: ProgressBook
  readonly counts: DeliveryCounts
  readonly rush: Pick<Rush, 'isOn'>
  /** Nothing more is begun. */
  readonly isClosing: () => boolean
  /** False where it is not to be told any more. */
  readonly refresh: (one: ServedListener) => Promise<boolean>
}

/** For so long what is known of a listener and of its creator's rights holds without being asked again. */
const freshForMs = 1_000

/** Between two attempts for one listener while the server is in a rush. */
const rushMs = 5

/** True where it may be told more as soon as there is more. */
export async function serveListener(parts: ServeParts, one: ServedListener): Promise<boolean> {
  while (!isOver(parts, one)) {
    one.hasNews = false
    if (!isFresh(parts, one) && !(await parts.refresh(one))) return false
    if (!one.role) return passEverything(parts, one)
    await parts.book.room()
    const events = await parts.window.read(one.workspace, one.position)
    if (events.length === 0 && !one.hasNews) return true
    if (!(await tellAll(parts, one, events))) return false
    if (one.isDeleted && one.position >= one.endsAt) return true
  }
  return false
}

const isOver = ({ isClosing }: ServeParts, one: ServedListener) => isClosing() || one.isLost || one.isLeaving

/** How far to pass over the log for a creator without rights is to be asked each time there is more of it. */
const isFresh = ({ clock }: ServeParts, one: ServedListener) =>
  one.role !== null && !one.isStale && clock.now() - one.seenAt < freshForMs

/** What happens while its creator may not read the workspace is never told. */
function passEverything({ book }: ServeParts, one: ServedListener): true {
  if (one.position < one.endsAt) {
    one.position = one.endsAt
    book.pass(one)
  }
  return true
}

/** False where it must wait. Stops early where something about the listener has to be asked again. */
async function tellAll(parts: ServeParts, one: ServedListener, events: readonly LoggedEvent[]): Promise<boolean> {
  for (const event of events) {
    const { seq, type } = event.row
    if (isOver(parts, one) || (one.isDeleted && seq > one.endsAt)) return true
    // It may have taken the creator's rights away, or ended the workspace, after that was asked.
    if (type.startsWith('WORKSPACE_') && seq > one.endsAt) one.isStale = true
    if (!isFresh(parts, one)) return true
    if (!one.wants(event.row)) {
      one.position = seq
      parts.book.pass(one)
    } else {
      if (parts.rush.isOn) await delay(rushMs)
      if (!(await tell(parts, one, event))) return false
    }
  }
  return true
}

async function tell(parts: ServeParts, one: ServedListener, event: LoggedEvent): Promise<boolean> {
  const giveBack = await parts.slots.take(one.isSlow)
  try {
    // While it waited for its turn, all sorts of things may have happened; what was changed is looked up first.
    if (isOver(parts, one) || one.isStale) return true
    const id = newObjectId()
    const now = parts.clock.now()
    const { url, keys } = one
    const body = event.body(signFor(one.role as NonNullable<typeof one.role>, parts.sign))
    const outcome = await attempt(parts, { listener_id: one.id, event_id: event.row.id, url, keys, body }, now)
    if (!outcome) return false
    one.isSlow = !outcome.isDelivered || outcome.duration_ms > slowAfterMs
    parts.counts.count(outcome)
    const tries = one.attempts + 1
    settle(parts, one, event, outcome)
    parts.book.note(one, deliveryOf(one.id, event, outcome, { id, url, attempt: tries, now }))
    return outcome.isDelivered
  } finally {
    giveBack()
  }
}

function settle({ clock, counts }: ServeParts, one: ServedListener, event: LoggedEvent, outcome: Outcome): void {
  if (outcome.isDelivered) {
    one.position = event.row.seq
    one.attempts = 0
    one.dueAt = null
    return
  }
  one.attempts += 1
  if (outcome.isGone || one.attempts >= lastAttempt) {
    one.status = 'SUSPENDED'
    counts.suspended += 1
    return
  }
  const now = clock.now()
  one.dueAt = timeOf(now + delayAfterFailure(one.attempts, { retryAfter: outcome.retryAfter, now }))
}

interface Sent {
  readonly id: string
  readonly url: string
  readonly attempt: number
  readonly now: number
}

function deliveryOf(listener_id: string, { row }: LoggedEvent, outcome: Outcome, sent: Sent): DeliveryTable {
  return {
    listener_id,
    id: sent.id,
    cause: 'event',
    event_id: row.id,
    type: row.type,
    seq: row.seq,
    event_at: row.created_at,
    attempt: sent.attempt,
    url: sent.url,
    created_at: textOfTime(sent.now),
    duration_ms: outcome.duration_ms,
    status: outcome.status,
    error: outcome.error,
    response: outcome.response,
  }
}

let lastTime = 0
let lastText = ''

/** Many come within a millisecond. */
function textOfTime(ms: number): string {
  if (ms !== lastTime) {
    lastTime = ms
    lastText = timeOf(ms)
  }
  return lastText
}
