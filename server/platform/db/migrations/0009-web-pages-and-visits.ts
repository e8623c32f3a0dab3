// The checked pages of browser objects, and when each user last opened a workspace.

import { type Kysely, sql } from 'kysely'

export const name = '0009-web-pages-and-visits'

export async function up(tx: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(tx)
}

const statements = [
  `create table web_pages (
     url_hash text primary key, url text not null, framing text not null, reason text not null, title text not null,
     picture_hash text, picture_width integer, picture_height integer,
     icon_hash text, icon_width integer, icon_height integer, checked_at text not null)`,
  'create index web_pages_by_picture on web_pages (picture_hash) where picture_hash is not null',
  'create index web_pages_by_icon on web_pages (icon_hash) where icon_hash is not null',
  'create index web_pages_by_age on web_pages (checked_at)',

  `create table workspace_visits (
     user_id integer not null references users (id) on delete cascade,
     workspace_id integer not null references workspaces (id) on delete cascade,
     visited_at text not null, primary key (user_id, workspace_id))`,
  'create index workspace_visits_by_workspace on workspace_visits (workspace_id)',
]
