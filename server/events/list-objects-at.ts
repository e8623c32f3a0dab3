// A workspace as it was, read from its log.

import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Reader } from '../db/database.ts'
import { listCandidates, listFromStart, type PastObject, type PastPage } from './history-store.ts'

/** Up to this part of a log it is read from its start: of what came later nearly all would be walked back in vain. */
const earlyPart = 0.1
const maxPage = 1_000

/** The objects as they stood after `seq`, in the order of their ids. `last` is the number the log has reached. */
export async function listObjectsAt(
  db: Reader,
  workspace_id: number,
  { last, ...page }: PastPage & { readonly last: number },
): Promise<PastObject[]> {
  const list = page.seq <= last * earlyPart ? listFromStart : walkBack
  return await list(db, workspace_id, page)
}

/** Where few of those looked at were there then, more are looked at each time. In between others get their turn. */
async function walkBack(db: Reader, workspace_id: number, page: PastPage): Promise<PastObject[]> {
  const found: PastObject[] = []
  let { after, limit } = page
  for (;;) {
    const candidates = await listCandidates(db, workspace_id, { ...page, after, limit })
    for (const one of candidates) if (one.kind !== null) found.push(one)
    if (found.length >= page.limit) return found.slice(0, page.limit)
    const last = candidates.at(-1)
    if (!last || candidates.length < limit) return found
    after = last.object_id
    limit = Math.max(page.limit, Math.min(2 * limit, maxPage))
    await nextTurn()
  }
}
