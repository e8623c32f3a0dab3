// The log of a workspace: one numbered row for every change, written with the change and never touched again.

import { sql } from 'kysely'
import { markCommit } from '../db/commit-topics.ts'
import type { Reader, Tx } from '../db/database.ts'
import { eraseRows } from '../db/erase-rows.ts'
import { fixedStatement } from '../db/fixed-statement.ts'
import { rowsStatement } from '../db/rows.ts'
import type { EventTable } from '../db/schema.ts'
import { insertRows } from '../db/write-rows.ts'

const columns = {
  workspace_id: 'integer',
  seq: 'integer',
  id: 'text',
  type: 'text',
  kind: 'text',
  object_id: 'text',
  target_id: 'text',
  actor_id: 'integer',
  created_at: 'text',
  data: 'text',
} as const

export type NewEvent = EventTable

/** Whoever did something, as the log names them. */
export interface Actor {
  readonly caller_id: number | null
  readonly email: string
  readonly first_name: string
  readonly last_name: string
}

/** Of a transaction that is over: all its events, where everybody who made them is known. */
const written = new WeakMap<Tx, { list: readonly NewEvent[]; actors: readonly Actor[] } | null>()

/**
 * Whoever follows the log in this process hears of it after the commit, and with `actors`, among whom are all who did
 * this, need not read it.
 */
export function insertEvents(tx: Tx, list: readonly NewEvent[], actors?: readonly Actor[]): Promise<number> {
  markCommit(tx, 'events', new Set(list.map(event => event.workspace_id)))
  written.set(tx, actors && !written.has(tx) ? { list, actors } : null)
  return insertRows(tx, 'events', columns, list)
}

/** What the transaction added to the log of a workspace, in order; null where only the log itself can tell. */
export function eventsWritten(tx: Tx, workspace_id: number): EventRow[] | null {
  const { list, actors } = written.get(tx) ?? {}
  if (!list || !actors) return null
  const known = new Map(actors.map(actor => [actor.caller_id, actor]))
  const found: EventRow[] = []
  for (const event of list) {
    if (event.workspace_id !== workspace_id) continue
    const actor = known.get(event.actor_id)
    if (!actor) return null
    found.push({ ...event, email: actor.email, first_name: actor.first_name, last_name: actor.last_name })
  }
  return found
}

export const eraseEvents = (tx: Tx, workspace_id: number, most: number) =>
  eraseRows(tx, 'events', 'seq', { workspace_id, most })

/** Moves a workspace's clock on by one for each event and says where it stood before. */
export async function advanceSeq(tx: Tx, workspace_id: number, steps: number, now: string): Promise<number> {
  const { seq } = await tx
    .updateTable('workspaces')
    .set({ seq: sql<number>`seq + ${steps}`, updated_at: now })
    .where('id', '=', workspace_id)
    .returning('seq')
    .executeTakeFirstOrThrow()
  return seq - steps
}

export type EventRow = EventTable & { email: string; first_name: string; last_name: string }

const eventsAfter = fixedStatement<EventRow>(`
  select e.*, u.email, u.first_name, u.last_name from events e join users u on u.id = e.actor_id
  where e.workspace_id = ? and e.seq > ? order by e.seq limit ?`)

export const listEvents = (db: Reader, workspace_id: number, after: number, limit: number): Promise<EventRow[]> =>
  eventsAfter(db, workspace_id, after, limit)

/** The events of these numbers, in no order. */
export async function listEventsAt(db: Reader, workspace_id: number, seqs: readonly number[]): Promise<EventRow[]> {
  if (seqs.length === 0) return []
  return await db
    .selectFrom('events as e')
    .innerJoin('users as u', 'u.id', 'e.actor_id')
    .selectAll('e')
    .select(['u.email', 'u.first_name', 'u.last_name'])
    .where('e.workspace_id', '=', workspace_id)
    .where('e.seq', 'in', seqs)
    .execute()
}

export interface ObjectAsItWas {
  object_id: string
  kind: string
  data: string
}

/** The objects as they stood after `seq`: of each, its last event up to there, unless that was its end. */
export async function listObjectsAt(
  db: Reader,
  workspace_id: number,
  { seq, kinds, after, limit }: { seq: number; kinds: readonly string[]; after: string; limit: number },
): Promise<ObjectAsItWas[]> {
  const found = await sql<ObjectAsItWas>`
    select e.object_id, e.kind, e.data
    from (select object_id, max(seq) as last_seq from events
          where workspace_id = ${workspace_id} and object_id > ${after} and seq <= ${seq} and kind in (${sql.join(kinds)})
          group by object_id) as latest
    join events e on e.workspace_id = ${workspace_id} and e.seq = latest.last_seq
    where e.type not like '%\\_DELETE' escape '\\'
    order by e.object_id limit ${limit}`.execute(db)
  return found.rows
}

/** What an event says of the end of an object or comment. */
export interface EndedThing {
  workspace_id: number
  object_id: string
  kind: string
  target_id: string | null
  seq: number
  data: string
  /** Who made it. */
  created_by: number
}

const ended = `e.workspace_id, e.object_id, e.kind, e.target_id, e.seq, e.data,
  (select f.actor_id from events f where f.workspace_id = e.workspace_id and f.object_id = e.object_id
   order by f.seq limit 1) as created_by`

/** The last event of each, where that was its end. */
export const listEnded = rowsStatement(
  { workspace_id: 'integer', id: 'text' },
  keys => `
    select ${ended} from ${keys} as k
    join events e on e.workspace_id = k.workspace_id and e.object_id = k.id
      and e.seq = (select max(l.seq) from events l where l.workspace_id = k.workspace_id and l.object_id = k.id)
    where e.type like '%\\_DELETE' escape '\\'`,
)<EndedThing>

/** The events of these stretches of logs, in order. */
export const listEndedBetween = rowsStatement(
  { workspace_id: 'integer', first: 'integer', last: 'integer' },
  stretches => `
    select ${ended} from ${stretches} as k
    join events e on e.workspace_id = k.workspace_id and e.seq between k.first and k.last
    order by e.workspace_id, e.seq`,
)<EndedThing>
