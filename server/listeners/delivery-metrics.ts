// The figures of telling listeners, in the form in which /metrics tells them.

import type { Reader } from '../db/database.ts'
import type { Outcome } from './attempt-delivery.ts'
import { countServing } from './delivery-cursor-store.ts'

export { countServing, type ServingFigures } from './delivery-cursor-store.ts'

/** What this process has done since it began. */
export class DeliveryCounts {
  delivered = 0
  failed = 0
  suspended = 0

  count({ isDelivered }: Pick<Outcome, 'isDelivered'>): void {
    if (isDelivered) this.delivered += 1
    else this.failed += 1
  }
}

export async function deliveryFigures(db: Reader, counts: DeliveryCounts, now: number): Promise<string[]> {
  const { statuses, events, oldest } = await countServing(db)
  const oldestSeconds = oldest === null ? 0 : Math.max(0, now - Date.parse(oldest)) / 1_000
  return [
    '# HELP tessera_listeners Listeners by status.',
    '# TYPE tessera_listeners gauge',
    ...statuses.map(({ status, listeners }) => `tessera_listeners{status="${status}"} ${listeners}`),
    '# HELP tessera_listener_events_waiting Events that active listeners have not passed yet.',
    '# TYPE tessera_listener_events_waiting gauge',
    `tessera_listener_events_waiting ${events}`,
    '# HELP tessera_listener_oldest_seconds How long ago the oldest of them happened.',
    '# TYPE tessera_listener_oldest_seconds gauge',
    `tessera_listener_oldest_seconds ${oldestSeconds}`,
    '# HELP tessera_deliveries_total Attempts of this process to tell a listener something, by outcome.',
    '# TYPE tessera_deliveries_total counter',
    `tessera_deliveries_total{outcome="delivered"} ${counts.delivered}`,
    `tessera_deliveries_total{outcome="failed"} ${counts.failed}`,
    '# HELP tessera_listeners_suspended_total Listeners that this process gave up.',
    '# TYPE tessera_listeners_suspended_total counter',
    `tessera_listeners_suspended_total ${counts.suspended}`,
  ]
}
