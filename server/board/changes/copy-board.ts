// Copies the content of a board into a new workspace, in small transactions from a snapshot of the original.

import type { Reader, Work } from '../../platform/sql/index.ts'
import { checkpointJobs } from '../events/make-checkpoints.ts'
import { listReferencedIds } from '../records/referenced-id-store.ts'
import { type BoardCopy, CopiedIds } from './board-copy.ts'
import { copyComments } from './copy-comments.ts'
import { type CopiedObjects, copyObjects } from './copy-objects.ts'
import { listUnrouted, routingJobsOf } from './route-later.ts'

export interface CopyAccess {
  /** Reads the snapshot of the original. */
  readonly reader: Reader
  /** Runs a transaction that adds to the copy. */
  readonly store: (work: Work<void>) => Promise<void>
}

export interface CopiedBoard {
  /** The work that remains for the copied objects, and for the log of the copy. */
  readonly jobs: CopiedObjects['jobs']
  /** The last number of the copy's log. */
  readonly seq: number
}

export async function copyBoard(access: CopyAccess, started: Omit<BoardCopy, 'ids'>): Promise<CopiedBoard> {
  const copy = { ...started, ids: new CopiedIds(await listReferencedIds(access.reader, started.from)) }
  const objects = await copyObjects(access, copy)
  const seq = await copyComments(access, copy, objects.seq)
  const unrouted = (await listUnrouted(access.reader, copy.from)).map(copy.ids.of)
  return { jobs: [...objects.jobs, ...routingJobsOf(copy.to, unrouted), ...checkpointJobs(copy.to, 0, seq)], seq }
}
