// The SQL of what is made of files: pictures, the pages of documents and their text.

import { sql } from 'kysely'
import type { Reader } from '../db/database.ts'
import { rows } from '../db/rows.ts'
import type { DocumentPageTable } from '../db/schema.ts'
import type { StoredPicture } from './picture-view.ts'

export type PageRow = Pick<DocumentPageTable, 'number' | 'width' | 'height' | 'text'>

export async function listPageRows(
  db: Reader,
  hash: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ pages: PageRow[]; total: number }> {
  const pages = await db
    .selectFrom('document_pages')
    .select(['number', 'width', 'height', 'text'])
    .where('hash', '=', hash)
    .orderBy('number')
    .limit(limit)
    .offset(offset)
    .execute()
  const { total } = await db
    .selectFrom('document_pages')
    .select(sql<number>`count(*)`.as('total'))
    .where('hash', '=', hash)
    .executeTakeFirstOrThrow()
  return { pages, total }
}

/** The pictures of each of these pages, the smallest first. */
export async function findPictures(
  db: Reader,
  hash: string,
  pages: readonly number[],
): Promise<Map<number, StoredPicture[]>> {
  const found = new Map<number, StoredPicture[]>(pages.map(page => [page, []]))
  if (pages.length === 0) return found
  const wanted = rows(
    db,
    { page: 'integer' },
    pages.map(page => ({ page })),
  )
  const pictures = await sql<{ page: number; width: number; height: number; picture_hash: string }>`
    select p.page, p.width, p.height, p.picture_hash
    from ${wanted} as k join file_pictures p on p.hash = ${hash} and p.page = k.page
    order by p.page, p.width, p.height`.execute(db)
  for (const { page, picture_hash, width, height } of pictures.rows)
    found.get(page)?.push({ hash: picture_hash, width, height })
  return found
}
