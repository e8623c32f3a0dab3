// The SQL behind lists of comments.

import { sql } from 'kysely'
import type { Reader } from '../db/database.ts'
import { type CommentRow, selectComments } from '../records/comment-store.ts'

export async function listComments(
  db: Reader,
  workspace_id: number,
  object_id: string,
  page: { limit: number; offset: number },
): Promise<{ found: CommentRow[]; total: number }> {
  const found = await sql<CommentRow>`
    ${selectComments} where c.workspace_id = ${workspace_id} and c.object_id = ${object_id}
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
    select c.*, o.kind as target_kind from (${selectComments} where c.workspace_id = ${workspace_id}
                                            order by c.id limit ${page.limit} offset ${page.offset}) as c
    join objects o on o.workspace_id = c.workspace_id and o.id = c.object_id order by c.id`.execute(db)
  const { total } = await db
    .selectFrom('comments')
    .select(db.fn.countAll<number>().as('total'))
    .where('workspace_id', '=', workspace_id)
    .executeTakeFirstOrThrow()
  return { found: found.rows, total }
}
