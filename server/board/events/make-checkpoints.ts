// Creates the checkpoints that a log lacks: a job that the write path enqueues whenever a log has grown enough. Without
// them past states are still complete, but more events must be read.

import type { NewJob } from '../../platform/jobs/index.ts'
import type { Database } from '../../platform/sql/index.ts'
import { findWorkspaceClock } from '../records/object-store.ts'
import type { PastEntry } from './checkpoint-entries.ts'
import {
  type Checkpoint,
  findCheckpoint,
  insertCheckpoint,
  insertCheckpointPage,
  startCheckpoint,
} from './checkpoint-store.ts'
import { PastBoard } from './past-board.ts'

/** Events between two checkpoints. */
const interval = 10_000
/** On a large board the interval is larger, so that checkpoints take at most a fraction of the space of the log. */
const entriesPerEvent = 4
const entriesPerPage = 1_000

export interface CheckpointOptions {
  readonly signal?: AbortSignal
  /** For tests. */
  readonly every?: number
  readonly pageSize?: number
}

/** Returns no job unless the log has grown over a multiple of the interval. */
export const checkpointJobs = (workspace_id: number, before: number, seq: number): NewJob[] =>
  Math.floor(before / interval) === Math.floor(seq / interval)
    ? []
    : [{ name: 'make-checkpoints', key: `checkpoints:${workspace_id}`, payload: { workspace_id } }]

export async function makeCheckpoints(
  db: Database,
  workspace_id: number,
  { signal, every = interval, pageSize = entriesPerPage }: CheckpointOptions = {},
): Promise<void> {
  for (;;) {
    signal?.throwIfAborted()
    const workspace = await findWorkspaceClock(db.read, workspace_id)
    if (!workspace) return
    const last = await findCheckpoint(db.read, workspace_id, workspace.seq)
    const distance = Math.max(every, Math.floor((last?.objects_count ?? 0) / entriesPerEvent))
    const seq = (last?.seq ?? 0) + distance
    if (seq > workspace.seq) return
    await makeCheckpoint(db, { workspace_id, seq }, pageSize)
  }
}

async function makeCheckpoint(db: Database, checkpoint: Checkpoint, pageSize: number): Promise<void> {
  if (!(await db.write(tx => startCheckpoint(tx, checkpoint)))) return
  const board = await PastBoard.open(db.read, checkpoint.workspace_id, checkpoint.seq)
  let [pages, objects_count] = [0, 0]
  for await (const entries of inPages(board.entries(), pageSize)) {
    await db.write(tx => insertCheckpointPage(tx, checkpoint, entries))
    pages += 1
    objects_count += entries.length
  }
  await db.write(tx => insertCheckpoint(tx, checkpoint, { pages, objects_count }, new Date().toISOString()))
}

async function* inPages(lists: AsyncIterable<PastEntry[]>, size: number): AsyncGenerator<PastEntry[]> {
  let rest: PastEntry[] = []
  for await (const list of lists) {
    rest.push(...list)
    for (; rest.length >= size; rest = rest.slice(size)) yield rest.slice(0, size)
  }
  if (rest.length > 0) yield rest
}
