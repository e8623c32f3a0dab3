// The SQL of comments.

import { sql } from 'kysely'
import type { Reader, Tx } from '../db/database.ts'
import { eraseRows } from '../db/erase-rows.ts'
import { rows } from '../db/rows.ts'
import type { CommentTable } from '../db/schema.ts'
import { insertRows, updateRows } from '../db/write-rows.ts'

const columns = {
  workspace_id: 'integer',
  id: 'text',
  object_id: 'text',
  parent_id: 'text',
  text: 'text',
  user_id: 'integer',
  seq: 'integer',
  created_at: 'text',
} as const

export type CommentRow = CommentTable & { email: string; first_name: string; last_name: string }

export const insertComments = (tx: Tx, list: readonly CommentTable[]) => insertRows(tx, 'comments', columns, list)

const keyTypes = { workspace_id: 'integer', id: 'text' } as const
const numberTypes = { ...keyTypes, seq: 'integer' } as const

/** Of what went with its object and came back, the number is all that is new. */
export const renumberComments = (tx: Tx, list: readonly CommentTable[]) =>
  updateRows(tx, 'comments', ['workspace_id', 'id'], numberTypes, list)

type Key = { workspace_id: number; id: string }

const select = sql`
  select c.workspace_id, c.id, c.object_id, c.parent_id, c.text, c.user_id, c.seq, c.created_at,
         u.email, u.first_name, u.last_name
  from comments c join users u on u.id = c.user_id`

export async function findComments(db: Reader, keys: readonly Key[]): Promise<CommentRow[]> {
  if (keys.length === 0) return []
  const found = await sql<CommentRow>`
    ${select} join ${rows(db, keyTypes, keys)} as k on k.workspace_id = c.workspace_id and k.id = c.id`.execute(db)
  return found.rows
}

/** All comments on these objects. */
export async function findCommentsOn(db: Reader, objects: readonly Key[]): Promise<CommentRow[]> {
  if (objects.length === 0) return []
  const found = await sql<CommentRow>`
    ${select} join ${rows(db, keyTypes, objects)} as k on k.workspace_id = c.workspace_id and k.id = c.object_id
    order by c.id`.execute(db)
  return found.rows
}

/** Those who say something, as they are called now. */
export const findAuthors = (db: Reader, ids: readonly number[]) =>
  db.selectFrom('users').select(['id', 'email', 'first_name', 'last_name']).where('id', 'in', ids).execute()

export async function deleteComments(tx: Tx, keys: readonly Key[]): Promise<void> {
  if (keys.length === 0) return
  await sql`delete from comments where (workspace_id, id) in
    (select k.workspace_id, k.id from ${rows(tx, keyTypes, keys)} as k)`.execute(tx)
}

export const eraseComments = (tx: Tx, workspace_id: number, most: number) =>
  eraseRows(tx, 'comments', 'id', { workspace_id, most })

/** The rows as they are and the kinds they are on, for copying them. */
export async function listCommentRows(
  db: Reader,
  workspace_id: number,
  after: string,
  limit: number,
): Promise<(CommentRow & { target_kind: string })[]> {
  const found = await sql<CommentRow & { target_kind: string }>`
    select c.*, o.kind as target_kind from (${select} where c.workspace_id = ${workspace_id} and c.id > ${after}
                                            order by c.id limit ${limit}) as c
    join objects o on o.workspace_id = c.workspace_id and o.id = c.object_id order by c.id`.execute(db)
  return found.rows
}

export async function listComments(
  db: Reader,
  workspace_id: number,
  object_id: string,
  page: { limit: number; offset: number },
): Promise<{ found: CommentRow[]; total: number }> {
  const found = await sql<CommentRow>`
    ${select} where c.workspace_id = ${workspace_id} and c.object_id = ${object_id}
    order by c.id limit ${page.limit} offset ${page.offset}`.execute(db)
  const { total } = await db
    .selectFrom('comments')
    .select(db.fn.countAll<number>().as('total'))
    .where('workspace_id', '=', workspace_id)
    .where('object_id', '=', object_id)
    .executeTakeFirstOrThrow()
  return { found: found.rows, total }
}

/** All comments of a workspace with the kinds they are on, oldest first. */
export async function listWorkspaceComments(
  db: Reader,
  workspace_id: number,
  page: { limit: number; offset: number },
): Promise<{ found: (CommentRow & { target_kind: string })[]; total: number }> {
  const found = await sql<CommentRow & { target_kind: string }>`
    select c.*, o.kind as target_kind from (${select} where c.workspace_id = ${workspace_id}
                                            order by c.id limit ${page.limit} offset ${page.offset}) as c
    join objects o on o.workspace_id = c.workspace_id and o.id = c.object_id order by c.id`.execute(db)
  const { total } = await db
    .selectFrom('comments')
    .select(db.fn.countAll<number>().as('total'))
    .where('workspace_id', '=', workspace_id)
    .executeTakeFirstOrThrow()
  return { found: found.rows, total }
}

export interface Mentioned {
  user_id: number
  email_key: string
}

/** The people with these addresses who can open the workspace and want to hear when they are named. */
export async function findMentioned(db: Reader, workspace_id: number, emails: readonly string[]): Promise<Mentioned[]> {
  if (emails.length === 0) return []
  const wanted = rows(
    db,
    { email: 'text' },
    emails.map(email => ({ email })),
  )
  const found = await sql<Mentioned>`
    select u.id as user_id, u.email_key
    from ${wanted} as k
    join users u on u.email_key = k.email and u.locked_at is null and u.archived = 0 and u.notify_on_new_message = 1
    join workspaces w on w.id = ${workspace_id}
    join organization_users ou on ou.organization_id = w.organization_id and ou.user_id = u.id
      and ou.invited_state = 'ACCEPTED'
    left join workspace_users wu on wu.workspace_id = w.id and wu.user_id = u.id
    where wu.user_id is not null or ou.organization_role_id in (1, 2)
      or (w.public = 1 and ou.organization_role_id < 4)`.execute(db)
  return found.rows
}
