// The SQL behind lists of comments.

import { sql } from 'kysely'
import type { Reader } from '../../platform/sql/index.ts'
import { type CommentRow, selectComments } from './comment-store.ts'

export interface CommentFilter {
  readonly workspace_id: number
  /** Limits the list to the comments on this object. */
  readonly object_id?: string
  /** Limits the list to comments of threads that are resolved, or of those that are not. */
  readonly resolved?: boolean | undefined
}

/** Lists the oldest first. */
export async function listComments(
  db: Reader,
  filter: CommentFilter,
  page: { limit: number; offset: number },
): Promise<{ found: CommentRow[]; total: number }> {
  const matches = matching(filter)
  const found = await sql<CommentRow>`
    ${selectComments} where ${matches} order by c.id limit ${page.limit} offset ${page.offset}`.execute(db)
  const counted = await sql<{ total: number }>`
    select cast(count(*) as integer) as total from comments c where ${matches}`.execute(db)
  return { found: found.rows, total: counted.rows[0]?.total ?? 0 }
}

function matching({ workspace_id, object_id, resolved }: CommentFilter) {
  const onObject = object_id === undefined ? sql`` : sql`and c.object_id = ${object_id}`
  const inThreads =
    resolved === undefined
      ? sql``
      : sql`and coalesce(c.parent_id, c.id) in (
          select t.id from comments t where t.workspace_id = ${workspace_id} and t.parent_id is null
            and t.resolved_at is ${resolved ? sql`not null` : sql`null`})`
  return sql`c.workspace_id = ${workspace_id} ${onObject} ${inThreads}`
}
