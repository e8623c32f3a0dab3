// The log is never rewritten: an event has the record as it was stored at the time, without fields that were added later.
// The stores of the log complete the rows that they read, so that no other code meets a record of an earlier version.

import { type KindName, kindOf } from '@tessera/contract'
import { completeCommentText } from '../records/comment-view.ts'
import { completeText } from '../records/stored-object.ts'

export function completeEvent<Row extends { kind: string; data: string }>(row: Row): Row {
  const data = completeData(row.kind, row.data)
  return data === row.data ? row : { ...row, data }
}

function completeData(kind: string, data: string): string {
  if (kind === 'comment') return completeCommentText(data)
  return kindOf(kind) ? completeText(kind as KindName, data) : data
}
