// The handlers of imports. The work itself is the job import-file.

import { badField } from '@tessera/contract'
import { notFound } from '../access/access.ts'
import type { Reader } from '../db/database.ts'
import { importedId } from '../formats/prepared-import.ts'
import { type Handlers, read, write } from '../handler.ts'
import { newObjectId } from '../ids.ts'
import { enqueueJobs } from '../jobs/job-store.ts'
import { findOwnImport, type ImportRow, insertImport } from './import-store.ts'
import { importView } from './import-view.ts'

const maxIds = 1_000

export const importHandlers: Handlers<'imports'> = {
  create: write(async ({ tx, claim, caller, workspace, body, file, now }) => {
    if (!file) throw badField('file', 'is required')
    const { format = null, x = null, y = null } = body
    if ((x === null) !== (y === null))
      throw badField(x === null ? 'x' : 'y', 'is required, because x and y belong together')
    const id = newObjectId()
    const row = await insertImport(tx, {
      id,
      workspace_id: workspace.id,
      user_id: caller.id,
      grant_id: claim.grant_id,
      format,
      name: nameOf(file.name),
      x,
      y,
      source_hash: file.hash,
      created_at: now,
    })
    const { organization_id } = workspace
    await enqueueJobs(
      tx,
      [{ name: 'import-file', key: `import:${id}`, payload: { import_id: id }, organization_id }],
      now,
    )
    return { import: importView(row) }
  }),
  get: read(async ({ db, caller, workspace, params }) => ({
    import: importView(
      await getOwnImport(db, { id: params.import_id, workspace_id: workspace.id, user_id: caller.id }),
    ),
  })),
  listObjects: read(async ({ db, caller, workspace, params, query }) => {
    const { id, state, placed } = await getOwnImport(db, {
      id: params.import_id,
      workspace_id: workspace.id,
      user_id: caller.id,
    })
    const first = Number(query.cursor ?? 0)
    const total = state === 'done' ? placed : 0
    const last = Math.min(total, first + Math.min(query.limit ?? maxIds, maxIds))
    return {
      ids: Array.from({ length: Math.max(0, last - first) }, (_, index) => importedId(id, first + index)),
      next_cursor: last < total ? String(last) : null,
    }
  }),
}

async function getOwnImport(db: Reader, key: Pick<ImportRow, 'id' | 'workspace_id' | 'user_id'>): Promise<ImportRow> {
  const row = await findOwnImport(db, key)
  if (!row) throw notFound('import')
  return row
}

/** On one line, without the folders that some clients send. */
function nameOf(given = ''): string {
  const last = given.split(/[\\/]/).at(-1) ?? ''
  return last
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, 255)
}
