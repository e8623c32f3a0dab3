// Threads of comments, and where they are: on an object, or at a point of the board.

import type { Comment, LiveWorkspace } from '@tessera/client'
import type { Point } from '@tessera/drawing'
import { commentedObjects } from './commented-objects.ts'

/** Where comments are open: on an object, in a thread at a point, or at a point where the first one is being written. */
export type CommentPlace = { readonly objectId: string } | { readonly threadId: string } | { readonly point: Point }

export type CommentFilter = 'unresolved' | 'all'

export interface CommentThread {
  readonly first: Comment
  readonly replies: readonly Comment[]
}

/** Oldest first; replies below the comment they reply to. */
export function threadsOf(comments: readonly Comment[]): CommentThread[] {
  const replies = Map.groupBy(comments, ({ parent }) => parent)
  return (replies.get(null) ?? []).map(first => ({ first, replies: replies.get(first.id) ?? [] }))
}

export const isShown = ({ first }: CommentThread, filter: CommentFilter) => filter === 'all' || !first.resolved

const lastCommentId = ({ first, replies }: CommentThread) => (replies.at(-1) ?? first).id

/** The most recently active first. */
export const byLastComment = (one: CommentThread, other: CommentThread) =>
  lastCommentId(one) > lastCommentId(other) ? -1 : 1

export function listComments(live: LiveWorkspace): Comment[] {
  const all = [...live.commentsOn(null), ...[...commentedObjects(live)].flatMap(id => live.commentsOn(id))]
  return all.sort((one, other) => (one.id < other.id ? -1 : 1))
}

export function findComment(live: LiveWorkspace, id: string): Comment | null {
  for (const target of [null, ...commentedObjects(live)]) {
    const found = live.commentsOn(target).find(comment => comment.id === id)
    if (found) return found
  }
  return null
}

/** Where the thread of a comment is shown. */
export const placeOf = ({ id, parent, targetId }: Comment): CommentPlace =>
  targetId === null ? { threadId: parent ?? id } : { objectId: targetId }

export const pointOf = ({ x, y }: Comment): Point | null => (x === undefined || y === undefined ? null : { x, y })
