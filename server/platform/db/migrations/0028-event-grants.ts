// The grant of the personal token that made a change, so that a program with such a token recognizes its own changes.

import { type Kysely, sql } from 'kysely'

export const name = '0028-event-grants'

export async function up(tx: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table events add column grant_id text').execute(tx)
}
