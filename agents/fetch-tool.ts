// fetch: all of one search result, in the shape that research clients expect.

import { Type } from 'typebox'
import { byteLength, maxAnswerBytes, shorten } from './answer-size.ts'
import { asData, dataNotice } from './board-data.ts'
import { type BoardObject, boxOf, objectLine, textOf } from './board-object.ts'
import { readBoardPage } from './board-page.ts'
import { addressOf, readDocumentId } from './document-id.ts'
import { findObject } from './find-object.ts'
import { pagesText } from './read-document-tool.ts'
import { sectionsOf } from './sections.ts'
import { defineTool, readingTool, type ToolContext } from './tool.ts'

export const fetchTool = defineTool({
  name: 'fetch',
  title: 'Fetch a search result',
  description:
    'Returns all of the text of one search result: an object with its fields and comments, a document with its pages, or a board. For boards, read_board returns more.',
  input: Type.Object({
    id: Type.String({ minLength: 1, maxLength: 100, description: 'The id of a search result, or of a workspace' }),
  }),
  output: Type.Object({
    id: Type.String(),
    title: Type.String(),
    text: Type.String(),
    url: Type.String(),
    metadata: Type.Object({}, { additionalProperties: true }),
  }),
  scope: 'read',
  annotations: readingTool,
  async run(context, { id }) {
    const { workspaceId, objectId } = readDocumentId(id)
    const found =
      objectId === null ? await wholeBoard(context, workspaceId) : await oneObject(context, workspaceId, objectId)
    const url = addressOf(context.publicUrl, workspaceId, objectId ?? undefined)
    const { title, text, metadata } = found
    const structured = { id, title, text: fitText(text), url, metadata: { ...metadata, notice: dataNotice } }
    return { text: JSON.stringify(structured), structured }
  },
})

/** Text and structured content have the same text, and JSON makes it longer. */
function fitText(text: string): string {
  const most = maxAnswerBytes / 2 - 3_000
  const length = byteLength(JSON.stringify(text))
  return asData(length <= most ? text : shorten(text, Math.floor((text.length * most) / length)))
}

async function wholeBoard(context: ToolContext, workspace_id: string) {
  const page = await readBoardPage(context, { workspace_id })
  const { name, description, updated_at } = (await context.client.workspaces.get(workspace_id)).workspace.properties
  context.presence.seen(workspace_id)
  const lines = sectionsOf(page.objects, page.canvases).flatMap(({ canvas, objects }) => [
    canvas === null ? '' : `${textOf(canvas)}:`,
    ...objects.map(textOf),
  ])
  const text = [description, ...lines].filter(line => line !== '').join('\n')
  return { title: name, text, metadata: { seq: page.seq, updated_at, is_complete: page.next === null } }
}

async function oneObject(context: ToolContext, workspaceId: string, objectId: string) {
  const { client, presence } = context
  const object = await findObject(client, workspaceId, objectId)
  presence.seen(workspaceId, boxOf(object))
  const comments = await commentsOn(client, workspaceId, object)
  const parts = [objectLine(object), textOf(object), await pagesText(client, workspaceId, object), ...comments]
  return {
    title: `${object.kind}: ${shorten(textOf(object), 120)}`,
    text: parts.filter(part => part !== '').join('\n\n'),
    metadata: { kind: object.kind, version: object.version, updated_at: object.updated_at },
  }
}

async function commentsOn(client: ToolContext['client'], workspaceId: string, { id }: BoardObject): Promise<string[]> {
  const comments: string[] = []
  for await (const one of client.comments.listInWorkspace.all(workspaceId, { limit: 200 }))
    if (one.targetId === id) comments.push(`Comment by ${one.author.first_name} ${one.author.last_name}: ${one.text}`)
  return comments
}
