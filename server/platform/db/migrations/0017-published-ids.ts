// The ids of the objects on a page of a snapshot, to find the page of an object. Earlier snapshots have none.

import { type Kysely, sql } from 'kysely'

export const name = '0017-published-ids'

export async function up(tx: Kysely<unknown>): Promise<void> {
  await sql.raw("alter table snapshot_pages add column object_ids text not null default ''").execute(tx)
}
