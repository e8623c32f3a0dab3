// What a change leaves in the log of its board: an event for every object and comment, as it is after the change.

import { type Deed, eventName } from '@tessera/contract'
import type { CommentRecord } from './changes.ts'
import type { Draft } from './draft.ts'
import type { StoredObject, StoredRecord } from './stored-object.ts'

export function putObject(draft: Draft, object: StoredObject, deed: 'CREATE' | 'UPDATE'): void {
  draft.putObject(object)
  recordObject(draft, object, object.record, deed)
}

export const recordObject = (draft: Draft, { kind, parent_id }: StoredObject, record: StoredRecord, deed: Deed) =>
  draft.record({
    type: eventName(kind, deed),
    kind,
    object_id: record.id,
    target_id: parent_id,
    data: JSON.stringify(record),
  })

export const recordComment = (draft: Draft, deed: 'CREATE' | 'DELETE', record: CommentRecord) =>
  draft.record({
    type: eventName('comment', deed),
    kind: 'comment',
    object_id: record.id,
    target_id: record.targetId,
    data: JSON.stringify(record),
  })
