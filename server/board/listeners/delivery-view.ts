// Deliveries as records. The request is rebuilt from the log, which never changes.

import type { Delivery } from '@tessera/contract'
import type { Static } from 'typebox'
import type { DeliveryTable } from '../../platform/schema/index.ts'
import { timestampOf, unsignedHeaders, webhookIdOf } from './sign-notification.ts'

export type DeliveryRecord = Static<typeof Delivery>

/** `body` is null if the caller may not see it. */
export function deliveryView(
  row: DeliveryTable,
  { workspaceId, body }: { readonly workspaceId: string | null; readonly body: string | null },
): DeliveryRecord {
  const { id, cause, event_id, type, seq, event_at, attempt, url, created_at, duration_ms, status, error } = row
  return {
    id,
    cause: cause as DeliveryRecord['cause'],
    workspaceId,
    event: { id: event_id, type, seq, created_at: event_at },
    attempt,
    state: error === null ? 'delivered' : 'failed',
    created_at,
    duration_ms,
    error,
    request: { url, headers: headersOf(row), body },
    response: status === null ? null : { status, body: row.response },
  }
}

function headersOf({ event_id, listener_id, created_at }: DeliveryTable): DeliveryRecord['request']['headers'] {
  const list = unsignedHeaders(webhookIdOf(event_id, listener_id), timestampOf(Date.parse(created_at)))
  const pairs = list.flatMap((name, index) => (index % 2 === 0 ? [[name, list[index + 1]]] : []))
  return Object.fromEntries(pairs)
}
