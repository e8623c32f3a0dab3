// Comments as the write path knows them: made with a change, and gone with their object.

import type { KindName } from '@tessera/contract'
import type { Reader } from '../db/database.ts'
import type { CommentTable } from '../db/schema.ts'
import { type CommentRow, findAuthors } from './comment-store.ts'

export {
  deleteComments,
  eraseComments,
  findComments,
  findCommentsOn,
  findMentioned,
  insertComments,
  renumberComments,
} from './comment-store.ts'

export type AttachedComment = CommentRow

export function commentView(comment: CommentRow, target: KindName) {
  const { user_id: id, email, first_name, last_name } = comment
  return {
    id: comment.id,
    text: comment.text,
    parent: comment.parent_id,
    targetId: comment.object_id,
    targetType: target,
    author: { id, email, first_name, last_name },
    created_at: comment.created_at,
  }
}

type CommentView = ReturnType<typeof commentView>

/** Comments that are gone, from how they were shown; what their authors are called may have changed since. */
export async function pastComments(
  db: Reader,
  list: readonly { readonly workspace_id: number; readonly seq: number; readonly view: CommentView }[],
): Promise<CommentRow[]> {
  if (list.length === 0) return []
  const ids = new Set(list.map(({ view }) => view.author.id))
  const authors = new Map((await findAuthors(db, [...ids])).map(({ id, ...names }) => [id, names]))
  return list.map(({ workspace_id, seq, view: { id, targetId, parent, text, author, created_at } }) => {
    const { id: user_id, ...names } = author
    const said = { workspace_id, id, object_id: targetId, parent_id: parent, text, user_id, seq, created_at }
    return { ...said, ...(authors.get(user_id) ?? names) }
  })
}

/** The addresses a text names with an @, each once. */
export function mentionsIn(text: string): string[] {
  const found = text.matchAll(
    /(?<![\p{L}\p{N}_.+-])@([^\s@<>(),;:"\\]+@[\p{L}\p{M}\p{N}_-]+(?:\.[\p{L}\p{M}\p{N}_-]+)*)/gu,
  )
  return [...new Set([...found].map(match => (match[1] as string).toLowerCase()))]
}

/** Without what was joined from its author. */
export const commentColumnsOf = ({ email: _e, first_name: _f, last_name: _l, ...columns }: CommentRow): CommentTable =>
  columns
