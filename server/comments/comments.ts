// Comments on objects.

import type { KindName } from '@tessera/contract'
import { notFound } from '../access/access.ts'
import { submitChange, targetOf } from '../changes/submit-change.ts'
import type { WritePath } from '../changes/write-path.ts'
import { change, type Handlers, read } from '../handler.ts'
import { envelope, sliceOf } from '../list.ts'
import { commentView } from '../records/comment-view.ts'
import { findObject } from '../records/object-store.ts'
import { listComments, listWorkspaceComments } from './comment-list-store.ts'

export const commentHandlers = (dependencies: { readonly writePath: WritePath }): Handlers<'comments'> => ({
  create: change(async call => {
    const on = targetOf('comments', call.params)
    const { text, parent = null } = call.body
    return await submitChange(dependencies.writePath, call, { op: 'comment', on, text, parent }, 'comment')
  }),
  list: read(async ({ db, workspace, params, query, url }) => {
    const on = targetOf('comments', params)
    const object = await findObject(db, workspace.id, on.id)
    if (object?.kind !== on.kind) throw notFound(on.kind)
    const { found, total } = await listComments(db, workspace.id, on.id, sliceOf(query))
    return {
      comments: found.map(row => commentView(row, on.kind)),
      ...envelope(url, query, { total, size: found.length }),
    }
  }),
  listInWorkspace: read(async ({ db, workspace, query, url }) => {
    const { found, total } = await listWorkspaceComments(db, workspace.id, sliceOf(query))
    return {
      comments: found.map(row => commentView(row, row.target_kind as KindName)),
      ...envelope(url, query, { total, size: found.length }),
    }
  }),
})
