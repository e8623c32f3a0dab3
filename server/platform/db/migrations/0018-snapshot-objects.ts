// The page of each object in a snapshot, as rows that can be looked up by index. They replace the list of ids that each
// page had; pages published before 0017 have no list, so their objects are still not found by id.

import { type Kysely, sql } from 'kysely'
import type { Engine } from '../../sql/index.ts'

export const name = '0018-snapshot-objects'

export async function up(tx: Kysely<unknown>, engine: Engine): Promise<void> {
  for (const statement of [create, fill[engine], drop]) await sql.raw(statement).execute(tx)
}

const create = `create table snapshot_objects (
  snapshot_id text not null references snapshots (id) on delete cascade,
  object_id text not null, page integer not null, primary key (snapshot_id, object_id))`

const insert = 'insert into snapshot_objects (snapshot_id, object_id, page)'

const fill = {
  sqlite: `${insert} select p.snapshot_id, i.value, p.page
    from snapshot_pages p, json_each('["' || replace(p.object_ids, ' ', '","') || '"]') i where p.object_ids <> ''`,
  postgres: `${insert} select p.snapshot_id, i.id, p.page
    from snapshot_pages p, unnest(string_to_array(p.object_ids, ' ')) as i (id) where p.object_ids <> ''`,
}

const drop = 'alter table snapshot_pages drop column object_ids'
