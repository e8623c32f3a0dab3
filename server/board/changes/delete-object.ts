// Deletes an object with everything attached to it, and restores it. The delete event in the log contains how many of the
// events right before it belong to the same deletion, so restoring brings back exactly those, and nothing deleted earlier.

import { badField } from '@tessera/contract'
import type { StoredObject, StoredRecord } from '../records/stored-object.ts'
import type { DeletedObject } from './board-state.ts'
import { withCurrentEnds } from './connect-objects.ts'
import type { Draft } from './draft.ts'
import { isProcessed, processingJob } from './processing-job.ts'
import { putComment, putObject, recordComment, recordObject } from './record-change.ts'

/** Comments and strokes on the object are deleted first, each with its own event. */
export function deleteObject(draft: Draft, object: StoredObject): void {
  const { id } = object.record
  const comments = draft.commentsOn(id).map(comment => {
    draft.removeComment(comment.id)
    const { seq } = recordComment(draft, comment, 'DELETE')
    return { ...comment, seq }
  })
  const strokes = draft
    .objectsOn(id)
    .map(stroke => recordDeletion(draft, { object: stroke, strokes: [], comments: [] }))
  recordDeletion(draft, { object, strokes, comments })
}

/** Returns the object with the sequence number of its delete event. */
function recordDeletion(draft: Draft, { object, strokes, comments }: DeletedObject): StoredObject {
  const { record } = object
  const took = strokes.length + comments.length
  draft.removeObject(record.id)
  const last = took > 0 ? { ...record, $: { ...record.$, took } } : record
  const { seq } = recordObject(draft, object, last, 'DELETE')
  const deleted = { ...object, seq }
  draft.setDeleted(record.id, { object: deleted, strokes, comments })
  return deleted
}

/** The next version of the object as it was. Mentions are not notified again. */
export function restoreObject(draft: Draft, { object, strokes, comments }: DeletedObject): StoredObject {
  if (object.parent_id !== null && !draft.findObject(object.parent_id))
    throw badField('id', 'is a stroke on a deleted object: restore the object first')
  const restored = putBack(draft, object)
  for (const stroke of strokes) putBack(draft, stroke)
  for (const comment of comments) putComment(draft, comment, 'CREATE')
  return restored
}

function putBack(draft: Draft, object: StoredObject): StoredObject {
  const { group } = object.record
  // The group may have been dissolved since.
  const isGroupLeft = group !== null && draft.membersOf(group).length > 0
  const record = {
    ...withCurrentEnds(draft, object.kind, object.record),
    group: isGroupLeft ? group : null,
    version: object.record.version + 1,
    updated_at: draft.now,
  }
  const back = { ...object, record }
  draft.setDeleted(record.id, null)
  putObject(draft, back, 'CREATE')
  // Processing may have been abandoned because no object referenced the file any more.
  const job = isProcessed(record) ? null : processingJob(back, draft.board.organization_id)
  if (job) draft.enqueue(job)
  return back
}

/** The record without the count that its delete event adds. */
export function withoutDeletionCount(record: StoredRecord): StoredRecord {
  const { $: hidden, ...shown } = record
  if (hidden?.took === undefined) return record
  const { took: _, ...rest } = hidden
  return (Object.keys(rest).length > 0 ? { ...shown, $: rest } : shown) as StoredRecord
}
