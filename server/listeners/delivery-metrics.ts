// The metrics of deliveries, in the text format of /metrics.

import type { Reader } from '../db/database.ts'
import type { AttemptOutcome } from './attempt-delivery.ts'
import { countDeliveryBacklog } from './delivery-cursor-store.ts'

/** Attempts since the process started. */
export class DeliveryCounts {
  delivered = 0
  failed = 0
  suspended = 0

  count({ isDelivered }: Pick<AttemptOutcome, 'isDelivered'>): void {
    if (isDelivered) this.delivered += 1
    else this.failed += 1
  }
}

export async function deliveryMetrics(db: Reader, counts: DeliveryCounts, now: number): Promise<string[]> {
  const { statuses, events, oldest } = await countDeliveryBacklog(db)
  const oldestSeconds = oldest === null ? 0 : Math.max(0, now - Date.parse(oldest)) / 1_000
  return [
    '# HELP tessera_listeners Listeners by status.',
    '# TYPE tessera_listeners gauge',
    ...statuses.map(({ status, listeners }) => `tessera_listeners{status="${status}"} ${listeners}`),
    '# HELP tessera_listener_events_waiting Events after the cursors of active listeners.',
    '# TYPE tessera_listener_events_waiting gauge',
    `tessera_listener_events_waiting ${events}`,
    '# HELP tessera_listener_oldest_seconds Age of the oldest of them.',
    '# TYPE tessera_listener_oldest_seconds gauge',
    `tessera_listener_oldest_seconds ${oldestSeconds}`,
    '# HELP tessera_deliveries_total Delivery attempts of this process by outcome.',
    '# TYPE tessera_deliveries_total counter',
    `tessera_deliveries_total{outcome="delivered"} ${counts.delivered}`,
    `tessera_deliveries_total{outcome="failed"} ${counts.failed}`,
    '# HELP tessera_listeners_suspended_total Listeners that this process suspended.',
    '# TYPE tessera_listeners_suspended_total counter',
    `tessera_listeners_suspended_total ${counts.suspended}`,
  ]
}
