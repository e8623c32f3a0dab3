// read_board: what is on a board, one line for each object, in sections by canvas.

import { kindNames } from '@tessera/contract'
import { Type } from 'typebox'
import { asData, quote } from './board-data.ts'
import { objectLine } from './board-object.ts'
import { type BoardFilter, type BoardPage, readBoardPage } from './board-page.ts'
import { sectionsOf } from './sections.ts'
import { defineTool, readingTool, type ToolContext } from './tool.ts'
import { boxInput, cursorInput, objectIdInput, workspaceId } from './tool-input.ts'

export const readBoardTool = defineTool({
  name: 'read_board',
  title: 'Read a board',
  description:
    'Reads what is on a board: one line for each object with kind, id, x,y, width x height, the main fields of its kind, and its text; canvases as sections with the objects on them; connectors as edges between ids; and seq, the number of the last change. Read a large board in parts: by box, canvas, kind or text.',
  input: Type.Object({
    workspace_id: workspaceId(),
    box: Type.Optional(boxInput('Only objects that touch this part of the board')),
    canvas: Type.Optional(objectIdInput('Only what lies on this canvas')),
    kind: Type.Optional(Type.Unsafe<(typeof kindNames)[number]>({ type: 'string', enum: [...kindNames] })),
    text: Type.Optional(Type.String({ maxLength: 200, description: 'Only objects whose text contains this' })),
    cursor: cursorInput(),
  }),
  output: Type.Object({
    seq: Type.Integer(),
    objects: Type.Integer({ description: 'Number of items in this response' }),
    next_cursor: Type.Union([Type.String(), Type.Null()]),
  }),
  scope: 'read',
  annotations: readingTool,
  async run(context, args) {
    const page = await readBoardPage(context, args)
    context.presence.seen(args.workspace_id, page.box)
    const { objects, seq, next, strokes } = page
    const heading = args.cursor === undefined ? await boardHeading(context, args.workspace_id) : []
    const sections = sectionsOf(objects, page.canvases).flatMap(({ canvas, objects: inside }) => [
      canvas === null ? '## Not on a canvas' : `## ${objectLine(canvas)}`,
      ...inside.map(objectLine),
    ])
    const count = objects.length
    const first = `seq ${seq}. ${count === 0 ? nothingText(page, args) : `${count} objects${next ? ', and there are more' : ''}.`}`
    const left = strokes > 0 ? `\n${strokes} drawn strokes are left out; kind "stroke" lists them.` : ''
    const more = next === null ? '' : `\nMore: call again with cursor "${next}", or read less with box, canvas or kind.`
    const lines = [...heading, ...sections]
    return {
      text: `${first}${lines.length === 0 ? '' : `\n${asData(lines.join('\n'))}`}${left}${more}`,
      structured: { seq, objects: count, next_cursor: next },
    }
  },
})

function nothingText({ isFiltered }: BoardPage, { canvas, kind, text, cursor }: BoardFilter): string {
  if (isFiltered) return canvas && !kind && !text && !cursor ? 'Nothing lies on this canvas.' : 'Nothing matches.'
  return 'The board is empty.'
}

async function boardHeading({ client }: ToolContext, workspace_id: string): Promise<string[]> {
  const { name, description, workspace_role } = (await client.workspaces.get(workspace_id)).workspace.properties
  const about = description === '' ? '' : `: ${quote(description)}`
  return [`# Board ${quote(name)}${about} (your role: ${workspace_role.name})`]
}
