// A workspace as it was, read from its log.

import type { Reader } from '../db/database.ts'
import { listCandidates } from './past-store.ts'

export { type EndedThing, listEnded, listEndedBetween } from './past-store.ts'

export interface ObjectAsItWas {
  readonly object_id: string
  readonly kind: string
  readonly data: string
}

const mostAtOnce = 1_000

/**
 * The objects as they stood after `seq`, in the order of their ids. Where few of those looked at were there then, more are
 * looked at each time, until the page is full.
 */
export async function listObjectsAt(
  db: Reader,
  workspace_id: number,
  { seq, kind, after, limit }: { seq: number; kind?: string | undefined; after: string; limit: number },
): Promise<ObjectAsItWas[]> {
  const found: ObjectAsItWas[] = []
  let last = after
  for (let size = limit; found.length < limit; size = Math.max(limit, Math.min(2 * size, mostAtOnce))) {
    const candidates = await listCandidates(db, workspace_id, { seq, kind, after: last, limit: size })
    for (const { object_id, kind, data } of candidates)
      if (kind !== null && data !== null) found.push({ object_id, kind, data })
    if (candidates.length < size) break
    last = candidates.at(-1)?.object_id ?? last
  }
  return found.slice(0, limit)
}
