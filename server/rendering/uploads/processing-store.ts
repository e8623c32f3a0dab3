// The SQL of processing: the state of each file, its pictures, and the pages of documents with their text.

import { sql } from 'kysely'
import type { StoredPicture } from '../../platform/files/index.ts'
import type { DocumentPageTable, FilePictureTable, ProcessedFileTable } from '../../platform/schema/index.ts'
import { insertRows, type Reader, rows, type Tx } from '../../platform/sql/index.ts'

export type ProcessedFile = ProcessedFileTable
export type PageRow = Pick<DocumentPageTable, 'number' | 'width' | 'height' | 'text'>

/** Returns the state of the file. A failed file starts over, one that is ready stays unchanged. */
export async function startFile(tx: Tx, hash: string, now: string): Promise<ProcessedFile> {
  const fresh = { state: 'processing', pages: null, reason: null, pdf_hash: null, failures: 0, spent_ms: 0 } as const
  const existing = await tx.selectFrom('processed_files').selectAll().where('hash', '=', hash).executeTakeFirst()
  if (existing?.state === 'ready') return existing
  const started = !existing || existing.state === 'failed' ? fresh : {}
  return await tx
    .insertInto('processed_files')
    .values({ hash, ...fresh, created_at: now, updated_at: now })
    .onConflict(conflict => conflict.column('hash').doUpdateSet({ ...started, updated_at: now }))
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function updateFile(
  tx: Tx,
  hash: string,
  columns: Partial<Omit<ProcessedFile, 'hash' | 'created_at'>>,
): Promise<void> {
  await tx.updateTable('processed_files').set(columns).where('hash', '=', hash).execute()
}

/** Resets the number of failures, because the file made progress. */
export async function addProgress(tx: Tx, hash: string, spentMs: number, now: string): Promise<void> {
  await sql`update processed_files set failures = 0, spent_ms = spent_ms + ${Math.round(spentMs)}, updated_at = ${now}
    where hash = ${hash}`.execute(tx)
}

/** Returns how often the file has failed since it last made progress. */
export async function countFailure(tx: Tx, hash: string): Promise<number> {
  const { failures } = await tx
    .updateTable('processed_files')
    .set(({ eb }) => ({ failures: eb('failures', '+', 1) }))
    .where('hash', '=', hash)
    .returning('failures')
    .executeTakeFirstOrThrow()
  return failures
}

const pictureColumns = {
  hash: 'text',
  page: 'integer',
  width: 'integer',
  height: 'integer',
  picture_hash: 'text',
} as const

export const insertPictures = (tx: Tx, pictures: readonly FilePictureTable[]) =>
  insertRows(tx, 'file_pictures', pictureColumns, pictures, { ignoreExisting: true })

const pageColumns = {
  hash: 'text',
  number: 'integer',
  width: 'real',
  height: 'real',
  text: 'text',
  search_text: 'text',
} as const

export const insertPages = (tx: Tx, pages: readonly DocumentPageTable[]) =>
  insertRows(tx, 'document_pages', pageColumns, pages, { ignoreExisting: true })

/** Counts the pages that are drawn, which are the first ones, and how many of them are readable. */
export async function countPages(db: Reader, hash: string): Promise<{ made: number; readable: number }> {
  const { rows: counted } = await sql<{ made: number; readable: number }>`
    select count(*) as made, count(case when width > 0 then 1 end) as readable
    from document_pages where hash = ${hash}`.execute(db)
  return counted[0] ?? { made: 0, readable: 0 }
}

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
  return { pages, total: (await countPages(db, hash)).made }
}

/** Finds the pictures of each page, smallest first. */
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
