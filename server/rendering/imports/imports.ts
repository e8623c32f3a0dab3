// The handlers of imports. The work itself is done by the jobs fetch-import and import-file.

import { badField } from '@tessera/contract'
import { importedId } from '@tessera/formats/prepared-import'
import { notFound } from '../../accounts/access/index.ts'
import { type Handlers, read, write } from '../../accounts/handler.ts'
import type { SealedSecrets } from '../../platform/secrets/index.ts'
import type { Reader } from '../../platform/sql/index.ts'
import { findOwnImport, type ImportRow } from './import-store.ts'
import { importView } from './import-view.ts'
import { startImport } from './start-import.ts'

const maxIds = 1_000

export const importHandlers = ({ sealedSecrets }: { sealedSecrets: SealedSecrets }): Handlers<'imports'> => ({
  create: write(async ({ tx, claim, workspace, body, file, now }) => {
    const { format = null, x = null, y = null } = body
    const source = file ? { file } : { miro: miroBoard(body, sealedSecrets) }
    if ((x === null) !== (y === null))
      throw badField(x === null ? 'x' : 'y', 'is required, because x and y belong together')
    const at = x === null || y === null ? null : { x, y }
    return { import: importView(await startImport(tx, { workspace, claim, source, format, at, now })) }
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
})

interface MiroFields {
  readonly format?: string
  readonly board?: string
  readonly token?: string
}

/** The Miro board to fetch if no file is sent, with the token sealed. */
function miroBoard({ format, board, token }: MiroFields, sealedSecrets: SealedSecrets) {
  if (format !== 'miro') throw badField('file', 'is required')
  if (board === undefined) throw badField('board', 'is required without a file')
  if (token === undefined) throw badField('token', 'is required without a file')
  const id = /^(?:https:\/\/miro\.com\/app\/board\/)?([A-Za-z0-9_=-]{1,100})\/?(?:\?.*)?$/.exec(board.trim())?.[1]
  if (id === undefined) throw badField('board', 'must be the id or the address of a Miro board')
  if (!/^[\x21-\x7e]+$/.test(token)) throw badField('token', 'must be a Miro access token')
  return { board: id, token: sealedSecrets.seal(token, 'import-token') }
}

async function getOwnImport(db: Reader, key: Pick<ImportRow, 'id' | 'workspace_id' | 'user_id'>): Promise<ImportRow> {
  const row = await findOwnImport(db, key)
  if (!row) throw notFound('import')
  return row
}
