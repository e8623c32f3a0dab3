// What one change does to a draft: the rules of objects, kind by kind only where the tables say so.

import { badField, type Kind, type KindName, kinds, Problem } from '@tessera/contract'
import type { Caller } from '../access/access.ts'
import { notFound } from '../access/access.ts'
import { badFields } from '../check-value.ts'
import type { SignFile } from '../files/signed-url.ts'
import { newObjectId } from '../ids.ts'
import { objectView, type StoredObject, type StoredRecord } from '../records/stored-object.ts'
import type { ChangeResult, Mentions, ObjectChange } from './change-request.ts'
import { checkUpdate } from './check-change.ts'
import { deleteObject, restoreObject } from './delete-object.ts'
import type { Draft } from './draft.ts'
import { mentionsIn } from './mentions.ts'
import { computeFields, newRecord } from './new-record.ts'
import { processingJob } from './processing-job.ts'
import { putComment, putObject } from './record-change.ts'

export interface ApplyContext {
  readonly caller: Caller
  readonly sign: SignFile
  readonly mentioned: Mentions
}

type ChangeOf<Op> = Extract<ObjectChange, { op: Op }>

export function applyChange(draft: Draft, change: ObjectChange, context: ApplyContext): ChangeResult {
  switch (change.op) {
    case 'create':
      return create(draft, change, context)
    case 'update':
      return update(draft, change, context)
    case 'delete':
      return remove(draft, change)
    case 'restore':
      return restore(draft, change, context)
    case 'comment':
      return comment(draft, change, context)
  }
}

function create(draft: Draft, { kind, data, known, on }: ChangeOf<'create'>, { sign }: ApplyContext): ChangeResult {
  const target = on ? getObject(draft, on.id, on.kind) : findTarget(draft, kind, data)
  const drawnOn = target ? { kind: target.kind, id: target.record.id } : undefined
  const record = newRecord(kind, data, { known, on: drawnOn, now: draft.now })
  computeFields(kind, record)
  const object = {
    workspace_id: draft.board.id,
    kind,
    parent_id: drawnOn?.id ?? null,
    seq: 0,
    created_by: draft.actor_id,
    record,
  }
  const stored = putObject(draft, object, 'CREATE')
  const job = processingJob(object)
  if (job) draft.enqueue(job)
  return resultOf(object, sign, stored)
}

/** The object that the data of a create say it is drawn on. */
function findTarget(draft: Draft, kind: KindName, { targetId }: Record<string, unknown>): StoredObject | null {
  if (!(kinds[kind] as Kind).attaches || typeof targetId !== 'string') return null
  const target = draft.findObject(targetId)
  if (!target || !(kinds[target.kind] as Kind).takes.includes('strokes'))
    throw badField('targetId', 'must be an object of this workspace that can be drawn on')
  return target
}

function update(draft: Draft, change: ChangeOf<'update'>, { sign }: ApplyContext): ChangeResult {
  const object = getObject(draft, change.id, change.kind)
  requireVersion(object, change.version)
  const kind: Kind = kinds[object.kind]
  const data = change.kind ? change.data : checkUpdate(object.kind, change.data)
  const follows = object.record.$?.follows
  // A size that followed and is given as it happens to be is a change: from here on it stays.
  const changed = kind.updatable.filter(
    name =>
      data[name] !== undefined &&
      data[name] !== null &&
      (data[name] !== object.record[name] || follows?.some(size => size === name)),
  )
  if (changed.length === 0) return resultOf(object, sign)
  refuseMovingPinned(object.record, data, changed)
  const record = { ...object.record, ...Object.fromEntries(changed.map(name => [name, data[name]])) }
  if (follows) record.$ = { ...record.$, follows: follows.filter(name => !changed.includes(name)) }
  computeFields(object.kind, record)
  record.version += 1
  record.updated_at = draft.now
  const after = { ...object, record }
  return resultOf(after, sign, putObject(draft, after, 'UPDATE'))
}

function refuseMovingPinned(record: StoredRecord, data: Record<string, unknown>, changed: readonly string[]): void {
  if (record.pin !== true || data.pin === false) return
  const moved = changed.filter(name => name === 'x' || name === 'y')
  if (moved.length > 0) throw badFields(moved.map(field => ({ field, message: 'cannot change: the object is pinned' })))
}

function remove(draft: Draft, change: ChangeOf<'delete'>): ChangeResult {
  const object = getObject(draft, change.id, change.kind)
  requireVersion(object, change.version)
  deleteObject(draft, object)
  return { kind: object.kind, id: change.id, deleted: true }
}

/** What is there already stays as it is: nobody is in the way of somebody who wanted the same. */
function restore(draft: Draft, { id }: ChangeOf<'restore'>, { sign }: ApplyContext): ChangeResult {
  const deleted = draft.findDeleted(id)
  const object = draft.findObject(id) ?? (deleted && restoreObject(draft, deleted))
  if (!object) throw notFound('object')
  return resultOf(object, sign)
}

function comment(
  draft: Draft,
  { on, text, parent }: ChangeOf<'comment'>,
  { caller, mentioned }: ApplyContext,
): ChangeResult {
  const object = getObject(draft, on.id, on.kind)
  // Until a document has been read there is nothing to comment on.
  if (object.record.state === 'processing') throw notFound('document yet: it is still being processed')
  const above = parent === null ? null : draft.findComment(parent)
  if (parent !== null && (above?.object_id !== on.id || above.parent_id !== null))
    throw badField('parent', 'must be a top-level comment of the same object')
  const { id: user_id, email, first_name, last_name } = caller
  const row = {
    workspace_id: draft.board.id,
    id: newObjectId(),
    object_id: on.id,
    parent_id: parent,
    text,
    user_id,
    seq: 0,
    created_at: draft.now,
    email,
    first_name,
    last_name,
  }
  const data = putComment(draft, row, on.kind)
  for (const name of mentionsIn(text)) {
    const told = mentioned.get(draft.board.id)?.get(name)
    if (told !== undefined) {
      const payload = { user_id: told, workspace_id: draft.board.id, comment_id: row.id }
      draft.enqueue({ name: 'send-mention', key: `mail:${told}`, payload })
    }
  }
  return { kind: 'comment', id: row.id, text: data }
}

/** `stored` is the record as JSON, where that is at hand: mostly it is shown just so. */
function resultOf({ kind, record }: StoredObject, sign: SignFile, stored?: string): ChangeResult {
  const text = record.$ === undefined && stored !== undefined ? stored : JSON.stringify(objectView(record, sign))
  return { kind, id: record.id, text }
}

function getObject(draft: Draft, id: string, kind: KindName | undefined): StoredObject {
  const object = draft.findObject(id)
  if (!object || (kind !== undefined && object.kind !== kind)) throw notFound(kind ?? 'object')
  return object
}

function requireVersion({ record }: StoredObject, version: number | undefined): void {
  if (version !== undefined && version !== record.version)
    throw new Problem('PreconditionFailed', `The object is at version ${record.version}, not ${version}`)
}
