// The SQL of the sweep: which files are referred to, which have been noticed to be unused, and the end of one of them.

import { sql } from 'kysely'
import type { Reader, Tx } from '../db/database.ts'
import { rows } from '../db/rows.ts'
import { insertRows } from '../db/write-rows.ts'

const listed = (db: Reader, hashes: readonly string[]) =>
  rows(
    db,
    { hash: 'text' },
    hashes.map(hash => ({ hash })),
  )

/**
 * Those that something refers to: objects as they are and, as long as their workspace's log is there, as they were;
 * what is made of them, or is being made; people's pictures; what is published; what web pages show of themselves.
 */
export async function findUsed(db: Reader, hashes: readonly string[]): Promise<Set<string>> {
  const found = await sql<{ hash: string }>`
    select k.hash from ${listed(db, hashes)} as k
    where exists (select 1 from objects o where o.file_hash = k.hash)
      or exists (select 1 from workspace_files w where w.hash = k.hash)
      or exists (select 1 from file_pictures p where p.picture_hash = k.hash)
      or exists (select 1 from processed_files f where f.pdf_hash = k.hash)
      or exists (select 1 from users u where u.avatar_hash = k.hash)
      or exists (select 1 from snapshot_files s where s.hash = k.hash)
      or exists (select 1 from snapshot_documents d where d.hash = k.hash)
      or exists (select 1 from previews v where v.hash = k.hash)
      or exists (select 1 from web_pages g where g.picture_hash = k.hash)
      or exists (select 1 from web_pages g where g.icon_hash = k.hash)`.execute(db)
  return new Set(found.rows.map(({ hash }) => hash))
}

const columns = { hash: 'text', noticed_at: 'text' } as const

/** A file that was noticed before keeps the time of that. */
export const noteUnused = (tx: Tx, hashes: readonly string[], noticed_at: string) =>
  insertRows(
    tx,
    'unused_files',
    columns,
    hashes.map(hash => ({ hash, noticed_at })),
    { ignoreExisting: true },
  )

/** Undefined where nobody noticed it to be unused. */
export const findNote = (db: Reader, hash: string) =>
  db.selectFrom('unused_files').select('removing_at').where('hash', '=', hash).executeTakeFirst()

/** Not of one that is being removed, unless that began before the given time: then whoever began it has ended. */
export async function forgetNote(tx: Tx, hash: string, begunBefore: string): Promise<void> {
  await sql`delete from unused_files
    where hash = ${hash} and (removing_at is null or removing_at < ${begunBefore})`.execute(tx)
}

export async function listNoted(db: Reader, before: string, after: string, limit: number): Promise<string[]> {
  const found = await db
    .selectFrom('unused_files')
    .select('hash')
    .where('noticed_at', '<=', before)
    .where('hash', '>', after)
    .orderBy('hash')
    .limit(limit)
    .execute()
  return found.map(({ hash }) => hash)
}

/** From here on it is this sweep's to remove. False where it is noted no longer, or another's. */
export async function beginRemoving(
  tx: Tx,
  hash: string,
  { now, noticedBefore, begunBefore }: { now: string; noticedBefore: string; begunBefore: string },
): Promise<boolean> {
  const { numAffectedRows } = await sql`update unused_files set removing_at = ${now}
    where hash = ${hash} and noticed_at <= ${noticedBefore} and (removing_at is null or removing_at < ${begunBefore})`.execute(
    tx,
  )
  return numAffectedRows === 1n
}

/** With what is known of it and was made of it; the pictures themselves are unused from here on. */
export async function forgetFile(tx: Tx, hash: string): Promise<void> {
  for (const table of ['files', 'processed_files', 'file_pictures', 'document_pages', 'unused_files'] as const)
    await tx.deleteFrom(table).where('hash', '=', hash).execute()
}

/** Or is about to. */
export async function hasSweptSince(db: Reader, time: string): Promise<boolean> {
  const found = await db
    .selectFrom('jobs')
    .select('id')
    .where('name', '=', 'sweep-files')
    .where(eb => eb.or([eb('created_at', '>', time), eb('state', 'in', ['waiting', 'running', 'behind'])]))
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}
