// The handlers of exports. The work itself is the job export-workspace.

import { Problem } from '@tessera/contract'
import { notFound } from '../../accounts/access/index.ts'
import { type Handlers, read, write } from '../../accounts/handler.ts'
import { enqueueJobs } from '../../platform/jobs/index.ts'
import { exportLimits } from '../../platform/limits/index.ts'
import { newObjectId } from '../../tools/index.ts'
import { readExportOptions } from './export-options.ts'
import { countExports, type ExportRow, findOwnExport, insertExport } from './export-store.ts'
import { type ExportLinks, exportView } from './export-view.ts'

const dayMs = 24 * 3_600_000
/** The lifetime of an export that was never completed. Its file, once it is created, is kept for a day. */
const retentionMs = 3 * dayMs

export const exportHandlers = (links: ExportLinks): Handlers<'exports'> => ({
  create: write(async ({ tx, claim, caller, workspace, body, now }) => {
    readExportOptions(body)
    const counts = await countExports(tx, caller.id, new Date(Date.parse(now) - dayMs).toISOString())
    if (counts.unfinished >= exportLimits.unfinished)
      throw new Problem('TooManyRequests', `${exportLimits.unfinished} of your exports are not finished yet`, {
        retryAfterSeconds: 30,
      })
    if (counts.recent >= exportLimits.perDay)
      throw new Problem('TooManyRequests', `More than ${exportLimits.perDay} exports in a day`, {
        retryAfterSeconds: 3_600,
      })
    const id = newObjectId()
    const row: ExportRow = {
      id,
      workspace_id: workspace.id,
      user_id: caller.id,
      grant_id: claim.grant_id,
      format: body.format,
      options: JSON.stringify(body),
      state: 'waiting',
      progress: 0,
      hash: null,
      mime: null,
      name: null,
      size: null,
      error: null,
      created_at: now,
      updated_at: now,
      expires_at: new Date(Date.parse(now) + retentionMs).toISOString(),
    }
    await insertExport(tx, row)
    const { organization_id } = workspace
    // Requests of a user are handled one at a time.
    const job = { name: 'export-workspace', key: `export:${caller.id}`, payload: { export_id: id } } as const
    await enqueueJobs(tx, [{ ...job, organization_id }], now)
    return { export: exportView(row, links) }
  }),
  get: read(async ({ db, caller, workspace, params, now }) => {
    const key = { id: params.export_id, workspace_id: workspace.id, user_id: caller.id }
    const row = await findOwnExport(db, key, now)
    if (!row) throw notFound('export')
    return { export: exportView(row, links) }
  }),
})
