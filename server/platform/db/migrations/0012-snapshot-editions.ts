// The version of a snapshot's content: older snapshots contain less than the server can show now.

import { type Kysely, sql } from 'kysely'

export const name = '0012-snapshot-editions'

export async function up(tx: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table snapshots add column edition integer not null default 1').execute(tx)
}
