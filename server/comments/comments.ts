// Comments on objects.

import type { KindName } from '@tessera/contract'
import { notFound } from '../access/access.ts'
import { change, type Handlers, read } from '../handler.ts'
import { envelope, sliceOf } from '../list.ts'
import type { WritePath } from '../objects/change.ts'
import { objectExists } from '../objects/find-object.ts'
import { submitOne, targetOf } from '../objects/objects.ts'
import { commentView } from './attached-comments.ts'
import { listComments, listWorkspaceComments } from './comment-store.ts'

export const commentHandlers = (parts: { readonly writePath: WritePath }): Handlers<'comments'> => ({
  create: change(async call => {
    const on = targetOf('comments', call.params)
    const { text, parent = null } = call.body
    return await submitOne(parts, call, { op: 'comment', on, text, parent }, 'comment')
  }),
  list: read(async ({ db, workspace, params, query, url }) => {
    const on = targetOf('comments', params)
    if (!(await objectExists(db, workspace.id, on))) throw notFound(on.kind)
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
