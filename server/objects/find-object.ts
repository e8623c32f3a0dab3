// For other nouns: whether an object is there.

import type { KindName } from '@tessera/contract'
import type { Reader } from '../db/database.ts'
import { findObjects } from './object-store.ts'

export async function objectExists(
  db: Reader,
  workspace_id: number,
  { kind, id }: { kind: KindName; id: string },
): Promise<boolean> {
  const [object] = await findObjects(db, [{ workspace_id, id }])
  return object?.kind === kind
}
