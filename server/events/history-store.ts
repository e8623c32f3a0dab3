// What the log knows of times gone by, read along the chains of its events: each names the one before it of the same
// thing. The last of what is there is in its row, that of what is gone is its end, for which there is an index.

import { sql } from 'kysely'
import type { Reader } from '../db/database.ts'
import { rowsStatement } from '../db/rows.ts'

/** The index of ends is used where its condition stands in these very words. */
const isEnd = (event: string) => `${event}.type like '%\\_DELETE' escape '\\'`

/** The number of the event before this one. Asked for one at a time, so that no engine reads a whole log instead. */
const before = (event: string, seq = 'seq') =>
  `(select b.prior_seq from events b where b.workspace_id = ${event}.workspace_id and b.seq = ${event}.${seq})`

export interface PastPage {
  readonly seq: number
  readonly kind?: string | undefined
  readonly after: string
  readonly limit: number
}

export interface PastObject {
  object_id: string
  kind: string
  data: string
}

/** Of an object, and none that was its end. */
const isShown = (kind: string | undefined) =>
  sql`e.kind <> 'comment' ${ofKind('e.kind', kind)} and not ${sql.raw(isEnd('e'))}`

const ofKind = (column: string, kind: string | undefined) =>
  kind === undefined ? sql`` : sql`and ${sql.ref(column)} = ${kind}`

/** The objects as they stood after `seq`, by all of the log up to there. */
export async function listFromStart(
  db: Reader,
  workspace_id: number,
  { seq, kind, after, limit }: PastPage,
): Promise<PastObject[]> {
  const found = await sql<PastObject>`
    select e.object_id, e.kind, e.data
    from (select object_id, max(seq) as seq from events
          where workspace_id = ${workspace_id} and seq <= ${seq} and object_id > ${after} group by object_id) as last
    join events e on e.workspace_id = ${workspace_id} and e.seq = last.seq
    where ${isShown(kind)} order by e.object_id limit ${limit}`.execute(db)
  return found.rows
}

/** One that may have been there. `kind` and `data` are null where it was not. */
type Candidate = PastObject | { object_id: string; kind: null; data: null }

/**
 * The next of those that are there now or ended after `seq`, with the event after which each stood then: the last up to
 * `seq`, found from the first end after it or else from the last event of all, which may be that one already.
 */
export async function listCandidates(
  db: Reader,
  workspace_id: number,
  { seq, kind, after, limit }: PastPage,
): Promise<Candidate[]> {
  const found = await sql<Candidate>`
    with recursive
      living as (
        select o.workspace_id, o.id as object_id, o.seq from objects o
        where o.workspace_id = ${workspace_id} and o.id > ${after} ${ofKind('o.kind', kind)} order by o.id limit ${limit}),
      ended as (
        select e.workspace_id, e.object_id, min(e.seq) as seq from events e
        where e.workspace_id = ${workspace_id} and e.object_id > ${after} and e.seq > ${seq} and ${sql.raw(isEnd('e'))}
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

/** What an event says of the end of an object or comment. */
export interface DeletedRecord {
  workspace_id: number
  object_id: string
  kind: string
  target_id: string | null
  seq: number
  data: string
  /** Who made it. */
  created_by: number
}

/** `ends` selects workspaces and numbers of events. */
const endedThings = (ends: string) => `
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

/** The last event of each that is no longer there. */
export const listDeleted = rowsStatement({ workspace_id: 'integer', id: 'text' }, keys =>
  endedThings(`
    select e.workspace_id, max(e.seq) as seq from ${keys} as k
    join events e on e.workspace_id = k.workspace_id and e.object_id = k.id and ${isEnd('e')}
    where not exists (select 1 from objects o where o.workspace_id = k.workspace_id and o.id = k.id)
      and not exists (select 1 from comments c where c.workspace_id = k.workspace_id and c.id = k.id)
    group by e.workspace_id, e.object_id`),
)<DeletedRecord>

/** The events of these stretches of logs, in order. */
export const listDeletedBetween = rowsStatement(
  { workspace_id: 'integer', first: 'integer', last: 'integer' },
  stretches =>
    endedThings(`
      select e.workspace_id, e.seq from ${stretches} as k
      join events e on e.workspace_id = k.workspace_id and e.seq between k.first and k.last`),
)<DeletedRecord>
