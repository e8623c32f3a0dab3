// The pictures and pages made from images and documents, by the hash of the original; which workspaces reference which
// files; and unreferenced files, from when the sweep notices them until it removes them.

import { type Kysely, sql } from 'kysely'
import type { Engine } from '../../sql/index.ts'

export const name = '0005-pictures'

export async function up(tx: Kysely<unknown>, engine: Engine): Promise<void> {
  for (const statement of statements(engine)) await sql.raw(statement).execute(tx)
}

const statements = (engine: Engine) => {
  const hash = engine === 'sqlite' ? `data ->> '$."$".file.hash'` : `data::json -> '$' -> 'file' ->> 'hash'`
  return [
    `create table processed_files (
       hash text primary key, state text not null, pages integer, reason text, pdf_hash text,
       failures integer not null, spent_ms integer not null, created_at text not null, updated_at text not null)`,

    'create index processed_files_by_pdf on processed_files (pdf_hash) where pdf_hash is not null',

    `create table file_pictures (
       hash text not null, page integer not null, width integer not null, height integer not null,
       picture_hash text not null, primary key (hash, page, width, height))`,
    'create index file_pictures_by_picture on file_pictures (picture_hash)',

    `create table document_pages (
       hash text not null, number integer not null, width double precision not null, height double precision not null,
       text text not null, search_text text not null, primary key (hash, number))`,

    // The log shows past states of its workspace, so its files stay as long as the log.
    `create table workspace_files (
       hash text not null, workspace_id integer not null, primary key (hash, workspace_id))`,
    'create index workspace_files_by_workspace on workspace_files (workspace_id)',
    `insert into workspace_files (hash, workspace_id)
       select distinct hash, workspace_id from (select ${hash} as hash, workspace_id from events
         where kind in ('image', 'document')) as held where hash is not null`,

    'create table unused_files (hash text primary key, noticed_at text not null)',
  ]
}
