// Records the events of a change: one for every object and comment, with its state after the change and the sequence
// number of its previous event.

import { type ChangeType, eventName } from '@tessera/contract'
import type { CommentRow } from '../records/comment-store.ts'
import { commentView } from '../records/comment-view.ts'
import type { StoredObject, StoredRecord } from '../records/stored-object.ts'
import type { Draft } from './draft.ts'

interface RecordedChange {
  readonly seq: number
  /** The record in its stored form. */
  readonly data: string
}

export function putObject(draft: Draft, object: StoredObject, changeType: 'CREATE' | 'UPDATE'): string {
  const { seq, data } = recordObject(draft, object, object.record, changeType)
  draft.putObject({ ...object, seq })
  return data
}

export function recordObject(
  draft: Draft,
  { kind, parent_id, seq: prior_seq }: StoredObject,
  record: StoredRecord,
  changeType: ChangeType,
): RecordedChange {
  const data = JSON.stringify(record)
  const type = eventName(kind, changeType)
  return { seq: draft.record({ type, kind, object_id: record.id, target_id: parent_id, prior_seq, data }), data }
}

export function putComment(draft: Draft, comment: CommentRow, changeType: 'CREATE' | 'UPDATE'): string {
  const { seq, data } = recordComment(draft, comment, changeType)
  draft.putComment({ ...comment, seq })
  return data
}

export function recordComment(draft: Draft, comment: CommentRow, changeType: ChangeType): RecordedChange {
  const data = commentText(comment)
  const { id: object_id, object_id: target_id, seq: prior_seq } = comment
  const type = eventName('comment', changeType)
  return { seq: draft.record({ type, kind: 'comment', object_id, target_id, prior_seq, data }), data }
}

export const commentText = (comment: CommentRow): string => JSON.stringify(commentView(comment))
