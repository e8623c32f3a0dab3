// list_comments: the threads of comments on a board.

import type { Client } from '@tessera/client'
import { Type } from 'typebox'
import { shorten, takeWhatFits } from './answer-size.ts'
import { asData, quote } from './board-data.ts'
import { readOffset } from './paging.ts'
import { defineTool, readingTool } from './tool.ts'
import { cursorInput, objectIdInput, workspaceId } from './tool-input.ts'

type Comment = Awaited<ReturnType<Client['comments']['listInWorkspace']>>['comments'][number]

const maxTextLength = 4_000

export const listCommentsTool = defineTool({
  name: 'list_comments',
  title: 'List comments',
  description:
    'Lists the comments on a board, thread by thread: id, author, what it is on, text, and whether the thread is resolved. Reply with add_comment and the id of the first comment as parent.',
  input: Type.Object({
    workspace_id: workspaceId(),
    object_id: Type.Optional(objectIdInput('Only comments on this object')),
    resolved: Type.Optional(
      Type.Boolean({ description: 'true: only resolved threads; false: only threads that are not resolved' }),
    ),
    cursor: cursorInput(),
  }),
  scope: 'read',
  annotations: readingTool,
  async run({ client, presence }, { workspace_id, object_id, resolved, cursor }) {
    const all: Comment[] = []
    const query = { limit: 200, ...(resolved === undefined ? {} : { resolved }) }
    for await (const comment of client.comments.listInWorkspace.all(workspace_id, query)) all.push(comment)
    presence.seen(workspace_id)
    const threads = threadsOf(object_id === undefined ? all : all.filter(one => one.targetId === object_id))
    const offset = readOffset(cursor)
    const { lines, end } = takeWhatFits(threads, offset, thread => thread.map(commentLine).join('\n'), 36_000)
    const next = end < threads.length ? String(end) : null
    const more = next === null ? '' : `\nMore: call again with cursor "${next}".`
    return {
      text:
        threads.length === 0
          ? 'There are no comments.'
          : `${threads.length} threads.\n${asData(lines.join('\n'))}${more}`,
      structured: { threads: threads.length, next_cursor: next },
    }
  },
})

/** The threads, each starting with its first comment. */
function threadsOf(comments: readonly Comment[]): Comment[][] {
  const threads = new Map<string, Comment[]>()
  for (const comment of comments) {
    const first = comment.parent ?? comment.id
    const thread = threads.get(first)
    if (thread) thread.push(comment)
    else threads.set(first, [comment])
  }
  return [...threads.values()]
}

function commentLine({ id, parent, author, targetId, targetType, x, y, text, resolved, created_at }: Comment): string {
  const by = quote(`${author.first_name} ${author.last_name}`)
  const words = quote(shorten(text, maxTextLength))
  if (parent !== null) return `  reply ${id} by ${by} ${created_at}: ${words}`
  const place = targetId === null ? `at ${x},${y}` : `on ${targetType} ${targetId}`
  return `${id} ${place} by ${by} ${created_at}${resolved ? ' (resolved)' : ''}: ${words}`
}
