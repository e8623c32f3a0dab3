// The language of a user's mail.

import { type Kysely, sql } from 'kysely'

export const name = '0016-languages'

export async function up(tx: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table users add column language text').execute(tx)
}
