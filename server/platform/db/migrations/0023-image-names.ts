// Images have a name. Those from before have an empty one.

import { type Kysely, sql } from 'kysely'

export const name = '0023-image-names'

export async function up(tx: Kysely<unknown>): Promise<void> {
  // Every record ends with a brace. Appending keeps the rest of it as it is.
  await sql
    .raw(`update objects set data = substr(data, 1, length(data) - 1) || ',"name":""}' where kind = 'image'`)
    .execute(tx)
}
