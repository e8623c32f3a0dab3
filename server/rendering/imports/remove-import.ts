// Removes what an import has put on the board before it failed, so that a failed import leaves nothing. A user who has
// lost access in the meantime cannot delete anything, so the server does it in their name.

import { createInterface } from 'node:readline'
import type { PreparedChange } from '@tessera/formats/prepared-import'
import { findObjects, type WritePath } from '../../board/index.ts'
import type { FileStorage } from '../../platform/files/index.ts'
import type { Database } from '../../platform/sql/index.ts'
import { findCommentIds, type ImportRow } from './import-store.ts'

export interface RemoveDependencies {
  readonly db: Database
  readonly files: FileStorage
  readonly writePath: WritePath
}

/** Removes the parts in the order of the file. Strokes and comments on an object are deleted with it. */
export async function removeImport(
  { db, files, writePath }: RemoveDependencies,
  row: ImportRow,
  uid: string,
): Promise<void> {
  if (row.prepared_hash === null) return
  const { user_id, grant_id, workspace_id } = row
  const request = { claim: { user_id, grant_id }, workspace_uid: uid, right: 'can_edit_workspace' } as const
  const input = await files.open(row.prepared_hash)
  let isHeader = true
  for await (const line of createInterface({ input, crlfDelay: Infinity })) {
    if (isHeader) {
      isHeader = false
      continue
    }
    const part = JSON.parse(line) as PreparedChange[]
    const ids = part.flatMap(change => (change.op === 'create' && !change.on ? [change.id] : []))
    const found = await findObjects(
      db.read,
      ids.map(id => ({ workspace_id, id })),
    )
    const placed = part.flatMap(change => (change.op === 'comment' && !change.on && !change.parent ? [change.id] : []))
    const comments = await findCommentIds(db.read, workspace_id, placed)
    const changes = [
      ...found.map(({ record }) => ({ op: 'delete', id: record.id }) as const),
      ...comments.map(id => ({ op: 'delete-comment', id }) as const),
    ]
    if (changes.length > 0)
      await writePath.submit({ ...request, changes, isList: true, isImport: true, isRemoval: true })
  }
}
