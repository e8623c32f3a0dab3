// Past states, read from the log: of whole boards in past-board.ts, of deleted records here. Each event has the sequence
// number of the previous event of the same record, so the events of a record form a chain. It starts at the `seq` of the
// record's row, or at its delete event, for which there is an index.

import { sql } from 'kysely'
import { type Reader, rowsStatement } from '../../platform/sql/index.ts'
import { completeEvent } from './complete-event.ts'

/** Must match the condition of the index on delete events literally, or the index is not used. */
const isDeletion = (event: string) => `${event}.type like '%\\_DELETE' escape '\\'`

/** The sequence number of the previous event. A scalar subquery, so that no engine scans the whole log instead. */
const before = (event: string, seq = 'seq') =>
  `(select b.prior_seq from events b where b.workspace_id = ${event}.workspace_id and b.seq = ${event}.${seq})`

export interface PastObject {
  object_id: string
  kind: string
  data: string
}

interface ObjectEvent {
  object_id: string
  kind: string
  seq: number
  is_deletion: number
}

/** Lists the events of objects after `first` and up to `last`, in order, without their data. */
export async function listObjectEvents(
  db: Reader,
  workspace_id: number,
  first: number,
  last: number,
): Promise<ObjectEvent[]> {
  const found = await sql<ObjectEvent>`
    select e.object_id, e.kind, e.seq, case when ${sql.raw(isDeletion('e'))} then 1 else 0 end as is_deletion from events e
    where e.workspace_id = ${workspace_id} and e.seq > ${first} and e.seq <= ${last}
      and e.object_id is not null and e.kind <> 'comment' order by e.seq`.execute(db)
  return found.rows
}

interface EventKey {
  readonly workspace_id: number
  readonly seq: number
}

const recordsAt = rowsStatement(
  { workspace_id: 'integer', seq: 'integer' },
  keys => `
    select e.seq, e.object_id, e.kind, e.data from ${keys} as k
    join events e on e.workspace_id = k.workspace_id and e.seq = k.seq`,
)

/** Returns the objects in the state after these events of one workspace, in the order of the keys. */
export async function listRecordsAt(db: Reader, keys: readonly EventKey[]): Promise<PastObject[]> {
  const found = await recordsAt<PastObject & { seq: number }>(db, keys)
  const known = new Map(found.map(({ seq, ...row }) => [seq, completeEvent(row)]))
  return keys.flatMap(({ seq }) => known.get(seq) ?? [])
}

/** The last delete event of each key that does not exist any more. */
export const listDeleted = async (db: Reader, keys: readonly DeletedKey[]): Promise<DeletedRecord[]> =>
  (await deletedOf<DeletedRecord>(db, keys)).map(completeEvent)

/** The events of these ranges, in order. */
export const listDeletedBetween = async (db: Reader, ranges: readonly EventRange[]): Promise<DeletedRecord[]> =>
  (await deletedBetween<DeletedRecord>(db, ranges)).map(completeEvent)

interface DeletedKey {
  readonly workspace_id: number
  readonly id: string
}

interface EventRange {
  readonly workspace_id: number
  readonly first: number
  readonly last: number
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

const deletedOf = rowsStatement({ workspace_id: 'integer', id: 'text' }, keys =>
  deletedRecords(`
    select e.workspace_id, max(e.seq) as seq from ${keys} as k
    join events e on e.workspace_id = k.workspace_id and e.object_id = k.id and ${isDeletion('e')}
    where not exists (select 1 from objects o where o.workspace_id = k.workspace_id and o.id = k.id)
      and not exists (select 1 from comments c where c.workspace_id = k.workspace_id and c.id = k.id)
    group by e.workspace_id, e.object_id`),
)

const deletedBetween = rowsStatement({ workspace_id: 'integer', first: 'integer', last: 'integer' }, ranges =>
  deletedRecords(`
      select e.workspace_id, e.seq from ${ranges} as k
      join events e on e.workspace_id = k.workspace_id and e.seq between k.first and k.last`),
)
