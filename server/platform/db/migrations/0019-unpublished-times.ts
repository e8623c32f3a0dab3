// Unpublished workspaces have no time of publication. Before, they kept the time of the last one.

import { type Kysely, sql } from 'kysely'

export const name = '0019-unpublished-times'

export async function up(tx: Kysely<unknown>): Promise<void> {
  await sql`update workspaces set published_at = '' where publish_state = 'unpublished' and published_at <> ''`.execute(
    tx,
  )
}
