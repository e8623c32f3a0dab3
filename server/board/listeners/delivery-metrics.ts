// The metrics of deliveries.

import { listenerStates } from '@tessera/contract'
import { counter, Durations, gauge, histogram, type MetricFamily } from '../../platform/metrics/index.ts'
import type { Reader } from '../../platform/sql/index.ts'
import type { AttemptOutcome } from './attempt-delivery.ts'
import { countDeliveryBacklog } from './delivery-cursor-store.ts'

/** Attempts since the process started. */
export class DeliveryCounts {
  delivered = 0
  failed = 0
  suspended = 0
  readonly #durations = { delivered: new Durations(), failed: new Durations() }

  count({ isDelivered, duration_ms }: Pick<AttemptOutcome, 'isDelivered' | 'duration_ms'>): void {
    const outcome = isDelivered ? 'delivered' : 'failed'
    this[outcome] += 1
    this.#durations[outcome].observe(duration_ms / 1_000)
  }

  durationSamples() {
    return (['delivered', 'failed'] as const).flatMap(outcome => this.#durations[outcome].samples({ outcome }))
  }
}

interface DelivererState {
  readonly counts: DeliveryCounts
  readonly heldListeners: number
}

const noDeliverer: DelivererState = { counts: new DeliveryCounts(), heldListeners: 0 }

export async function deliveryMetrics(
  db: Reader,
  { counts, heldListeners }: DelivererState = noDeliverer,
  now: number,
): Promise<MetricFamily[]> {
  const { statuses, events, oldest } = await countDeliveryBacklog(db)
  const listenersOf = (status: string) => Number(statuses.find(one => one.status === status)?.listeners ?? 0)
  const oldestSeconds = oldest === null ? 0 : Math.max(0, now - Date.parse(oldest)) / 1_000
  return [
    gauge(
      'tessera_listeners',
      'Listeners by status.',
      listenerStates.map(status => ({ labels: { status }, value: listenersOf(status) })),
    ),
    gauge('tessera_listeners_held', 'Listeners that this process delivers to at the moment.', heldListeners),
    gauge('tessera_listener_events_waiting', 'Events after the cursors of active listeners.', Number(events)),
    gauge('tessera_listener_oldest_seconds', 'Age of the oldest of these events.', oldestSeconds),
    counter('tessera_deliveries_total', 'Delivery attempts of this process by outcome.', [
      { labels: { outcome: 'delivered' }, value: counts.delivered },
      { labels: { outcome: 'failed' }, value: counts.failed },
    ]),
    histogram('tessera_delivery_seconds', 'Duration of delivery attempts by outcome.', counts.durationSamples()),
    counter('tessera_listeners_suspended_total', 'Listeners that this process suspended.', counts.suspended),
  ]
}
