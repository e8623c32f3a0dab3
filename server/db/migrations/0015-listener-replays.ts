// How often a listener was set back, so that what it was told before is not written down after that.

import { type Kysely, sql } from 'kysely'

export const name = '0015-listener-replays'

export async function up(tx: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table listeners add column replays integer not null default 0').execute(tx)
}
