// The end of an object with all that is on it, and its return. What there was is known from the log, where the event of the
// end says how many before it belong to it: so exactly that comes back, and nothing that was deleted earlier on its own.

import { badField } from '@tessera/contract'
import type { StoredObject, StoredRecord } from '../records/stored-object.ts'
import type { DeletedObject, Draft } from './draft.ts'
import { isProcessed, processingJob } from './processing-job.ts'
import { putComment, putObject, recordComment, recordObject } from './record-change.ts'

/** Takes what lies on the object along: its comments and strokes go first, each with an event of its own. */
export function deleteObject(draft: Draft, object: StoredObject): void {
  const { id } = object.record
  const comments = draft.commentsOn(id).map(comment => {
    draft.removeComment(comment.id)
    const { seq } = recordComment(draft, comment, object.kind, 'DELETE')
    return { ...comment, seq }
  })
  const strokes = draft.objectsOn(id).map(stroke => end(draft, { object: stroke, strokes: [], comments: [] }))
  end(draft, { object, strokes, comments })
}

/** As it was, and the number of its end. */
function end(draft: Draft, { object, strokes, comments }: DeletedObject): StoredObject {
  const { record } = object
  const took = strokes.length + comments.length
  draft.removeObject(record.id)
  const last = took > 0 ? { ...record, $: { ...record.$, took } } : record
  const { seq } = recordObject(draft, object, last, 'DELETE')
  const ended = { ...object, seq }
  draft.setDeleted(record.id, { object: ended, strokes, comments })
  return ended
}

/** As it was, one version on. Nobody is told of mentions a second time. */
export function restoreObject(draft: Draft, { object, strokes, comments }: DeletedObject): StoredObject {
  if (object.parent_id !== null && !draft.findObject(object.parent_id))
    throw badField('id', 'names a stroke on an object that is deleted: restore that one first')
  const back = bringBack(draft, object)
  for (const stroke of strokes) bringBack(draft, stroke)
  for (const comment of comments) putComment(draft, comment, object.kind)
  return back
}

function bringBack(draft: Draft, object: StoredObject): StoredObject {
  const record = { ...object.record, version: object.record.version + 1, updated_at: draft.now }
  const back = { ...object, record }
  draft.setDeleted(record.id, null)
  putObject(draft, back, 'CREATE')
  // Its file may have been given up in the middle, when nobody held it any more.
  const job = isProcessed(record) ? null : processingJob(back)
  if (job) draft.enqueue(job)
  return back
}

/** The record as it was before its end was written down. */
export function withoutDeletionCount(record: StoredRecord): StoredRecord {
  const { $: hidden, ...shown } = record
  if (hidden?.took === undefined) return record
  const { took: _, ...rest } = hidden
  return (Object.keys(rest).length > 0 ? { ...shown, $: rest } : shown) as StoredRecord
}
