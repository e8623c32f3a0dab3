// The operations on imports: a board file becomes objects of a workspace.

import { Type } from 'typebox'
import { importFormats } from '../formats.ts'
import { get, post, workspace } from '../operation.ts'
import { OneImport } from '../records/import.ts'
import { integer, oneOf, optional, orNull, text } from '../values.ts'

export const maxImportBytes = 256_000_000

export const imports = {
  create: post('/workspaces/:workspace_id/imports', {
    title: 'Import a File',
    description:
      'Starts an import of a board file. The content is placed in free space to the right of the existing objects. With the format `miro`, the board is fetched from Miro instead. Poll the import until its state is `done` or `failed`.',
    needs: workspace('can_edit_workspace'),
    upload: { field: 'file', maxBytes: maxImportBytes, orByUrl: false, isOptional: true },
    body: Type.Object({
      format: optional(oneOf(importFormats, { description: 'Detected from the content of the file if omitted' })),
      board: optional(
        Type.String({ minLength: 1, maxLength: 500, description: 'For `miro`: the id or address of the board' }),
      ),
      token: optional(
        Type.String({
          minLength: 1,
          maxLength: 4_096,
          description: 'For `miro`: a token that can read the board. It is used once',
        }),
      ),
      x: optional(
        integer({ description: 'Left edge of the imported objects. If omitted, they are placed in free space' }),
      ),
      y: optional(
        integer({ description: 'Top edge of the imported objects. If omitted, they are placed in free space' }),
      ),
    }),
    reply: OneImport,
    errors: 'A',
    status: 202,
    cost: 10,
  }),
  get: get('/workspaces/:workspace_id/imports/:import_id', {
    title: 'Get an Import',
    description:
      'Returns the state of an import and, once it is done, its report. Only the user who started it can see it.',
    needs: workspace(),
    reply: OneImport,
    errors: 'A',
  }),
  listObjects: get('/workspaces/:workspace_id/imports/:import_id/objects', {
    title: 'List the Objects of an Import',
    description:
      'Lists the ids of the objects that an import put on the board, in the order of the file. To undo the import, delete them.',
    needs: workspace(),
    query: Type.Object({
      limit: optional(
        Type.Integer({ minimum: 1, default: 1_000, description: 'Number of ids per page, at most 1,000' }),
      ),
      cursor: optional(Type.String({ pattern: '^\\d{1,9}$', description: 'The next_cursor of the previous page' })),
    }),
    reply: Type.Object({
      ids: Type.Array(Type.String(), { description: 'The ids of the objects' }),
      next_cursor: orNull(text('Send it as `cursor` to get the next page; null on the last page')),
    }),
    errors: 'A',
  }),
}
