// Deletes the rows of an erased workspace in parts, so that no transaction takes long.

import { sql } from 'kysely'
import type { Tx } from './database.ts'

/** Deletes up to `limit` rows of the workspace, in the order of the column `key`, and returns the number of deleted rows. */
export async function eraseRows(
  tx: Tx,
  table: 'objects' | 'object_links' | 'comments' | 'events' | 'workspace_files',
  key: string,
  { workspace_id, limit }: { workspace_id: number; limit: number },
): Promise<number> {
  const [from, column] = [sql.table(table), sql.ref(key)]
  const { numAffectedRows } = await sql`
    delete from ${from} where workspace_id = ${workspace_id} and ${column} in
      (select ${column} from ${from} where workspace_id = ${workspace_id} order by ${column} limit ${limit})`.execute(
    tx,
  )
  return Number(numAffectedRows)
}
