// Which objects a page of a snapshot holds, so that the page of one is found. What was published before has none.

import { type Kysely, sql } from 'kysely'

export const name = '0017-published-ids'

export async function up(tx: Kysely<unknown>): Promise<void> {
  await sql.raw("alter table snapshot_pages add column object_ids text not null default ''").execute(tx)
}
