// Copies all objects of a workspace into another, with a create event each.

import { eventName, type KindName, kinds, ownerReferenceOf } from '@tessera/contract'
import type { Tx } from '../db/database.ts'
import type { ObjectTable } from '../db/schema.ts'
import { insertEvents, type NewEvent } from '../events/event-store.ts'
import { insertWorkspaceFiles } from '../files/workspace-storage-store.ts'
import { newObjectId } from '../ids.ts'
import { enqueueJobs } from '../jobs/job-store.ts'
import { listObjectRows } from '../records/object-store.ts'
import { readInPages } from '../records/read-in-pages.ts'
import type { StoredRecord } from '../records/stored-object.ts'
import type { BoardCopy } from './board-copy.ts'
import { insertObjects } from './object-write-store.ts'
import { isProcessed, processingJob } from './processing-job.ts'

/** `seq` is the last sequence number of the copy's log; returns the new one. */
export async function copyObjects(tx: Tx, copy: BoardCopy, seq: number): Promise<number> {
  let last = seq
  for await (const page of readInPages((after, limit) => listObjectRows(tx, copy.from, after, limit))) {
    const copied = page.map(row => copyOf(row, copy, ++last))
    const rows = copied.map(({ row }) => row)
    await insertObjects(tx, rows)
    await insertEvents(
      tx,
      rows.map(row => creation(row, copy)),
    )
    await insertWorkspaceFiles(
      tx,
      copied.flatMap(({ record }) => filesOf(record, copy)),
    )
    await enqueueJobs(
      tx,
      copied.flatMap(one => jobsFor(one, copy)),
      copy.now,
    )
  }
  return last
}

interface Copied {
  row: ObjectTable
  record: StoredRecord
}

function copyOf(row: ObjectTable, { to, actor_id, now, ids }: BoardCopy, seq: number): Copied {
  const id = ids.of(row.id)
  const parent_id = row.parent_id === null ? null : ids.of(row.parent_id)
  const record: StoredRecord = { ...JSON.parse(row.data), id, version: 1, created_at: now, updated_at: now }
  const owner = ownerReferenceOf(kinds[row.kind as KindName])
  if (owner && parent_id !== null) record[owner.field] = parent_id
  const copied = { ...row, workspace_id: to, id, parent_id, version: 1, seq, created_by: actor_id }
  return { row: { ...copied, data: JSON.stringify(record), created_at: now, updated_at: now }, record }
}

const creation = (row: ObjectTable, { actor_id, via, now }: BoardCopy): NewEvent => ({
  workspace_id: row.workspace_id,
  seq: row.seq,
  id: newObjectId(),
  type: eventName(row.kind, 'CREATE'),
  kind: row.kind,
  object_id: row.id,
  target_id: row.parent_id,
  actor_id,
  via,
  created_at: now,
  prior_seq: 0,
  data: row.data,
})

/** Processed files keep their pictures and pages, so only the others need a job. */
function jobsFor({ row: { workspace_id, kind }, record }: Copied, { organization_id }: BoardCopy) {
  if (isProcessed(record)) return []
  return processingJob({ workspace_id, kind: kind as KindName, record }, organization_id) ?? []
}

function filesOf(record: StoredRecord, { to: workspace_id, organization_id }: BoardCopy) {
  const file = record.$?.file
  return file ? [{ hash: file.hash, size: file.size, workspace_id, organization_id }] : []
}
