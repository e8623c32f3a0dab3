// Writes the parts of an import to the board, as the user who started it and through the write path of every other change.
// A part that is on the board already, because the server stopped right after it, is not written again.

import { createInterface } from 'node:readline'
import { Problem } from '@tessera/contract'
import type { PreparedChange } from '@tessera/formats/prepared-import'
import type { ObjectChange, WritePath } from '../../board/index.ts'
import type { FileStorage } from '../../platform/files/index.ts'
import type { Database } from '../../platform/sql/index.ts'
import { hasExisted, type ImportRow, updateImport } from './import-store.ts'
import { toChange } from './imported-change.ts'
import type { ImportedFiles } from './read-import.ts'
import { withoutMissing } from './without-missing.ts'

export interface WriteDependencies {
  readonly db: Database
  readonly files: FileStorage
  readonly writePath: WritePath
}

/** Progress is stored this often; a restart finds the parts since then by their ids. */
const progressMs = 500

export async function writeImport(
  { db, files, writePath }: WriteDependencies,
  row: ImportRow,
  { uid, signal }: { uid: string; signal: AbortSignal },
): Promise<void> {
  let index = -1
  let found: ImportedFiles = { known: {}, unreadable: [] }
  let mayExist = true
  let storedAt = performance.now()
  for await (const line of linesOf(files, row.prepared_hash as string)) {
    signal.throwIfAborted()
    if (index++ < 0) {
      found = JSON.parse(line)
      continue
    }
    if (index <= row.parts_done) continue
    const part = JSON.parse(line) as PreparedChange[]
    const first = part.find(({ op }) => op === 'create' || op === 'comment')
    const isThere = mayExist && first !== undefined && (await hasExisted(db.read, row.workspace_id, first.id))
    if (first && !isThere) mayExist = false
    if (!isThere) await submitPart(part.map(change => toChange(change, row.id, found)))
    if (performance.now() - storedAt < progressMs) continue
    storedAt = performance.now()
    await db.write(tx => updateImport(tx, row.id, { parts_done: index }))
  }

  async function submitPart(changes: readonly ObjectChange[]): Promise<void> {
    const { user_id, grant_id } = row
    const request = {
      claim: { user_id, grant_id },
      workspace_uid: uid,
      right: 'can_edit_workspace',
      isImport: true,
    } as const
    try {
      await writePath.submit({ ...request, changes, isList: true })
    } catch (error) {
      if (!(error instanceof Problem && error.code === 'BadRequest')) throw error
      // A user may have deleted an object that an earlier part created and this one refers to.
      const remaining = await withoutMissing(db.read, row.workspace_id, changes)
      if (remaining.length === changes.length) throw error
      if (remaining.length > 0) await writePath.submit({ ...request, changes: remaining, isList: true })
    }
  }
}

async function* linesOf(files: FileStorage, hash: string): AsyncGenerator<string> {
  const input = await files.open(hash)
  try {
    yield* createInterface({ input, crlfDelay: Infinity })
  } finally {
    input.destroy()
  }
}
