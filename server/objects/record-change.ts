// What a change leaves in the log of its board: an event for every object and comment, as it is after the change.

import { type Deed, eventName } from '@tessera/contract'
import type { CommentRecord } from './changes.ts'
import type { Draft } from './draft.ts'
import type { StoredObject, StoredRecord } from './stored-object.ts'

/** The record as it is stored. */
export function putObject(draft: Draft, object: StoredObject, deed: 'CREATE' | 'UPDATE'): string {
  draft.putObject(object)
  return recordObject(draft, object, object.record, deed)
}

export function recordObject(
  draft: Draft,
  { kind, parent_id }: StoredObject,
  record: StoredRecord,
  deed: Deed,
): string {
  const data = JSON.stringify(record)
  draft.record({ type: eventName(kind, deed), kind, object_id: record.id, target_id: parent_id, data })
  return data
}

export function recordComment(draft: Draft, deed: 'CREATE' | 'DELETE', record: CommentRecord): string {
  const data = JSON.stringify(record)
  const type = eventName('comment', deed)
  draft.record({ type, kind: 'comment', object_id: record.id, target_id: record.targetId, data })
  return data
}
