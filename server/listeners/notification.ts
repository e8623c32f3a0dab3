// What a listener is sent: an event as the log has it, the thing after the change under its kind.

import type { EventRow } from '../events/event-store.ts'
import { objectView } from '../records/stored-object.ts'
import type { SignFile } from '../files/signed-url.ts'

/** A listener's first notification: it stands in no log and counts for nothing. */
export const testHook = 'TEST_HOOK'

/** The body as it is sent. What the log holds is JSON already, and goes along as it is unless it names a file. */
export function notificationBody(uid: string, row: EventRow, sign: SignFile): Buffer {
  const { id, type, seq, created_at, actor_id, email, first_name, last_name, kind, data } = row
  const event = JSON.stringify({ id, type, seq, created_at })
  const actor = JSON.stringify({ id: actor_id, email, first_name, last_name })
  const thing = isShown(row) ? data : JSON.stringify(objectView(JSON.parse(data), sign))
  return Buffer.from(`{"workspace_id":"${uid}","event":${event},"actor":${actor},"${kind}":${thing}}`)
}

/** Whether the thing is shown to everybody as the log has it: nothing is hidden in it. */
export const isShown = ({ data }: Pick<EventRow, 'data'>): boolean => !data.includes('"$":')

export interface TestedListener {
  readonly id: string
  readonly uid: string
  readonly created_at: string
  readonly user_id: number
  readonly email: string
  readonly first_name: string
  readonly last_name: string
}

export function testHookBody({ id, uid, created_at, user_id, email, first_name, last_name }: TestedListener): Buffer {
  return Buffer.from(
    JSON.stringify({
      workspace_id: uid,
      event: { id, type: testHook, seq: 0, created_at },
      actor: { id: user_id, email, first_name, last_name },
    }),
  )
}
