// Deletes the rows of an erased workspace in parts, so that no transaction takes long.

import { sql } from 'kysely'
import type { Tx } from './database.ts'

/** Removes up to `most` rows of the workspace, of which `key` tells one from another: how many it removed. */
export async function eraseRows(
  tx: Tx,
  table: 'objects' | 'comments' | 'events' | 'workspace_files',
  key: string,
  { workspace_id, most: limit }: { workspace_id: number; most: number },
): Promise<number> {
  const [from, column] = [sql.table(table), sql.ref(key)]
  const { numAffectedRows } = await sql`
    delete from ${from} where workspace_id = ${workspace_id} and ${column} in
      (select ${column} from ${from} where workspace_id = ${workspace_id} order by ${column} limit ${limit})`.execute(
    tx,
  )
  return Number(numAffectedRows)
}
