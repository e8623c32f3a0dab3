// The number of replays of a listener, so that progress from before a replay is not stored after it.

import { type Kysely, sql } from 'kysely'

export const name = '0015-listener-replays'

export async function up(tx: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table listeners add column replays integer not null default 0').execute(tx)
}
