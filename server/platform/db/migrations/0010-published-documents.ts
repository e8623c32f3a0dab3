// The documents of a snapshot, and how many pages of each were ready when it was taken.

import { type Kysely, sql } from 'kysely'

export const name = '0010-published-documents'

export async function up(tx: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(tx)
}

const statements = [
  `create table snapshot_documents (
     snapshot_id text not null references snapshots (id) on delete cascade,
     object_id text not null, hash text not null, pages integer not null, primary key (snapshot_id, object_id))`,
  'create index snapshot_documents_by_hash on snapshot_documents (hash)',
]
