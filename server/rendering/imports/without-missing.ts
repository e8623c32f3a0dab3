// Leaves out the changes of a part that refer to an object that was deleted while the import was running.

import { kinds, referencedId, referencedIdsOf } from '@tessera/contract'
import { findObjects, type ObjectChange } from '../../board/index.ts'
import type { Reader } from '../../platform/sql/index.ts'
import { findCommentIds } from './import-store.ts'

export async function withoutMissing(
  db: Reader,
  workspace_id: number,
  changes: readonly ObjectChange[],
): Promise<ObjectChange[]> {
  const there = new Set<string>()
  const named = [...new Set(changes.flatMap(findObjectIds))]
  const objects = await findObjects(
    db,
    named.map(id => ({ workspace_id, id })),
  )
  for (const { record } of objects) there.add(record.id)
  for (const id of await findCommentIds(db, workspace_id, named)) there.add(id)
  return changes.filter(change => {
    if (!findObjectIds(change).every(id => there.has(id))) return false
    if (change.op === 'create' || change.op === 'comment') there.add(change.id as string)
    return true
  })
}

function findObjectIds(change: ObjectChange): string[] {
  if (change.op === 'create')
    return [...(change.on ? [change.on.id] : []), ...referencedIdsOf(kinds[change.kind], change.data)]
  if (change.op === 'update') return [change.id, ...Object.values(change.data).flatMap(end => referencedId(end) ?? [])]
  if (change.op === 'comment') return [change.on?.id, change.parent].filter(id => typeof id === 'string')
  return change.op === 'resolve-comment' ? [change.id] : []
}
