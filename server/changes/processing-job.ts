// The job that processes an object's file after it is stored.

import type { NewJob } from '../jobs/job-store.ts'
import type { StoredObject, StoredRecord } from '../records/stored-object.ts'

/** Null if the object has no file. */
export function processingJob({
  workspace_id,
  kind,
  record,
}: Pick<StoredObject, 'workspace_id' | 'kind' | 'record'>): NewJob | null {
  const hash = record.$?.file?.hash
  if (hash === undefined) return null
  const payload = { workspace_id, object_id: record.id, hash }
  return { name: `process-${kind}` as 'process-image' | 'process-document', key: `file:${hash}`, payload }
}

/** Whether processing has finished, successfully or not. */
export function isProcessed(record: StoredRecord): boolean {
  if (record.state !== undefined) return record.state !== 'processing'
  return record.reason !== undefined || (record.$?.pictures ?? []).length > 0
}
