// Each event names the one before it of the same object, instead of an index of the log by object: that had an entry for
// every event, each on another page, and only readers of the past ever looked at it. What is left of it are the ends.

import { type Kysely, sql } from 'kysely'
import type { Engine } from '../database.ts'

export const name = '0014-event-chains'

export async function up(tx: Kysely<unknown>, engine: Engine): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(tx)
  if (engine === 'postgres') await sql.raw('alter index chained_events_pkey rename to events_pkey').execute(tx)
}

const lastSeq = (table: string) =>
  `(select max(e.seq) from events e where e.workspace_id = ${table}.workspace_id and e.object_id = ${table}.id)`

const columns = 'workspace_id, seq, id, type, kind, object_id, target_id, actor_id, created_at'

const statements = [
  // A comment that went with its object and came back in the same batch kept the number it had.
  ...['objects', 'comments'].map(table => `update ${table} set seq = ${lastSeq(table)} where seq < ${lastSeq(table)}`),

  // Made anew, because SQLite reads past all of a long text to get at a column behind it.
  `create table chained_events (
     workspace_id integer not null, seq integer not null, id text not null, type text not null, kind text not null,
     object_id text, target_id text, actor_id integer not null, created_at text not null, prior_seq integer not null,
     data text not null, primary key (workspace_id, seq))`,
  `insert into chained_events (${columns}, prior_seq, data)
     select ${columns}, coalesce((select max(b.seq) from events b where b.workspace_id = e.workspace_id
                                  and b.object_id = e.object_id and b.seq < e.seq), 0), data
     from events e order by workspace_id, seq`,
  'drop table events',
  'alter table chained_events rename to events',
  `create index events_of_ends on events (workspace_id, object_id, seq) where type like '%\\_DELETE' escape '\\'`,
]
