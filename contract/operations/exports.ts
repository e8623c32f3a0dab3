// Exports: files made of a workspace by a background job, to be downloaded within a day.

import { type Static, Type } from 'typebox'
import { exportFormats } from '../formats.ts'
import { get, post, workspace } from '../operation.ts'
import { OneExport } from '../records/export.ts'
import { boolean, oneOf, optional } from '../values.ts'
import { pictureFields } from './pictures.ts'

export const ExportRequest = Type.Object({
  format: oneOf(exportFormats, { description: 'Format of the file' }),
  ...pictureFields(5_000),
  history: optional(
    boolean({ description: 'For tessera: whether the archive includes the event log; false by default' }),
  ),
})

export type ExportRequest = Static<typeof ExportRequest>

export const exports = {
  create: post('/workspaces/:workspace_id/exports', {
    title: 'Export a Workspace',
    description:
      'Starts an export of a workspace, a part of it or some of its objects. Poll the export until its state is `done` or `failed`, then download the file from its `url`.',
    needs: workspace(),
    // It changes nothing on the board.
    scopes: ['read'],
    body: ExportRequest,
    cost: 10,
    reply: OneExport,
    errors: 'A',
    status: 202,
  }),
  get: get('/workspaces/:workspace_id/exports/:export_id', {
    title: 'Get an Export',
    description:
      'Returns the progress of one of your exports and, once it is done, the address of its file. The file is kept for a day.',
    needs: workspace(),
    reply: OneExport,
    errors: 'A',
  }),
}
