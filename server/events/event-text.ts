// Events as text, ready for a message: made once, whoever reads them. What is stored is JSON already, so most are put
// together without being parsed.

import type { Reader } from '../db/database.ts'
import { objectView, type SignFile } from '../objects/stored-object.ts'
import { type EventRow, listEvents } from './event-store.ts'

export interface EventText {
  readonly seq: number
  readonly type: string
  /** For those who may download originals. */
  readonly full: string
  /** For the others: the same but for the addresses of files. */
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

const unsigned: SignFile = () => ''

function eventText(row: EventRow, sign: SignFile): EventText {
  const { id, seq, type, created_at, actor_id, email, first_name, last_name, kind, data } = row
  const actor = { id: actor_id, email, first_name, last_name }
  const head = `{"id":"${id}","seq":${seq},"type":"${type}","created_at":"${created_at}","actor":${JSON.stringify(actor)},"${kind}":`
  const { full, plain } = recordTexts(data, sign)
  return { seq, type, full: `${head}${full}}`, plain: full === plain ? `${head}${full}}` : `${head}${plain}}` }
}

/** A stored record as the wire shows it, with and without the address of its file. */
export function recordTexts(data: string, sign: SignFile): { full: string; plain: string } {
  // Nearly nothing has something to hide. A text that happens to contain this is parsed for nothing.
  if (!data.includes('"$":')) return { full: data, plain: data }
  const record = JSON.parse(data)
  if (!('$' in record)) return { full: data, plain: data }
  const plain = JSON.stringify(objectView(record, unsigned))
  return record.$.file === undefined ? { full: plain, plain } : { full: JSON.stringify(objectView(record, sign)), plain }
}
