// Pictures of whole boards, for lists of workspaces and link previews. They are deleted with their workspace or snapshot.

import { type Kysely, sql } from 'kysely'

export const name = '0008-previews'

export async function up(tx: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(tx)
}

const statements = [
  `create table previews (
     workspace_id integer not null references workspaces (id) on delete cascade,
     subject text not null, sort text not null, snapshot_id text references snapshots (id) on delete cascade,
     seq integer not null, hash text not null, mime text not null, drawn_at text not null,
     primary key (workspace_id, subject, sort))`,
  'create index previews_by_snapshot on previews (snapshot_id) where snapshot_id is not null',
  'create index previews_by_hash on previews (hash)',
]
