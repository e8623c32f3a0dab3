// Applies one change of a comment to a draft: permissions, threads, and the users that a mention notifies.

import { badField, can, Problem, type Role, type WorkspaceFlag } from '@tessera/contract'
import { type Caller, notFound } from '../../accounts/access/index.ts'
import { newObjectId } from '../../tools/index.ts'
import type { CommentRow } from '../records/comment-store.ts'
import type { ChangeResult, Mentions, ObjectChange } from './change-request.ts'
import type { Draft } from './draft.ts'
import { mentionsIn } from './mentions.ts'
import { commentText, putComment, recordComment } from './record-change.ts'

export interface CommentContext {
  readonly caller: Caller
  readonly role: Role<WorkspaceFlag>
  readonly mentioned: Mentions
}

type ChangeOf<Op> = Extract<ObjectChange, { op: Op }>

export function createComment(draft: Draft, change: ChangeOf<'comment'>, context: CommentContext): ChangeResult {
  const { on, at = null, text, parent } = change
  if (on) requireCommentable(draft, on, change.id !== undefined)
  const object_id = on?.id ?? null
  requireParent(draft, parent, object_id)
  const { id: user_id, email, first_name, last_name } = context.caller
  const row: CommentRow = {
    workspace_id: draft.board.id,
    id: change.id ?? newObjectId(),
    object_id,
    target_kind: on?.kind ?? null,
    parent_id: parent,
    x: at?.x ?? null,
    y: at?.y ?? null,
    text,
    user_id,
    via: draft.actor.via,
    seq: 0,
    created_at: draft.now,
    updated_at: draft.now,
    email,
    first_name,
    last_name,
    ...unresolved,
  }
  const data = putComment(draft, row, 'CREATE')
  notifyMentioned(draft, row, mentionsIn(text), context)
  return { kind: 'comment', id: row.id, text: data }
}

/** A document may have comments before it is processed if an import creates them. */
function requireCommentable(draft: Draft, on: NonNullable<ChangeOf<'comment'>['on']>, isImported: boolean): void {
  const object = draft.findObject(on.id)
  if (object?.kind !== on.kind) throw notFound(on.kind)
  if (object.record.state === 'processing' && !isImported)
    throw new Problem('ResourceNotFound', 'The document is still being processed and cannot be commented on yet')
}

function requireParent(draft: Draft, parent: string | null, object_id: string | null): void {
  if (parent === null) return
  const comment = draft.findComment(parent)
  if (comment && comment.object_id === object_id && comment.parent_id === null) return
  const where = object_id === null ? 'at a point of this board' : 'of the same object'
  throw badField('parent', `must be a top-level comment ${where}`)
}

/** Only people that the previous text did not mention are notified. An unchanged text is a no-op. */
export function editComment(draft: Draft, { id, text }: ChangeOf<'edit-comment'>, context: CommentContext) {
  const comment = getComment(draft, id)
  if (comment.user_id !== context.caller.id)
    throw new Problem('ForbiddenError', 'Only the author of a comment can edit it')
  if (comment.text === text) return resultOf(draft, comment)
  const edited = { ...comment, text, updated_at: draft.now }
  const known = mentionsIn(comment.text)
  notifyMentioned(
    draft,
    edited,
    mentionsIn(text).filter(name => !known.includes(name)),
    context,
  )
  return resultOf(draft, edited, 'UPDATE')
}

/** Resolving a resolved thread is a no-op: it keeps who resolved it first. */
export function resolveComment(
  draft: Draft,
  { id, resolved }: ChangeOf<'resolve-comment'>,
  { caller }: CommentContext,
): ChangeResult {
  const comment = getComment(draft, id)
  if (comment.parent_id !== null)
    throw badField('resolved', 'can change only in the first comment of a thread, not in a reply')
  if (resolved === (comment.resolved_at !== null)) return resultOf(draft, comment)
  return resultOf(draft, { ...comment, ...(resolved ? resolvedBy(caller, draft.now) : unresolved) }, 'UPDATE')
}

const unresolved = {
  resolved_by: null,
  resolved_at: null,
  resolver_email: null,
  resolver_first_name: null,
  resolver_last_name: null,
}

const resolvedBy = ({ id, email, first_name, last_name }: Caller, now: string) => ({
  resolved_by: id,
  resolved_at: now,
  resolver_email: email,
  resolver_first_name: first_name,
  resolver_last_name: last_name,
})

/** The replies to a first comment are deleted before it, each with its own event. */
export function deleteComment(
  draft: Draft,
  { id }: ChangeOf<'delete-comment'>,
  { caller, role }: CommentContext,
): ChangeResult {
  const comment = getComment(draft, id)
  if (comment.user_id !== caller.id && !can(role, 'can_delete_workspace'))
    throw new Problem(
      'ForbiddenError',
      'Only the author of a comment, or a user with can_delete_workspace, can delete it',
    )
  for (const one of [...draft.repliesTo(id), comment]) {
    draft.removeComment(one.id)
    recordComment(draft, one, 'DELETE')
  }
  return { kind: 'comment', id, deleted: true }
}

function getComment(draft: Draft, id: string): CommentRow {
  const comment = draft.findComment(id)
  if (!comment) throw notFound('comment')
  return comment
}

function resultOf(draft: Draft, comment: CommentRow, changeType?: 'UPDATE'): ChangeResult {
  const text = changeType ? putComment(draft, comment, changeType) : commentText(comment)
  return { kind: 'comment', id: comment.id, text }
}

function notifyMentioned(
  draft: Draft,
  { id: comment_id, user_id: sender_id }: CommentRow,
  names: readonly string[],
  { mentioned }: CommentContext,
): void {
  const workspace_id = draft.board.id
  for (const name of names) {
    const user_id = mentioned.get(workspace_id)?.get(name)
    if (user_id === undefined) continue
    const job = {
      name: 'send-mention',
      key: `mail:${user_id}`,
      payload: { user_id, workspace_id, comment_id },
    } as const
    draft.enqueueMention({ job, sender_id, recipient: name })
  }
}
