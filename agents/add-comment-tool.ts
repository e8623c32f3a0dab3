// add_comment: a comment on an object or at a point of the board, or a reply.

import { type Kind, kinds } from '@tessera/contract'
import { Type } from 'typebox'
import { boxOf } from './board-object.ts'
import { findObject } from './find-object.ts'
import { defineTool, type ToolContext, ToolProblem } from './tool.ts'
import { objectIdInput, workspaceId } from './tool-input.ts'

const coordinate = (description: string) =>
  Type.Optional(Type.Integer({ minimum: -1_000_000_000, maximum: 1_000_000_000, description }))

export const addCommentTool = defineTool({
  name: 'add_comment',
  title: 'Add a comment',
  description:
    'Adds a comment: on an object (object_id), at a point of the board (x and y), or as a reply (reply_to, the id of the first comment of a thread, from list_comments). Mention people as @ and their email address: they are notified by email, so mention only people whom the user wants to notify.',
  input: Type.Object({
    workspace_id: workspaceId(),
    text: Type.String({ minLength: 1, maxLength: 8_192 }),
    object_id: Type.Optional(objectIdInput('The object to comment on')),
    x: coordinate('With y: a point of the board'),
    y: coordinate('With x: a point of the board'),
    reply_to: Type.Optional(objectIdInput('The first comment of the thread to reply to')),
  }),
  output: Type.Object({ id: Type.String() }),
  scope: 'comment',
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
  async run(context, { workspace_id, text, object_id, x, y, reply_to }) {
    const isPlaced = x !== undefined || y !== undefined
    if ([object_id !== undefined, isPlaced, reply_to !== undefined].filter(Boolean).length !== 1)
      throw new ToolProblem('Send exactly one of: object_id, x and y together, or reply_to.')
    const { comment } = isPlaced
      ? await context.client.comments.createInWorkspace(workspace_id, { text, ...pointOf(x, y) })
      : await (object_id === undefined
          ? reply(context, workspace_id, { text, parent: reply_to as string })
          : commentOn(context, workspace_id, object_id, { text }))
    if (x !== undefined && y !== undefined) context.presence.seen(workspace_id, { x, y, width: 0, height: 0 })
    return { text: `Comment ${comment.id} was added. Use undo to revert it.`, structured: { id: comment.id } }
  },
})

function pointOf(x: number | undefined, y: number | undefined): { x: number; y: number } {
  if (x === undefined || y === undefined) throw new ToolProblem('A point needs both x and y.')
  return { x, y }
}

async function commentOn(
  { client, presence }: ToolContext,
  workspace_id: string,
  object_id: string,
  body: { text: string; parent?: string },
) {
  const object = await findObject(client, workspace_id, object_id)
  const { takes, path, singular } = kinds[object.kind] as Kind
  if (!takes.includes('comments'))
    throw new ToolProblem(`${singular} cannot have comments. Comment at a point instead.`)
  presence.seen(workspace_id, boxOf(object))
  return await client.comments.create(workspace_id, path as never, object_id, body)
}

/** A reply goes where its thread is. */
async function reply(context: ToolContext, workspace_id: string, body: { text: string; parent: string }) {
  const { client } = context
  for (let offset = 0; ; offset += pageSize) {
    const { comments, total } = await client.comments.listInWorkspace(workspace_id, { limit: pageSize, offset })
    const parent = comments.find(({ id }) => id === body.parent)
    if (parent?.parent) throw new ToolProblem(`${body.parent} is a reply itself. Reply to ${parent.parent} instead.`)
    if (parent?.targetId) return await commentOn(context, workspace_id, parent.targetId, body)
    if (parent) return await client.comments.createInWorkspace(workspace_id, body)
    if (offset + comments.length >= total || comments.length === 0)
      throw new ToolProblem(`There is no comment ${body.parent} on this board. list_comments lists the ids.`)
  }
}

const pageSize = 100
