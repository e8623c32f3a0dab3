// list_workspaces: the boards that the caller can open.

import { Type } from 'typebox'
import { takeWhatFits } from './answer-size.ts'
import { asData, quote } from './board-data.ts'
import { readOffset } from './paging.ts'
import { defineTool, readingTool } from './tool.ts'

const pageSize = 50

export const listWorkspacesTool = defineTool({
  name: 'list_workspaces',
  title: 'List workspaces',
  description:
    'Lists the workspaces (boards) that you can open: the last opened first, with id, name, your role, and when it was changed. Use an id as workspace_id in the other tools.',
  input: Type.Object({
    query: Type.Optional(Type.String({ maxLength: 200, description: 'Only those whose name contains this' })),
    cursor: Type.Optional(Type.String({ description: 'From the previous response' })),
  }),
  scope: 'read',
  annotations: readingTool,
  async run({ client, caller }, { query, cursor }) {
    const offset = readOffset(cursor)
    const { workspaces, total } = await client.users.listWorkspaces(caller.userId, {
      order_by: 'visited_at',
      order_direction: 'DESC',
      limit: pageSize,
      offset,
      ...(query ? { query } : {}),
    })
    const { lines, end } = takeWhatFits(
      workspaces,
      0,
      ({ uid, name, description, workspace_role, updated_at }) =>
        `${uid} ${quote(name)} ${description === '' ? '' : `${quote(description.slice(0, 200))} `}role=${workspace_role.name} changed=${updated_at}`,
      30_000,
    )
    const next = offset + end < total ? String(offset + end) : null
    const more = next === null ? '' : `\nMore: call again with cursor ${next}.`
    const found = lines.length === 0 ? (query ? 'No workspace matches.' : 'There is no workspace yet.') : ''
    return {
      text: found || `${total} workspaces.\n${asData(lines.join('\n'))}${more}`,
      structured: {
        workspaces: workspaces.slice(0, end).map(({ uid, name }) => ({ id: uid, name })),
        next_cursor: next,
      },
    }
  },
})
