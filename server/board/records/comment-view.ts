// Comments in the format of the API.

import type { CommentRow } from './comment-store.ts'

export function commentView(comment: CommentRow) {
  const { user_id: id, email, first_name, last_name, via, x, y, resolved_at } = comment
  return {
    id: comment.id,
    text: comment.text,
    parent: comment.parent_id,
    targetId: comment.object_id,
    targetType: comment.target_kind ?? 'workspace',
    ...(x === null || y === null ? {} : { x, y }),
    author: { id, email, first_name, last_name, via: via === null ? null : JSON.parse(via) },
    created_at: comment.created_at,
    updated_at: comment.updated_at,
    resolved: resolved_at !== null,
    resolved_by: resolverOf(comment),
    resolved_at,
  }
}

export type CommentView = ReturnType<typeof commentView>

function resolverOf({ resolved_by, resolver_email, resolver_first_name, resolver_last_name }: CommentRow) {
  if (resolved_by === null) return null
  return {
    id: resolved_by,
    email: resolver_email ?? '',
    first_name: resolver_first_name ?? '',
    last_name: resolver_last_name ?? '',
  }
}

/** A comment from the log, with all fields. A quote inside a text is escaped, so only a field can match. */
export const completeCommentText = (data: string): string =>
  data.includes('"updated_at":') ? data : JSON.stringify(completeComment(JSON.parse(data)))

/** Fields of a comment that the oldest events do not have. */
const laterFields = { resolved: false, resolved_by: null, resolved_at: null }

const completeComment = (view: Partial<CommentView> & Pick<CommentView, 'author' | 'created_at'>) => ({
  updated_at: view.created_at,
  ...laterFields,
  ...view,
  author: { ...view.author, via: view.author.via ?? null },
})
