// Copies all comments of a workspace into another, with their authors and times.

import { eventName } from '@tessera/contract'
import { readInPages } from '../../platform/sql/index.ts'
import { newObjectId } from '../../tools/index.ts'
import { insertEvents } from '../events/event-store.ts'
import { type CommentRow, listCommentRows } from '../records/comment-store.ts'
import { commentView } from '../records/comment-view.ts'
import { insertComments } from '../records/comment-write-store.ts'
import type { BoardCopy } from './board-copy.ts'
import type { CopySteps } from './copy-objects.ts'

/** `seq` is the last sequence number of the copy's log. Returns the new one. */
export async function copyComments({ reader, store }: CopySteps, copy: BoardCopy, seq: number): Promise<number> {
  let last = seq
  for await (const page of readInPages((after, limit) => listCommentRows(reader, copy.from, after, limit))) {
    const copied = page.map(row => copyOf(row, copy, ++last))
    await store(async tx => {
      await insertComments(tx, copied)
      await insertEvents(
        tx,
        copied.map(row => creation(row, copy)),
      )
    })
  }
  return last
}

const copyOf = (row: CommentRow, { to, ids }: BoardCopy, seq: number): CommentRow => ({
  ...row,
  workspace_id: to,
  id: ids.of(row.id),
  object_id: row.object_id === null ? null : ids.of(row.object_id),
  parent_id: row.parent_id === null ? null : ids.of(row.parent_id),
  seq,
})

const creation = (row: CommentRow, { actor_id, via, now }: BoardCopy) => ({
  workspace_id: row.workspace_id,
  seq: row.seq,
  id: newObjectId(),
  type: eventName('comment', 'CREATE'),
  kind: 'comment',
  object_id: row.id,
  target_id: row.object_id,
  actor_id,
  via,
  grant_id: null,
  created_at: now,
  prior_seq: 0,
  data: JSON.stringify(commentView(row)),
})
