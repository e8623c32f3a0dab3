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
    description: 'Text of the comment. `@ann@example.com` mentions a user by email address',
  })

const CommentDraft = Type.Object({
  text: text(),
  parent: optional(
    Type.String({ description: 'Id of the comment to reply to: a top-level comment of the same object' }),
  ),
})

const PlacedCommentDraft = Type.Object({
  text: text(),
  x: optional(integer({ description: 'Horizontal position: board units to the right of the origin' })),
  y: optional(integer({ description: 'Vertical position: board units below the origin' })),
  parent: optional(
    Type.String({
      description: 'Id of the comment to reply to: a top-level comment at a point of the board; instead of x and y',
    }),
  ),
})

const CommentQuery = Type.Object({
  ...PageQuery.properties,
  resolved: optional(
    boolean({ description: 'true: only resolved threads; false: only threads that are not resolved' }),
  ),
})

export const comments = {
  create: post('/workspaces/:workspace_id/:object_type/:object_id/comments', {
    title: 'Comment on an Object',
    description:
      'Adds a comment to an object or, with `parent`, a reply to a comment. Users whom it mentions get an email.',
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
      'Adds a comment at a point of the board or, with `parent`, a reply to such a comment. Use it for comments that are not about an object.',
    needs: workspace('comment'),
    body: PlacedCommentDraft,
    reply: OneComment,
    errors: 'A',
    status: 201,
  }),
  update: put('/workspaces/:workspace_id/comments/:comment_id', {
    title: 'Update a Comment',
    description:
      'Changes the text of a comment. Only its author can change it. Users who are newly mentioned are notified.',
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
      'Deletes a comment. Deleting the first comment of a thread also deletes the replies. Only the author and users with `can_delete_workspace` can delete it.',
    needs: workspace('comment'),
    reply: Message,
    errors: 'A',
  }),
  list: get('/workspaces/:workspace_id/:object_type/:object_id/comments', {
    title: 'List the Comments on an Object',
    description: 'Lists the comments on one object, oldest first. Replies are included.',
    attaches: 'comments',
    needs: workspace(),
    query: CommentQuery,
    reply: paged('comments', Comment),
    errors: 'A',
  }),
  listInWorkspace: get('/workspaces/:workspace_id/comments', {
    title: 'List the Comments in a Workspace',
    description:
      'Lists all comments in a workspace, including those on objects, oldest first. Use `resolved=false` to see what is still open.',
    needs: workspace(),
    query: CommentQuery,
    reply: paged('comments', Comment),
    errors: 'A',
  }),
}
