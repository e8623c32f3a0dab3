// The language that somebody is written to in.

import { type Kysely, sql } from 'kysely'

export const name = '0016-languages'

export async function up(tx: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table users add column language text').execute(tx)
}
