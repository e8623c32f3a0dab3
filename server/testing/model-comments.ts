// The model's rules of comments: on objects and at points of the board.

import { type ModelComment, type ModelState, Refusal } from './model-state.ts'

/** On an object, at a point, or, with neither, a reply to a comment at a point. */
export type CommentPlace = { readonly on: string } | { readonly x: number; readonly y: number } | null

export interface NewComment {
  readonly place: CommentPlace
  readonly text: string
  readonly parent: string | null
  readonly newId: string
}

export function addComment(state: ModelState, actor: number, { place, text, parent, newId }: NewComment): ModelComment {
  const target = place && 'on' in place ? state.get(place.on) : null
  if (target?.kind === 'stroke') throw new Refusal(404)
  const targetId = target?.record.id ?? null
  if (parent !== null) requireParent(state, parent, targetId)
  const point = place && 'x' in place ? place : {}
  const targetType = target?.kind ?? 'workspace'
  const comment = { id: newId, text, parent, targetId, targetType, ...point, author: actor, ...unresolved }
  state.comments.set(newId, comment)
  state.record('COMMENT_CREATE', actor, comment)
  return comment
}

const unresolved = { resolved: false, resolved_by: null }

function requireParent(state: ModelState, parent: string, targetId: string | null): void {
  const above = state.comments.get(parent)
  if (!above || above.targetId !== targetId || above.parent !== null) throw new Refusal(400)
}

export function editComment(state: ModelState, actor: number, id: string, text: string): ModelComment {
  const comment = state.getComment(id)
  if (comment.author !== actor) throw new Refusal(403)
  return comment.text === text ? comment : put(state, actor, { ...comment, text })
}

export function resolveComment(state: ModelState, actor: number, id: string, resolved: boolean): ModelComment {
  const comment = state.getComment(id)
  if (comment.parent !== null) throw new Refusal(400)
  if (comment.resolved === resolved) return comment
  return put(state, actor, { ...comment, resolved, resolved_by: resolved ? actor : null })
}

function put(state: ModelState, actor: number, comment: ModelComment): ModelComment {
  state.comments.set(comment.id, comment)
  state.record('COMMENT_UPDATE', actor, comment)
  return comment
}

/** The first comment of a thread goes last. */
export function deleteComment(state: ModelState, actor: number, id: string, isOwner: boolean): void {
  const comment = state.getComment(id)
  if (comment.author !== actor && !isOwner) throw new Refusal(403)
  for (const one of [...state.commentsWhere(({ parent }) => parent === id), comment]) {
    state.comments.delete(one.id)
    state.record('COMMENT_DELETE', actor, one)
  }
}
