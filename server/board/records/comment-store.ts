// Reads comments: the SQL that several modules and the write path share. comment-write-store.ts writes them, and
// comment-list-store.ts lists them for the API.

import { sql } from 'kysely'
import type { CommentTable } from '../../platform/schema/index.ts'
import { type Reader, rows } from '../../platform/sql/index.ts'

/** A comment with its author, the user who resolved it, and the kind of its object. */
export type CommentRow = CommentTable & {
  email: string
  first_name: string
  last_name: string
  resolver_email: string | null
  resolver_first_name: string | null
  resolver_last_name: string | null
  /** Null for a comment at a point of the board. */
  target_kind: string | null
}

const keyTypes = { workspace_id: 'integer', id: 'text' } as const

type Key = { workspace_id: number; id: string }

/** Selects the rows of comments; a join or a where clause can follow. */
export const selectComments = sql`
  select c.workspace_id, c.id, c.object_id, c.parent_id, c.x, c.y, c.text, c.user_id, c.via, c.seq, c.created_at,
         c.updated_at, c.resolved_by, c.resolved_at, u.email, u.first_name, u.last_name,
         r.email as resolver_email, r.first_name as resolver_first_name, r.last_name as resolver_last_name,
         o.kind as target_kind
  from comments c
  join users u on u.id = c.user_id
  left join users r on r.id = c.resolved_by
  left join objects o on o.workspace_id = c.workspace_id and o.id = c.object_id`

export const findComments = (db: Reader, keys: readonly Key[]) => findCommentsBy(db, 'id', keys)

/** Finds all comments on these objects. */
export const findCommentsOn = (db: Reader, objects: readonly Key[]) => findCommentsBy(db, 'object_id', objects)

/** Finds all replies to these comments. */
export const findReplies = (db: Reader, comments: readonly Key[]) => findCommentsBy(db, 'parent_id', comments)

/** Finds the comments that have one of these ids in a column, in the order of their own ids. */
async function findCommentsBy(
  db: Reader,
  column: 'id' | 'object_id' | 'parent_id',
  keys: readonly Key[],
): Promise<CommentRow[]> {
  if (keys.length === 0) return []
  const found = await sql<CommentRow>`
    ${selectComments} join ${rows(db, keyTypes, keys)} as k
      on k.workspace_id = c.workspace_id and k.id = ${sql.ref(`c.${column}`)}
    order by c.id`.execute(db)
  return found.rows
}

/** Reads the current names and addresses of these users. */
export const findAuthors = (db: Reader, ids: readonly number[]) =>
  db.selectFrom('users').select(['id', 'email', 'first_name', 'last_name']).where('id', 'in', ids).execute()

/** Lists them in the order of their ids. */
export async function listCommentRows(
  db: Reader,
  workspace_id: number,
  after: string,
  limit: number,
): Promise<CommentRow[]> {
  const found = await sql<CommentRow>`
    ${selectComments} where c.workspace_id = ${workspace_id} and c.id > ${after} order by c.id limit ${limit}`.execute(
    db,
  )
  return found.rows
}

export interface MentionedUser {
  user_id: number
  email_key: string
}

/** Finds the people with these addresses who can open the workspace and want to be notified of mentions. */
export async function findMentioned(
  db: Reader,
  workspace_id: number,
  emails: readonly string[],
): Promise<MentionedUser[]> {
  if (emails.length === 0) return []
  const wanted = rows(
    db,
    { email: 'text' },
    emails.map(email => ({ email })),
  )
  const found = await sql<MentionedUser>`
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
