// The token that created a listener, an application, or a part of an application: what was created with a token ends when
// that token is revoked. Rows from before have none, and stay.

import { type Kysely, sql } from 'kysely'

export const name = '0032-created-with-tokens'
export const step = 'expand'

export async function up(tx: Kysely<unknown>): Promise<void> {
  for (const table of ['listeners', 'organization_listeners']) {
    await sql.raw(`alter table ${table} add column grant_id text`).execute(tx)
    await sql.raw(`alter table ${table} add column created_with text`).execute(tx)
  }
  await sql.raw('alter table applications add column scope text').execute(tx)
  await sql.raw(`alter table applications add column token_parts text not null default '[]'`).execute(tx)
}
