// The SQL of web pages: the result of the last check of a URL for a workspace, by the hash of both.

import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { WebPageTable } from '../../platform/schema/index.ts'
import { type Database, type Reader, rows, type Tx } from '../../platform/sql/index.ts'

export type WebPageRow = WebPageTable

/** A page that a board shows. Results are not shared: they would tell which pages other boards show. */
export interface ShownPage {
  readonly workspace_id: number
  readonly url: string
}

export const hashPage = ({ workspace_id, url }: ShownPage) =>
  createHash('sha256')
    .update(JSON.stringify([workspace_id, url]))
    .digest('hex')

export const findWebPage = (db: Reader, url_hash: string): Promise<WebPageRow | undefined> =>
  db.selectFrom('web_pages').selectAll().where('url_hash', '=', url_hash).executeTakeFirst()

export async function listWebPages(db: Reader, hashes: readonly string[]): Promise<WebPageRow[]> {
  const wanted = hashes.map(url_hash => ({ url_hash }))
  const found = await sql<WebPageRow>`
    select g.* from ${rows(db, { url_hash: 'text' }, wanted)} as k
    join web_pages g on g.url_hash = k.url_hash`.execute(db)
  return found.rows
}

export async function setWebPage(tx: Tx, row: WebPageRow): Promise<void> {
  const { url_hash: _, ...found } = row
  await tx
    .insertInto('web_pages')
    .values(row)
    .onConflict(taken => taken.column('url_hash').doUpdateSet(found))
    .execute()
}

/** Pages that are still viewed are checked again, so old rows are no longer needed. */
export const deleteStaleWebPages = (db: Database, before: string) =>
  db.write(tx => tx.deleteFrom('web_pages').where('checked_at', '<', before).execute())
