// The job that processes an object's file after it is stored.

import type { NewJob } from '../../platform/jobs/index.ts'
import type { StoredObject, StoredRecord } from '../records/stored-object.ts'

/** Returns null if the object has no file. The organization is the one that owns the workspace. */
export function processingJob(
  { workspace_id, kind, record }: Pick<StoredObject, 'workspace_id' | 'kind' | 'record'>,
  organization_id: number,
): NewJob | null {
  const hash = record.$?.file?.hash
  if (hash === undefined) return null
  const payload = { workspace_id, object_id: record.id, hash }
  const name = `process-${kind}` as 'process-image' | 'process-document'
  return { name, key: `file:${hash}`, payload, organization_id }
}

/** Whether processing has finished, successfully or not. */
export function isProcessed(record: StoredRecord): boolean {
  if (record.state !== undefined) return record.state !== 'processing'
  return record.reason !== undefined || (record.$?.pictures ?? []).length > 0
}
