// Boards that are fetched from Miro: which one, and the token until it has been fetched. Older servers fetched in memory: a
// job ends those of their fetches that are still open.

import { type Kysely, sql } from 'kysely'

export const name = '0031-import-tokens'
export const step = 'expand'

export async function up(tx: Kysely<unknown>): Promise<void> {
  await sql`alter table imports add column miro_board text`.execute(tx)
  await sql`alter table imports add column miro_token text`.execute(tx)
  const now = new Date().toISOString()
  const later = new Date(Date.now() + 15 * 60_000).toISOString()
  await sql`
    insert into jobs (name, key, payload, run_at, created_at)
    select 'end-import-fetch', 'import-fetch:' || id, '{"import_id":"' || id || '"}', ${later}, ${now} from imports
    where source_hash = '' and state in ('waiting', 'running')`.execute(tx)
}
