// changes_since: what happened on a board after a sequence number, by whom.

import type { Client } from '@tessera/client'
import { kindNames } from '@tessera/contract'
import { Type } from 'typebox'
import { shorten, takeWhatFits } from './answer-size.ts'
import { asData, quote } from './board-data.ts'
import { type BoardObject, objectLine } from './board-object.ts'
import { readOffset } from './paging.ts'
import { defineTool, readingTool } from './tool.ts'
import { cursorInput, workspaceId } from './tool-input.ts'

type LoggedEvent = Awaited<ReturnType<Client['events']['list']>>['events'][number]

const pageSize = 500

export const changesSinceTool = defineTool({
  name: 'changes_since',
  title: 'Changes since',
  description:
    'Lists what happened on a board after a seq (from read_board or an earlier response): who created, updated or deleted what, in order, with the object as it was after the change. Use it to follow what people do, instead of reading the board again.',
  input: Type.Object({
    workspace_id: workspaceId(),
    seq: Type.Integer({ minimum: 0, description: 'Only what happened after it; 0 for all' }),
    cursor: cursorInput(),
  }),
  output: Type.Object({
    seq: Type.Integer({ description: 'The number of the last change in this response, from which to continue later' }),
    changes: Type.Integer(),
    next_cursor: Type.Union([Type.String(), Type.Null()]),
  }),
  scope: 'read',
  annotations: readingTool,
  async run({ client, presence }, { workspace_id, seq, cursor }) {
    const after = cursor === undefined ? seq : readOffset(cursor)
    const { events } = await client.events.list(workspace_id, { after, limit: pageSize })
    presence.seen(workspace_id)
    const { lines, end } = takeWhatFits(events, 0, eventLine, 36_000)
    const last = events[end - 1]?.seq ?? after
    const next = end < events.length || events.length === pageSize ? String(last) : null
    const more = next === null ? '' : `\nMore: call again with cursor "${next}".`
    const text =
      lines.length === 0 ? `Nothing happened after seq ${after}.` : `seq ${last}.\n${asData(lines.join('\n'))}${more}`
    return { text, structured: { seq: last, changes: end, next_cursor: next } }
  },
})

/** Who did what, with the object as it was after the change. */
export function eventLine(event: LoggedEvent): string {
  const { seq, created_at, actor, type } = event
  const by = quote(`${actor.first_name} ${actor.last_name}`)
  const via = actor.via ? ` via ${quote(actor.via.name)}` : ''
  return `${seq} ${created_at} ${by}${via} ${type} ${subjectLine(event)}`.trimEnd()
}

function subjectLine(event: LoggedEvent): string {
  for (const kind of kindNames) {
    const record = event[kind]
    if (record) return objectLine({ kind, ...record } as unknown as BoardObject)
  }
  const { comment, workspace, workspace_user } = event
  if (comment)
    return `${comment.id} on ${comment.targetType} ${comment.targetId ?? ''} ${quote(shorten(comment.text, 400))}`
  if (workspace_user) return quote(workspace_user.email)
  return workspace ? quote(workspace.name) : ''
}
