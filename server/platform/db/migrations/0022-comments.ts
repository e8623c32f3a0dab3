// Comments at points of the board, edited and resolved comments, and the application that an author used. The table is
// rebuilt, because SQLite cannot drop the NOT NULL of object_id.

import { type Kysely, sql } from 'kysely'

export const name = '0022-comments'

export async function up(tx: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(tx)
}

const statements = [
  `create table placed_comments (
     workspace_id integer not null, id text not null, object_id text, parent_id text, x integer, y integer,
     text text not null, user_id integer not null, via text, seq integer not null,
     created_at text not null, updated_at text not null, resolved_by integer, resolved_at text,
     primary key (workspace_id, id))`,
  `insert into placed_comments (workspace_id, id, object_id, parent_id, text, user_id, seq, created_at, updated_at)
     select workspace_id, id, object_id, parent_id, text, user_id, seq, created_at, created_at from comments`,
  'drop table comments',
  'alter table placed_comments rename to comments',
  'create index comments_by_object on comments (workspace_id, object_id, id)',
  'create index comments_by_parent on comments (workspace_id, parent_id) where parent_id is not null',
]
