// The SQL of the sweep: which files are referenced, which are marked as unused, and the deletion of their rows.

import { sql } from 'kysely'
import { insertRows, type Reader, rows, type Tx } from '../sql/index.ts'

const hashRows = (db: Reader, hashes: readonly string[]) =>
  rows(
    db,
    { hash: 'text' },
    hashes.map(hash => ({ hash })),
  )

const isNotErased = (workspace_id: string) =>
  sql`not exists (select 1 from workspaces e where e.id = ${sql.ref(workspace_id)} and e.erased_at is not null)`

/**
 * The hashes that something references: current objects, past objects as long as the log of their workspace exists,
 * derived pictures and PDFs, avatars, snapshots, previews, pictures and icons of web pages, unfinished imports, and exports.
 * An erased workspace references nothing, even if its rows are not all deleted yet.
 */
export async function findReferenced(db: Reader, hashes: readonly string[]): Promise<Set<string>> {
  const found = await sql<{ hash: string }>`
    select k.hash from ${hashRows(db, hashes)} as k
    where exists (select 1 from objects o where o.file_hash = k.hash and ${isNotErased('o.workspace_id')})
      or exists (select 1 from workspace_files w where w.hash = k.hash and ${isNotErased('w.workspace_id')})
      or exists (select 1 from file_pictures p where p.picture_hash = k.hash)
      or exists (select 1 from processed_files f where f.pdf_hash = k.hash)
      or exists (select 1 from users u where u.avatar_hash = k.hash)
      or exists (select 1 from snapshot_files s where s.hash = k.hash)
      or exists (select 1 from snapshot_documents d where d.hash = k.hash)
      or exists (select 1 from previews v where v.hash = k.hash and ${isNotErased('v.workspace_id')})
      or exists (select 1 from web_pages g where g.picture_hash = k.hash)
      or exists (select 1 from web_pages g where g.icon_hash = k.hash)
      or exists (select 1 from exports x where x.hash = k.hash and ${isNotErased('x.workspace_id')})
      or exists (select 1 from imports i where i.source_hash = k.hash and i.state in ('waiting', 'running'))
      or exists (select 1 from imports i where i.prepared_hash = k.hash and i.state in ('waiting', 'running'))`.execute(
    db,
  )
  return new Set(found.rows.map(({ hash }) => hash))
}

/** Whether a signed URL may lead to this file: something that gives out signed URLs still references it. */
export async function isServed(db: Reader, hash: string): Promise<boolean> {
  const found = await sql`
    select 1 as found from (select 1 as one) as k
    where exists (select 1 from workspace_files w where w.hash = ${hash} and ${isNotErased('w.workspace_id')})
      or exists (select 1 from file_pictures p join workspace_files w on w.hash = p.hash
        where p.picture_hash = ${hash} and ${isNotErased('w.workspace_id')})
      or exists (select 1 from exports x where x.hash = ${hash} and ${isNotErased('x.workspace_id')})
      or exists (select 1 from users u where u.avatar_hash = ${hash})
      or exists (select 1 from web_pages g where g.picture_hash = ${hash})
      or exists (select 1 from web_pages g where g.icon_hash = ${hash})`.execute(db)
  return found.rows.length > 0
}

const columns = { hash: 'text', noticed_at: 'text' } as const

/** A file that is already marked keeps the time of its mark. */
export const insertUnusedMarks = (tx: Tx, hashes: readonly string[], noticed_at: string) =>
  insertRows(
    tx,
    'unused_files',
    columns,
    hashes.map(hash => ({ hash, noticed_at })),
    { ignoreExisting: true },
  )

/** Returns undefined if the file is not marked as unused. */
export const findUnusedMark = (db: Reader, hash: string) =>
  db.selectFrom('unused_files').select('removing_at').where('hash', '=', hash).executeTakeFirst()

/** Does nothing if the file is being removed, unless that began before `claimedBefore`: then it was interrupted. */
export async function deleteUnusedMark(tx: Tx, hash: string, claimedBefore: string): Promise<void> {
  await sql`delete from unused_files
    where hash = ${hash} and (removing_at is null or removing_at < ${claimedBefore})`.execute(tx)
}

export async function listMarkedUnused(db: Reader, before: string, after: string, limit: number): Promise<string[]> {
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

/** Returns true if this sweep now owns the removal; false if the mark is gone or another sweep owns it. */
export async function claimRemoval(
  tx: Tx,
  hash: string,
  { now, markedBefore, claimedBefore }: { now: string; markedBefore: string; claimedBefore: string },
): Promise<boolean> {
  const { numAffectedRows } = await sql`update unused_files set removing_at = ${now}
    where hash = ${hash} and noticed_at <= ${markedBefore} and (removing_at is null or removing_at < ${claimedBefore})`.execute(
    tx,
  )
  return numAffectedRows === 1n
}

/** Deletes the metadata of a file. The pictures and the PDF derived from it become unreferenced and inherit its mark. */
export async function deleteFileRecords(tx: Tx, hash: string): Promise<void> {
  await sql`insert into unused_files (hash, noticed_at)
    select distinct p.picture_hash, u.noticed_at from file_pictures p join unused_files u on u.hash = p.hash
    where p.hash = ${hash} on conflict do nothing`.execute(tx)
  await sql`insert into unused_files (hash, noticed_at)
    select f.pdf_hash, u.noticed_at from processed_files f join unused_files u on u.hash = f.hash
    where f.hash = ${hash} and f.pdf_hash is not null on conflict do nothing`.execute(tx)
  for (const table of ['files', 'processed_files', 'file_pictures', 'document_pages', 'unused_files'] as const)
    await tx.deleteFrom(table).where('hash', '=', hash).execute()
}

/** Also true if a sweep is queued or running. */
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
