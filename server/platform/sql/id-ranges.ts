// Splits the ids of a workspace's objects into ranges, in order. A condition without an index visits every object: with
// a statement for each range, other requests are served in between.

import { setImmediate as nextTick } from 'node:timers/promises'
import type { KindName } from '@tessera/contract'
import type { Reader } from './database.ts'

export interface IdRange {
  /** Exclusive. */
  readonly after: string
  /** Inclusive; null if the range has no end. */
  readonly last: string | null
}

const rangeObjects = 2_500

export async function* idRanges(
  db: Reader,
  workspace_id: number,
  { kind, after = '' }: { readonly kind?: KindName | undefined; readonly after?: string | undefined } = {},
): AsyncGenerator<IdRange> {
  for (let start = after; ; await nextTick()) {
    let select = db.selectFrom('objects').select('id').where('workspace_id', '=', workspace_id)
    if (kind) select = select.where('kind', '=', kind)
    const end = select
      .where('id', '>', start)
      .orderBy('id')
      .limit(1)
      .offset(rangeObjects - 1)
    const last = (await end.executeTakeFirst())?.id ?? null
    yield { after: start, last }
    if (last === null) return
    start = last
  }
}
