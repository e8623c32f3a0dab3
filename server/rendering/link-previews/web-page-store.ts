// The SQL of web pages: the result of the last check of a URL for a workspace, by the hash of both.

import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { markErased } from '../../platform/files/index.ts'
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
export const deleteStaleWebPages = (db: Database, before: string) => deleteWebPages(db, sql`checked_at < ${before}`)

/** Keeps the pages that were checked last, as many as have pictures of that many bytes. */
export const deleteOldestWebPages = (db: Database, maxBytes: number) =>
  deleteWebPages(
    db,
    sql`url_hash in (
      select s.url_hash from (
        select g.url_hash, sum(coalesce(p.size, 0) + coalesce(i.size, 0))
          over (order by g.checked_at desc, g.url_hash rows unbounded preceding) as total
        from web_pages g left join files p on p.hash = g.picture_hash left join files i on i.hash = g.icon_hash
      ) as s where s.total > ${maxBytes})`,
  )

const deleteWebPages = (db: Database, condition: RawBuilder<unknown>): Promise<void> =>
  db.write(async tx => {
    const deleted = await sql<WebPageRow>`delete from web_pages where ${condition} returning *`.execute(tx)
    await markUnlessUsed(tx, deleted.rows.flatMap(hashesOf))
  })

/** Marks the pictures that a page no longer has for removal. */
export function markReplacedPictures(tx: Tx, before: WebPageRow, after: WebPageRow): Promise<void> {
  const kept = new Set(hashesOf(after))
  return markUnlessUsed(
    tx,
    hashesOf(before).filter(hash => !kept.has(hash)),
  )
}

const hashesOf = ({ picture_hash, icon_hash }: WebPageRow): string[] =>
  [picture_hash, icon_hash].filter(hash => hash !== null)

/** What another page, or a published board, still has is not removed. */
const markUnlessUsed = (tx: Tx, hashes: readonly string[]): Promise<void> =>
  markErased(
    tx,
    hashes.map(hash => ({ hash })),
  )
