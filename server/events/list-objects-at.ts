// The objects of a workspace at an earlier sequence number, read from its log.

import { setImmediate as nextTick } from 'node:timers/promises'
import type { Reader } from '../db/database.ts'
import { listCandidates, listFromStart, type PastObject, type PastPage } from './history-store.ts'

/** In the first tenth of a log, reading from its start is faster: walking back would visit nearly every later event. */
const earlyPart = 0.1
const maxPage = 1_000

/** The objects as they were after event `seq`, in the order of their ids. `last` is the last sequence number of the log. */
export async function listObjectsAt(
  db: Reader,
  workspace_id: number,
  { last, ...page }: PastPage & { readonly last: number },
): Promise<PastObject[]> {
  const list = page.seq <= last * earlyPart ? listFromStart : walkBack
  return await list(db, workspace_id, page)
}

/** Reads larger pages if few candidates existed at that time. Yields to the event loop between pages. */
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
    await nextTick()
  }
}
