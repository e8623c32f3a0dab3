// Copies all objects of a workspace into another, with a create event each, in many small transactions.

import { eventName, type KindName, kinds, replaceReferences } from '@tessera/contract'
import { insertWorkspaceFiles } from '../../platform/files/index.ts'
import type { NewJob } from '../../platform/jobs/index.ts'
import type { ObjectTable } from '../../platform/schema/index.ts'
import { type Reader, readInPages, type Work } from '../../platform/sql/index.ts'
import { newObjectId } from '../../tools/index.ts'
import { insertEvents, type NewEvent } from '../events/event-store.ts'
import { insertLinks } from '../records/object-link-store.ts'
import { listObjectRows } from '../records/object-store.ts'
import { insertObjects } from '../records/object-write-store.ts'
import type { StoredRecord } from '../records/stored-object.ts'
import type { BoardCopy } from './board-copy.ts'
import { linksOf } from './object-links.ts'
import { isProcessed, processingJob } from './processing-job.ts'

/** How the parts of a copy are read and stored. */
export interface CopySteps {
  /** A snapshot of the original. */
  readonly reader: Reader
  /** Runs one of many transactions. */
  readonly store: (work: Work<void>) => Promise<void>
}

export interface CopiedObjects {
  /** The last sequence number of the copy's log. */
  readonly seq: number
  /** The jobs for files whose processing has not finished. They are enqueued once the copy is visible. */
  readonly jobs: readonly NewJob[]
}

export async function copyObjects({ reader, store }: CopySteps, copy: BoardCopy): Promise<CopiedObjects> {
  let seq = 0
  const jobs: NewJob[] = []
  for await (const page of readInPages((after, limit) => listObjectRows(reader, copy.from, after, limit))) {
    const copied = page.map(row => copyOf(row, copy, ++seq))
    const rows = copied.map(({ row }) => row)
    await store(async tx => {
      await insertObjects(tx, rows)
      await insertLinks(tx, copied.flatMap(linksOfCopy))
      await insertEvents(
        tx,
        rows.map(row => creation(row, copy)),
      )
      await insertWorkspaceFiles(
        tx,
        copied.flatMap(({ record }) => filesOf(record, copy)),
      )
    })
    jobs.push(...copied.flatMap(one => jobsFor(one, copy)))
  }
  return { seq, jobs }
}

interface ObjectCopy {
  row: ObjectTable
  record: StoredRecord
}

function copyOf(row: ObjectTable, { to, actor_id, now, ids }: BoardCopy, seq: number): ObjectCopy {
  const id = ids.of(row.id)
  const parent_id = row.parent_id === null ? null : ids.of(row.parent_id)
  const group = row.group_id === null ? null : ids.of(row.group_id)
  const kept: StoredRecord = replaceReferences(kinds[row.kind as KindName], JSON.parse(row.data), ids.of)
  const record = { ...withoutDetached(kept), id, group, version: 1, created_at: now, updated_at: now }
  const copied = { ...row, workspace_id: to, id, parent_id, group_id: group, version: 1, seq, created_by: actor_id }
  return { row: { ...copied, data: JSON.stringify(record), created_at: now, updated_at: now }, record }
}

/** An object that is deleted in the original does not exist in the copy, so nothing can be attached to it again. */
function withoutDetached(record: StoredRecord): StoredRecord {
  if (record.$?.detached === undefined) return record
  const { detached: _, ...hidden } = record.$
  const { $: __, ...shown } = record
  return (Object.keys(hidden).length > 0 ? { ...shown, $: hidden } : shown) as StoredRecord
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
  grant_id: null,
  created_at: now,
  prior_seq: 0,
  data: row.data,
})

const linksOfCopy = ({ row: { workspace_id, kind, parent_id, seq, created_by }, record }: ObjectCopy) =>
  linksOf({ workspace_id, kind: kind as KindName, parent_id, seq, created_by, record })

/** Processed files keep their pictures and pages, so only the others need a job. */
function jobsFor({ row: { workspace_id, kind }, record }: ObjectCopy, { organization_id }: BoardCopy) {
  if (isProcessed(record)) return []
  return processingJob({ workspace_id, kind: kind as KindName, record }, organization_id) ?? []
}

function filesOf(record: StoredRecord, { to: workspace_id, organization_id }: BoardCopy) {
  const file = record.$?.file
  return file ? [{ hash: file.hash, size: file.size, workspace_id, organization_id }] : []
}
