// Events as JSON text for messages, serialized once for all readers. Most are concatenated from stored JSON without parsing.

import type { SignFile } from '../../platform/files/index.ts'
import type { Reader, Tx } from '../../platform/sql/index.ts'
import { recordTexts } from '../records/stored-object.ts'
import { type EventRow, eventsWritten, listEvents } from './event-store.ts'

export interface EventText {
  readonly seq: number
  readonly type: string
  /** The text for users who may download original files. */
  readonly full: string
  /** The text for all other users. */
  readonly plain: string
}

export async function listEventTexts(
  db: Reader,
  workspace_id: number,
  { after, limit, sign }: { after: number; limit: number; sign: SignFile },
): Promise<EventText[]> {
  const found = await listEvents(db, workspace_id, after, limit)
  return found.map(row => eventText(row, sign))
}

/** The events of a committed transaction; null if they must be read from the database. */
export const eventTextsWritten = (tx: Tx, workspace_id: number, sign: SignFile): EventText[] | null =>
  eventsWritten(tx, workspace_id)?.map(row => eventText(row, sign)) ?? null

function eventText(row: EventRow, sign: SignFile): EventText {
  const { id, seq, type, created_at, kind, data } = row
  const actor = actorText(row)
  const head = `{"id":"${id}","seq":${seq},"type":"${type}","created_at":"${created_at}","actor":${actor},"${kind}":`
  const { full, plain } = recordTexts(data, sign)
  const whole = `${head}${full}}`
  return { seq, type, full: whole, plain: plain === full ? whole : `${head}${plain}}` }
}

/** The user and the application that acted for them. `via` is stored as JSON. */
export function actorText({ actor_id, email, first_name, last_name, via }: EventRow): string {
  const user = JSON.stringify({ id: actor_id, email, first_name, last_name })
  return `${user.slice(0, -1)},"via":${via ?? 'null'}}`
}
