// The operations on comments: on objects, and at points of the board.

import { Type } from 'typebox'
import { get, Message, post, put, remove, workspace } from '../operation.ts'
import { PageQuery, paged } from '../paging.ts'
import { Comment, OneComment } from '../records/comment.ts'
import { boolean, integer, optional } from '../values.ts'

const text = () =>
  Type.String({
    minLength: 1,
    maxLength: 8_192,
    pattern: '\\S',
    description: 'What it says. `@ann@example.com` mentions a user by email address',
  })

const CommentDraft = Type.Object({
  text: text(),
  parent: optional(Type.String({ description: 'Id of the comment to answer: a top-level comment of the same object' })),
})

const PlacedCommentDraft = Type.Object({
  text: text(),
  x: optional(integer({ description: 'Where on the board, to the right of the origin' })),
  y: optional(integer({ description: 'Where on the board, down from the origin' })),
  parent: optional(
    Type.String({
      description: 'Id of the comment to answer: a top-level comment at a point of the board; instead of x and y',
    }),
  ),
})

const CommentQuery = Type.Object({
  ...PageQuery.properties,
  resolved: optional(boolean({ description: 'Only threads that are resolved, or only those that are not' })),
})

export const comments = {
  create: post('/workspaces/:workspace_id/:object_type/:object_id/comments', {
    title: 'Comment on an Object',
    description:
      'Adds a comment to an object, or with `parent` an answer to a comment. People whom it mentions get mail.',
    needs: workspace('comment'),
    attaches: 'comments',
    body: CommentDraft,
    reply: OneComment,
    errors: 'A',
    status: 201,
  }),
  createInWorkspace: post('/workspaces/:workspace_id/comments', {
    title: 'Comment at a Point',
    description:
      'Adds a comment at a point of the board, or with `parent` an answer to such a comment. Use it for remarks that belong to no object.',
    needs: workspace('comment'),
    body: PlacedCommentDraft,
    reply: OneComment,
    errors: 'A',
    status: 201,
  }),
  update: put('/workspaces/:workspace_id/comments/:comment_id', {
    title: 'Update a Comment',
    description: 'Changes the text of a comment. Only its author can; people who are newly mentioned are notified.',
    needs: workspace('comment'),
    body: Type.Object({ text: text() }),
    reply: OneComment,
    errors: 'A',
  }),
  resolve: put('/workspaces/:workspace_id/comments/:comment_id/resolved', {
    title: 'Resolve or Reopen a Thread',
    description:
      'Marks the thread that starts with a comment as resolved, or opens it again. Lists can leave out resolved threads.',
    needs: workspace('comment'),
    body: Type.Object({ resolved: boolean({ description: 'True resolves the thread, false opens it again' }) }),
    reply: OneComment,
    errors: 'A',
  }),
  delete: remove('/workspaces/:workspace_id/comments/:comment_id', {
    title: 'Delete a Comment',
    description:
      'Deletes a comment; the first one of a thread with all answers. Its author can, and everyone with can_delete_workspace.',
    needs: workspace('comment'),
    reply: Message,
    errors: 'A',
  }),
  list: get('/workspaces/:workspace_id/:object_type/:object_id/comments', {
    title: 'List the Comments on an Object',
    description: 'Lists the comments on one object, oldest first. Answers come with their thread.',
    attaches: 'comments',
    needs: workspace(),
    query: CommentQuery,
    reply: paged('comments', Comment),
    errors: 'A',
  }),
  listInWorkspace: get('/workspaces/:workspace_id/comments', {
    title: 'List the Comments in a Workspace',
    description:
      'Lists all comments in a workspace, oldest first, those on objects included. Use `resolved=false` to see what is still open.',
    needs: workspace(),
    query: CommentQuery,
    reply: paged('comments', Comment),
    errors: 'A',
  }),
}
