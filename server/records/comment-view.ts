// A comment as the API shows it.

import type { KindName } from '@tessera/contract'
import type { CommentRow } from './comment-store.ts'

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

export type CommentView = ReturnType<typeof commentView>
