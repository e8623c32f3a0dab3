// Published workspaces: snapshots in pages, each a part of the board, and the files they show.

import { type Kysely, sql } from 'kysely'
import type { Engine } from '../../sql/index.ts'

export const name = '0006-publishing'

export async function up(tx: Kysely<unknown>, _engine: Engine): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(tx)
}

const real = 'double precision'
const snapshot = 'snapshot_id text not null references snapshots (id) on delete cascade'

const statements = [
  `create table snapshots (
     id text primary key, workspace_id integer not null references workspaces (id) on delete cascade,
     state text not null, progress integer not null, seq integer not null,
     name text not null, description text not null, objects_count integer not null,
     left_x ${real}, top_y ${real}, right_x ${real}, bottom_y ${real},
     outline text not null, published_at text not null, created_at text not null)`,
  'create index snapshots_by_workspace on snapshots (workspace_id, state)',
  `create unique index one_shown_snapshot on snapshots (workspace_id) where state = 'shown'`,

  `create table snapshot_pages (
     ${snapshot}, page integer not null, objects_count integer not null,
     left_x ${real} not null, top_y ${real} not null, right_x ${real} not null, bottom_y ${real} not null,
     data text not null, primary key (snapshot_id, page))`,

  `create table snapshot_files (
     ${snapshot}, hash text not null, mime text not null, primary key (snapshot_id, hash))`,
  'create index snapshot_files_by_hash on snapshot_files (hash)',
]
