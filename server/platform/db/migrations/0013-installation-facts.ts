// Facts about the server that commands need: the public URL it last used.

import { type Kysely, sql } from 'kysely'

export const name = '0013-installation-facts'

export async function up(tx: Kysely<unknown>): Promise<void> {
  await sql.raw('create table installation_facts (name text primary key, value text not null)').execute(tx)
}
