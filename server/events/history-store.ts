// Past states, read from the log. Each event has the sequence number of the previous event of the same record, so the events
// of a record form a chain. It starts at the `seq` of the record's row, or at its delete event, for which there is an index.

import { sql } from 'kysely'
import type { Reader } from '../db/database.ts'
import { rowsStatement } from '../db/rows.ts'

/** Must match the condition of the index on delete events literally, or the index is not used. */
const isDeletion = (event: string) => `${event}.type like '%\\_DELETE' escape '\\'`

/** The sequence number of the previous event. A scalar subquery, so that no engine scans the whole log instead. */
const before = (event: string, seq = 'seq') =>
  `(select b.prior_seq from events b where b.workspace_id = ${event}.workspace_id and b.seq = ${event}.${seq})`

export interface PastPage {
  readonly seq: number
  readonly kind?: string | undefined
  readonly after: string
  readonly limit: number
  /** Only these objects. */
  readonly ids?: readonly string[] | undefined
}

export interface PastObject {
  object_id: string
  kind: string
  data: string
}

/** Events of objects, without delete events. */
const isShown = (kind: string | undefined) =>
  sql`e.kind <> 'comment' ${ofKind('e.kind', kind)} and not ${sql.raw(isDeletion('e'))}`

const ofKind = (column: string, kind: string | undefined) =>
  kind === undefined ? sql`` : sql`and ${sql.ref(column)} = ${kind}`

const among = (column: string, ids: readonly string[] | undefined) =>
  ids === undefined ? sql`` : sql`and ${sql.ref(column)} in (${sql.join(ids)})`

/** The objects as they were after event `seq`, from all events up to it. */
export async function listFromStart(
  db: Reader,
  workspace_id: number,
  { seq, kind, after, limit, ids }: PastPage,
): Promise<PastObject[]> {
  const found = await sql<PastObject>`
    select e.object_id, e.kind, e.data
    from (select object_id, max(seq) as seq from events
          where workspace_id = ${workspace_id} and seq <= ${seq} and object_id > ${after} ${among('object_id', ids)}
          group by object_id) as last
    join events e on e.workspace_id = ${workspace_id} and e.seq = last.seq
    where ${isShown(kind)} order by e.object_id limit ${limit}`.execute(db)
  return found.rows
}

/** An object that may have existed. `kind` and `data` are null if it did not. */
type Candidate = PastObject | { object_id: string; kind: null; data: null }

/**
 * The next objects that exist now or were deleted after `seq`, each with its last event up to `seq`. That event is found by
 * walking back from the first delete event after `seq`, or else from the object's last event.
 */
export async function listCandidates(
  db: Reader,
  workspace_id: number,
  { seq, kind, after, limit, ids }: PastPage,
): Promise<Candidate[]> {
  const found = await sql<Candidate>`
    with recursive
      living as (
        select o.workspace_id, o.id as object_id, o.seq from objects o
        where o.workspace_id = ${workspace_id} and o.id > ${after} ${ofKind('o.kind', kind)} ${among('o.id', ids)}
        order by o.id limit ${limit}),
      ended as (
        select e.workspace_id, e.object_id, min(e.seq) as seq from events e
        where e.workspace_id = ${workspace_id} and e.object_id > ${after} and e.seq > ${seq} and ${sql.raw(isDeletion('e'))}
          ${among('e.object_id', ids)}
        group by e.workspace_id, e.object_id order by e.workspace_id, e.object_id limit ${limit}),
      candidates as (
        select c.workspace_id, c.object_id, min(c.seq) as seq
        from (select * from living union all select * from ended) as c
        group by c.workspace_id, c.object_id order by c.workspace_id, c.object_id limit ${limit}),
      walk as (
        select workspace_id, object_id, seq from candidates
        union all
        select w.workspace_id, w.object_id, ${sql.raw(before('w'))} from walk w where w.seq > ${seq})
    select w.object_id, e.kind, e.data from walk w
    left join events e on e.workspace_id = w.workspace_id and e.seq = w.seq and ${isShown(kind)}
    where w.seq <= ${seq} order by w.object_id`.execute(db)
  return found.rows
}

/** A deleted object or comment, from its delete event. */
export interface DeletedRecord {
  workspace_id: number
  object_id: string
  kind: string
  target_id: string | null
  seq: number
  data: string
  /** The user who created it. */
  created_by: number
}

/** `ends` selects the workspace and sequence number of delete events. */
const deletedRecords = (ends: string) => `
  with recursive
    ends as (${ends}),
    walk as (
      select workspace_id, seq as end_seq, seq, ${before('ends')} as prior_seq from ends
      union all
      select w.workspace_id, w.end_seq, w.prior_seq, ${before('w', 'prior_seq')} from walk w
      where w.prior_seq > 0)
  select e.workspace_id, e.object_id, e.kind, e.target_id, e.seq, e.data, f.actor_id as created_by from walk w
  join events e on e.workspace_id = w.workspace_id and e.seq = w.end_seq
  join events f on f.workspace_id = w.workspace_id and f.seq = w.seq
  where w.prior_seq = 0
  order by e.workspace_id, e.seq`

/** The last delete event of each key that does not exist any more. */
export const listDeleted = rowsStatement({ workspace_id: 'integer', id: 'text' }, keys =>
  deletedRecords(`
    select e.workspace_id, max(e.seq) as seq from ${keys} as k
    join events e on e.workspace_id = k.workspace_id and e.object_id = k.id and ${isDeletion('e')}
    where not exists (select 1 from objects o where o.workspace_id = k.workspace_id and o.id = k.id)
      and not exists (select 1 from comments c where c.workspace_id = k.workspace_id and c.id = k.id)
    group by e.workspace_id, e.object_id`),
)<DeletedRecord>

/** The events of these ranges, in order. */
export const listDeletedBetween = rowsStatement(
  { workspace_id: 'integer', first: 'integer', last: 'integer' },
  ranges =>
    deletedRecords(`
      select e.workspace_id, e.seq from ${ranges} as k
      join events e on e.workspace_id = k.workspace_id and e.seq between k.first and k.last`),
)<DeletedRecord>
