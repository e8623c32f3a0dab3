// Comments on objects and at points of the board.

import { notFound } from '../../accounts/access/index.ts'
import { change, type Handlers, read } from '../../accounts/handler.ts'
import { badFields } from '../../platform/problems/index.ts'
import { envelope, sliceOf } from '../../tools/index.ts'
import type { ObjectChange } from '../changes/change-request.ts'
import { submitChange, targetOf } from '../changes/submit-change.ts'
import type { WritePath } from '../changes/write-path.ts'
import { listComments } from '../records/comment-list-store.ts'
import { commentView } from '../records/comment-view.ts'
import { findObject } from '../records/object-store.ts'

export const commentHandlers = ({ writePath }: { readonly writePath: WritePath }): Handlers<'comments'> => ({
  create: change(async call => {
    const on = targetOf('comments', call.params)
    const { text, parent = null } = call.body
    return await submitChange(writePath, call, { op: 'comment', on, text, parent }, 'comment')
  }),
  createInWorkspace: change(async call => await submitChange(writePath, call, placedComment(call.body), 'comment')),
  update: change(async call => {
    const { params, body } = call
    const edit = { op: 'edit-comment', id: params.comment_id, text: body.text } as const
    return await submitChange(writePath, call, edit, 'comment')
  }),
  resolve: change(async call => {
    const { params, body } = call
    const resolution = { op: 'resolve-comment', id: params.comment_id, resolved: body.resolved } as const
    return await submitChange(writePath, call, resolution, 'comment')
  }),
  delete: change(async call => {
    return await submitChange(writePath, call, { op: 'delete-comment', id: call.params.comment_id }, 'comment')
  }),
  list: read(async ({ db, workspace, params, query, url }) => {
    const on = targetOf('comments', params)
    const object = await findObject(db, workspace.id, on.id)
    if (object?.kind !== on.kind) throw notFound(on.kind)
    const filter = { workspace_id: workspace.id, object_id: on.id, resolved: query.resolved }
    const { found, total } = await listComments(db, filter, sliceOf(query))
    return { comments: found.map(commentView), ...envelope(url, query, { total, size: found.length }) }
  }),
  listInWorkspace: read(async ({ db, workspace, query, url }) => {
    const filter = { workspace_id: workspace.id, resolved: query.resolved }
    const { found, total } = await listComments(db, filter, sliceOf(query))
    return { comments: found.map(commentView), ...envelope(url, query, { total, size: found.length }) }
  }),
})

type PlacedDraft = { text: string; x?: number | null; y?: number | null; parent?: string | null }

/** A first comment has a point; a reply inherits that of its thread. */
function placedComment({ text, x, y, parent }: PlacedDraft): ObjectChange {
  const point = { x: x ?? null, y: y ?? null }
  const wrong = Object.entries(point).flatMap(([field, value]) => {
    if (parent == null) return value === null ? [{ field, message: 'is required without parent' }] : []
    return value === null
      ? []
      : [{ field, message: 'cannot be sent with parent: a reply has the position of its thread' }]
  })
  if (wrong.length > 0) throw badFields(wrong)
  if (point.x === null || point.y === null) return { op: 'comment', on: null, text, parent: parent ?? null }
  return { op: 'comment', on: null, at: { x: point.x, y: point.y }, text, parent: null }
}
