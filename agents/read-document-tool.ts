// read_document: the text of an uploaded document, page by page.

import type { Client } from '@tessera/client'
import { Type } from 'typebox'
import { shorten, takeWhatFits } from './answer-size.ts'
import { asData } from './board-data.ts'
import { type BoardObject, boxOf } from './board-object.ts'
import { readOffset } from './paging.ts'
import { defineTool, readingTool, ToolProblem } from './tool.ts'
import { cursorInput, objectIdInput, workspaceId } from './tool-input.ts'

const pageSize = 100
const maxPageLength = 25_000

export const readDocumentTool = defineTool({
  name: 'read_document',
  title: 'Read a document',
  description:
    'Reads the text of a document on a board (PDF, Office), page by page. To see what a page looks like, use look with the id of the document.',
  input: Type.Object({
    workspace_id: workspaceId(),
    document_id: objectIdInput('The document, from read_board'),
    page: Type.Optional(Type.Integer({ minimum: 1, description: 'Start at this page; 1 if omitted' })),
    cursor: cursorInput(),
  }),
  scope: 'read',
  annotations: readingTool,
  async run({ client, presence }, { workspace_id, document_id, page = 1, cursor }) {
    const { document } = await client.documents.get(workspace_id, document_id)
    presence.seen(workspace_id, boxOf({ kind: 'document', ...document } as BoardObject))
    if (document.state === 'failed') throw new ToolProblem(`The document could not be read: ${document.reason ?? ''}`)
    const offset = cursor === undefined ? page - 1 : readOffset(cursor)
    const { pages, total } = await client.documents.listPages(workspace_id, document_id, { offset, limit: pageSize })
    if (pages.length === 0 && document.state === 'processing')
      throw new ToolProblem('The document is still being processed. Try again in a few seconds.')
    if (pages.length === 0) throw new ToolProblem(`There is no such page: the document has ${total} pages.`)
    const { lines, end } = takeWhatFits(pages, 0, pageText, 36_000)
    const next = offset + end < total ? String(offset + end) : null
    const more = next === null ? '' : `\nMore: call again with cursor "${next}".`
    return {
      text: `Pages ${offset + 1} to ${offset + end} of ${total}.\n${asData(lines.join('\n'))}${more}`,
      structured: { first_page: offset + 1, last_page: offset + end, pages: total, next_cursor: next },
    }
  },
})

const pageText = ({ number, text }: { number: number; text: string }) =>
  `--- page ${number}\n${shorten(text, maxPageLength)}`

/** The first pages of an object that has any. */
export async function pagesText(client: Client, workspaceId: string, object: BoardObject): Promise<string> {
  if (!('pages' in object)) return ''
  const { pages } = await client.documents.listPages(workspaceId, object.id, { limit: pageSize })
  return pages.map(pageText).join('\n')
}
