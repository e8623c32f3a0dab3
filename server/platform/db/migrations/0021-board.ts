// Stacking order, groups, and references between objects. Objects keep the order they were drawn in: by age, canvases
// behind everything else.

import { type Kysely, sql } from 'kysely'

export const name = '0021-board'

export async function up(tx: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(tx)
}

const keyByAge = `case when kind = 'canvas' then 'al' else 'bl' end || id`

const newFields = `case
  when kind in ('note', 'text', 'image') then ',"rotation":0'
  when kind in ('canvas', 'browser') then ',"pin":false' else '' end`

const statements = [
  'alter table workspaces add column order_base integer not null default 0',
  `alter table objects add column order_key text not null default ''`,
  'alter table objects add column group_id text',
  // Every record ends with a brace. Appending keeps the rest of it as it is.
  `update objects set order_key = ${keyByAge},
     data = substr(data, 1, length(data) - 1) || ${newFields} || ',"order":"' || ${keyByAge} || '","group":null}'`,
  'create index objects_by_group on objects (workspace_id, group_id) where group_id is not null',

  `create table object_links (
     workspace_id integer not null references workspaces (id) on delete cascade, object_id text not null,
     field text not null, target_id text not null, primary key (workspace_id, object_id, field))`,
  'create index object_links_by_target on object_links (workspace_id, target_id)',
]
