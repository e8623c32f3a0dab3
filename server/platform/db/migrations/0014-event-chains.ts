// Each event has the seq of the previous event of its object. This replaces an index of the log by object, which had an
// entry for every event on a different page and was used only to read past states. Only the last events stay indexed.

import { type Kysely, sql } from 'kysely'
import type { Engine } from '../../sql/index.ts'

export const name = '0014-event-chains'

export async function up(tx: Kysely<unknown>, engine: Engine): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(tx)
  if (engine === 'postgres') await sql.raw('alter index chained_events_pkey rename to events_pkey').execute(tx)
}

const lastSeq = (table: string) =>
  `(select max(e.seq) from events e where e.workspace_id = ${table}.workspace_id and e.object_id = ${table}.id)`

const columns = 'workspace_id, seq, id, type, kind, object_id, target_id, actor_id, created_at'

const statements = [
  // A comment that was deleted and restored with its object in one batch kept its earlier seq.
  ...['objects', 'comments'].map(table => `update ${table} set seq = ${lastSeq(table)} where seq < ${lastSeq(table)}`),

  // The table is rebuilt, because SQLite has to read past a long text to get a column behind it.
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
