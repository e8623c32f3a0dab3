// Loads deleted objects from the log: each as it was when it was deleted, with the strokes and comments deleted with it.

import { type KindName, kindNames } from '@tessera/contract'
import type { Reader } from '../../platform/sql/index.ts'
import { type DeletedRecord, listDeleted, listDeletedBetween } from '../events/history-store.ts'
import { type CommentRow, findAuthors } from '../records/comment-store.ts'
import type { CommentView } from '../records/comment-view.ts'
import type { ObjectKey } from '../records/object-store.ts'
import type { StoredObject, StoredRecord } from '../records/stored-object.ts'
import type { DeletedObject } from './board-state.ts'
import { withoutDeletionCount } from './delete-object.ts'

/** Ignores keys that are not deleted objects. */
export async function findDeleted(db: Reader, keys: readonly ObjectKey[]): Promise<DeletedObject[]> {
  if (keys.length === 0) return []
  const objects = (await listDeleted(db, keys)).filter(isObject).map(thing => ({ thing, ...deletedObject(thing) }))
  const ranges = objects.flatMap(({ thing: { workspace_id, seq }, took }) =>
    took > 0 ? [{ workspace_id, first: seq - took, last: seq - 1 }] : [],
  )
  const attached = ranges.length > 0 ? await listDeletedBetween(db, ranges) : []
  const strokes = attached.filter(isObject).map(thing => deletedObject(thing).object)
  const commentRecords = attached.filter(thing => !isObject(thing))
  const comments = await deletedComments(
    db,
    commentRecords.map(({ workspace_id, seq, data }) => ({
      workspace_id,
      seq,
      view: JSON.parse(data),
    })),
  )
  const keyOf = (workspace_id: number, id: string | null) => `${workspace_id} ${id}`
  const strokesOn = Map.groupBy(strokes, one => keyOf(one.workspace_id, one.parent_id))
  const commentsOn = Map.groupBy(comments, one => keyOf(one.workspace_id, one.object_id))
  return objects.map(({ object }) => {
    const key = keyOf(object.workspace_id, object.record.id)
    return { object, strokes: strokesOn.get(key) ?? [], comments: commentsOn.get(key) ?? [] }
  })
}

const isObject = ({ kind }: DeletedRecord) => (kindNames as readonly string[]).includes(kind)

function deletedObject({ workspace_id, kind, target_id, seq, created_by, data }: DeletedRecord) {
  const record: StoredRecord = JSON.parse(data)
  const object: StoredObject = {
    workspace_id,
    kind: kind as KindName,
    parent_id: target_id,
    seq,
    created_by,
    record: withoutDeletionCount(record),
  }
  return { object, took: record.$?.took ?? 0 }
}

/** Rebuilds the rows of deleted comments from their views in the log. The names of their authors are read again. */
async function deletedComments(
  db: Reader,
  list: readonly { readonly workspace_id: number; readonly seq: number; readonly view: CommentView }[],
): Promise<CommentRow[]> {
  if (list.length === 0) return []
  const ids = new Set(list.flatMap(({ view }) => [view.author.id, view.resolved_by?.id ?? []].flat()))
  const authors = new Map((await findAuthors(db, [...ids])).map(({ id, ...names }) => [id, names]))
  return list.map(({ workspace_id, seq, view }) => {
    const { id, text, targetId, targetType, parent, author, created_at, updated_at, resolved_by, resolved_at } = view
    const { id: user_id, via, ...names } = author
    const resolver = resolved_by && (authors.get(resolved_by.id) ?? resolved_by)
    return {
      ...{ workspace_id, id, text, user_id, seq, created_at, updated_at, resolved_at, x: null, y: null },
      object_id: targetId,
      target_kind: targetType,
      parent_id: parent,
      via: via === null ? null : JSON.stringify(via),
      ...(authors.get(user_id) ?? names),
      resolved_by: resolved_by?.id ?? null,
      resolver_email: resolver?.email ?? null,
      resolver_first_name: resolver?.first_name ?? null,
      resolver_last_name: resolver?.last_name ?? null,
    }
  })
}
