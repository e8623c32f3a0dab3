// The body of a notification: an event of the log, with the record after the change under its kind.

import type { SignFile } from '../../platform/files/index.ts'
import type { EventRow } from '../events/event-store.ts'
import { actorText } from '../events/event-text.ts'
import { objectView } from '../records/stored-object.ts'

/** The type of a test notification, which is in no log and does not move the cursor. */
export const testHook = 'TEST_HOOK'

/** The record in the log is JSON already and is copied, unless it has files, whose URLs must be signed. */
export function notificationBody(uid: string, row: EventRow, sign: SignFile): Buffer {
  const { id, type, seq, created_at, kind, data } = row
  const event = JSON.stringify({ id, type, seq, created_at })
  const actor = actorText(row)
  const record = hasFiles(row) ? JSON.stringify(objectView(JSON.parse(data), sign)) : data
  return Buffer.from(`{"workspace_id":"${uid}","event":${event},"actor":${actor},"${kind}":${record}}`)
}

/** Stored records mark file references with a `$` field. */
export const hasFiles = ({ data }: Pick<EventRow, 'data'>): boolean => data.includes('"$":')

export interface TestNotification {
  /** Null for an organization listener, which is named instead. */
  readonly workspace_uid: string | null
  readonly organization_id?: number
  readonly event_id: string
  readonly created_at: string
  /** The listener's creator. */
  readonly actor: {
    readonly id: number
    readonly email: string
    readonly first_name: string
    readonly last_name: string
  }
}

export function testHookBody({
  workspace_uid,
  organization_id,
  event_id,
  created_at,
  actor,
}: TestNotification): Buffer {
  const { id, email, first_name, last_name } = actor
  return Buffer.from(
    JSON.stringify({
      workspace_id: workspace_uid,
      ...(organization_id === undefined ? {} : { organization_id }),
      event: { id: event_id, type: testHook, seq: 0, created_at },
      actor: { id, email, first_name, last_name, via: null },
    }),
  )
}
