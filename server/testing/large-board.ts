// Fills a board with many notes by SQL: through the API that would take minutes.

import { sql } from 'kysely'
import type { Database } from '../platform/sql/database.ts'

interface FillOptions {
  readonly count: number
  readonly textLength: number
}

/** Places notes in rows of 400 and returns the total length of their data. */
export async function fillBoard(
  db: Database,
  workspace_id: number,
  { count, textLength }: FillOptions,
): Promise<number> {
  const isSqlite = db.engine === 'sqlite'
  const id = sql.raw(isSqlite ? `printf('%024x', n)` : `lpad(to_hex(n), 24, '0')`)
  const text = 'word '.repeat(textLength / 5)
  const look = `"width":560,"height":320,"text":"${text}","fontWeight":"normal","textTransform":"inherit"`
  const rest = `${look},"backgroundColor":"Gold","pin":false,"scale":1,"version":1,"created_at":"2026-01-01T00:00:00.000Z","updated_at":"2026-01-01T00:00:00.000Z"}`
  const x = sql`(n % 400) * 600`
  const y = sql`(n / 400) * 400`
  await db.write(async tx => {
    await sql`
      insert into objects (workspace_id, id, kind, parent_id, version, seq, left_x, top_y, right_x, bottom_y,
        search_text, file_hash, data, created_by, created_at, updated_at)
      with recursive numbers (n) as (select 0 union all select n + 1 from numbers where n < ${sql.lit(count - 1)})
      select ${sql.lit(workspace_id)}, ${id}, 'note', null, 1, n + 1, ${x}, ${y}, ${x} + 560, ${y} + 320, '', null,
        '{"id":"' || ${id} || '","x":' || (${x}) || ',"y":' || (${y}) || ',' || ${sql.lit(rest)}, 1,
        '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z' from numbers`.execute(tx)
    await sql`update workspaces set seq = ${count} where id = ${workspace_id}`.execute(tx)
  })
  return count * rest.length
}
