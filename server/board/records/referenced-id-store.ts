// Finds the ids of a board that other rows refer to.

import { setImmediate as nextTick } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Reader } from '../../platform/sql/index.ts'

const idsPerStep = 2_000

/** The targets of references: objects with strokes, comments or connectors, groups, and comments with replies. */
const references = [
  ['objects', 'parent_id'],
  ['objects', 'group_id'],
  ['object_links', 'target_id'],
  ['comments', 'object_id'],
  ['comments', 'parent_id'],
] as const

/** Lists the ids that other rows in a workspace refer to. */
export async function listReferencedIds(db: Reader, workspace_id: number): Promise<Set<string>> {
  const ids = new Set<string>()
  for (const [table, column] of references) {
    for (let after = ''; ; ) {
      const name = sql.ref(column)
      const { rows } = await sql<{ id: string }>`
        select distinct ${name} as id from ${sql.table(table)}
        where workspace_id = ${workspace_id} and ${name} > ${after} order by ${name} limit ${idsPerStep}`.execute(db)
      for (const { id } of rows) ids.add(id)
      const last = rows.at(-1)
      if (!last || rows.length < idsPerStep) break
      after = last.id
      await nextTick()
    }
  }
  return ids
}
