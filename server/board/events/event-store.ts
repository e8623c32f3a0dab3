// The log of a workspace: one numbered row for every change, written in its transaction and never updated. Past states are
// read in history-store.ts. All readers get events with the fields that records have today.

import { setImmediate as nextTick } from 'node:timers/promises'
import { sql } from 'kysely'
import type { EventTable } from '../../platform/schema/index.ts'
import { eraseRows, insertRows, markCommit, type Reader, type Tx } from '../../platform/sql/index.ts'
import { completeEvent } from './complete-event.ts'

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
  prior_seq: 'integer',
  data: 'text',
  via: 'text',
  grant_id: 'text',
} as const

export type NewEvent = EventTable

/** The user who made a change, as the log shows them. */
export interface Actor {
  readonly caller_id: number | null
  readonly email: string
  readonly first_name: string
  readonly last_name: string
}

/** The events of a committed transaction, if all their actors are known. */
const written = new WeakMap<Tx, { list: readonly NewEvent[]; actors: readonly Actor[] } | null>()

/**
 * Subscribers in this process are notified after the commit. If `actors` holds all actors of the events, they get the events
 * without reading the log.
 */
export function insertEvents(tx: Tx, list: readonly NewEvent[], actors?: readonly Actor[]): Promise<number> {
  markCommit(tx, 'events', new Set(list.map(event => event.workspace_id)))
  written.set(tx, actors && !written.has(tx) ? { list, actors } : null)
  return insertRows(tx, 'events', columns, list)
}

/** More events than this are read from the log, page by page, so that nobody waits until all are formatted. */
const maxWritten = 1_000

/** The events that a transaction added to a workspace's log, in order; null if they must be read from the log. */
export function eventsWritten(tx: Tx, workspace_id: number): EventRow[] | null {
  const { list, actors } = written.get(tx) ?? {}
  if (!list || !actors || list.length > maxWritten) return null
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

export const eraseEvents = (tx: Tx, workspace_id: number, limit: number) =>
  eraseRows(tx, 'events', 'seq', { workspace_id, limit })

export type EventRow = EventTable & { email: string; first_name: string; last_name: string }

export async function listEvents(db: Reader, workspace_id: number, after: number, limit: number): Promise<EventRow[]> {
  const found = await sql<EventRow>`
    select e.*, u.email, u.first_name, u.last_name from events e join users u on u.id = e.actor_id
    where e.workspace_id = ${workspace_id} and e.seq > ${after} order by e.seq limit ${limit}`.execute(db)
  return found.rows.map(completeEvent)
}

/** A program that acts for a user, or a personal token. */
export interface EventAuthor {
  readonly actor_id: number
  readonly client_id: string | null
  readonly grant_id: string
}

/** Events that one statement visits. */
const stepEvents = 5_000

/**
 * Lists the changes of objects and comments that the program or the personal token made, up to `last`. They have no
 * index: the log is read in steps that yield to the event loop.
 */
export async function listEventsBy(
  db: Reader,
  workspace_id: number,
  author: EventAuthor,
  { after, last, limit }: { readonly after: number; readonly last: number; readonly limit: number },
): Promise<EventRow[]> {
  const { actor_id, client_id, grant_id } = author
  // `via` is JSON that starts with the client_id.
  const start = `{"client_id":${JSON.stringify(client_id)},`
  const isOwn = client_id === null ? sql`e.grant_id = ${grant_id}` : sql`substr(e.via, 1, ${start.length}) = ${start}`
  const found: EventRow[] = []
  for (let first = after; first < last && found.length < limit; first += stepEvents) {
    if (first > after) await nextTick()
    const step = await sql<EventRow>`
      select e.*, u.email, u.first_name, u.last_name from events e join users u on u.id = e.actor_id
      where e.workspace_id = ${workspace_id} and e.seq > ${first} and e.seq <= ${first + stepEvents}
        and e.actor_id = ${actor_id} and ${isOwn} and e.object_id is not null
      order by e.seq limit ${limit - found.length}`.execute(db)
    found.push(...step.rows.map(completeEvent))
  }
  return found
}

/** Lists the events with these sequence numbers, in no particular order. */
export async function listEventsAt(db: Reader, workspace_id: number, seqs: readonly number[]): Promise<EventRow[]> {
  if (seqs.length === 0) return []
  const found = await db
    .selectFrom('events as e')
    .innerJoin('users as u', 'u.id', 'e.actor_id')
    .selectAll('e')
    .select(['u.email', 'u.first_name', 'u.last_name'])
    .where('e.workspace_id', '=', workspace_id)
    .where('e.seq', 'in', seqs)
    .execute()
  return found.map(completeEvent)
}
