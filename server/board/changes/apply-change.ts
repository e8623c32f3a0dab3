// Applies one change to a draft: the rules of objects. Differences between kinds come from the table of kinds.

import {
  badField,
  isSameValue,
  type Kind,
  type KindName,
  kinds,
  ownerIdOf,
  ownerReferenceOf,
  Problem,
  storedNameOf,
  withWholeAnchors,
} from '@tessera/contract'
import { notFound } from '../../accounts/access/index.ts'
import type { SignFile } from '../../platform/files/index.ts'
import { badFields, problemFrom } from '../../platform/problems/index.ts'
import { objectView, type StoredObject, type StoredRecord } from '../records/stored-object.ts'
import { type CommentContext, createComment, deleteComment, editComment, resolveComment } from './apply-comment.ts'
import { dissolveIfSingle, groupObjects, restack, ungroupObjects } from './arrange-objects.ts'
import type { ChangeResult, ObjectChange } from './change-request.ts'
import { checkUpdate } from './check-change.ts'
import { attachAgain, connect, detachFrom } from './connect-objects.ts'
import { deleteObject, restoreObject } from './delete-object.ts'
import type { Draft } from './draft.ts'
import { computeFields, newRecord } from './new-record.ts'
import { processingJob } from './processing-job.ts'
import { putObject } from './record-change.ts'
import { withCurrentPath } from './route-connectors.ts'

export interface ApplyContext extends CommentContext {
  readonly sign: SignFile
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
      return createComment(draft, change, context)
    case 'edit-comment':
      return editComment(draft, change, context)
    case 'resolve-comment':
      return resolveComment(draft, change, context)
    case 'delete-comment':
      return deleteComment(draft, change, context)
    case 'order':
      return restack(draft, change.ids, change.at)
    case 'group':
      return groupObjects(draft, change.ids)
    case 'ungroup':
      return ungroupObjects(draft, change.group)
    case 'invalid':
      throw problemFrom(change.problem)
  }
}

function create(draft: Draft, change: ChangeOf<'create'>, { sign }: ApplyContext): ChangeResult {
  const { id, kind, known, on, group } = change
  const data = withWholeAnchors(kinds[kind], change.data)
  const target = on ? getObject(draft, on.id, on.kind) : findTarget(draft, kind, data)
  const drawnOn = target ? { kind: target.kind, id: target.record.id } : undefined
  const record = newRecord(kind, data, {
    id,
    known,
    on: drawnOn,
    group,
    now: draft.now,
    order: draft.nextFrontKey(kind),
  })
  computeFields(kind, record, change.read)
  connect(draft, { kind, record }, Object.keys(data))
  const object = {
    workspace_id: draft.board.id,
    kind,
    parent_id: drawnOn?.id ?? null,
    seq: 0,
    created_by: draft.actor.actor_id,
    record,
  }
  const stored = putObject(draft, object, 'CREATE')
  const job = processingJob(object, draft.board.organization_id)
  if (job) draft.enqueue(job)
  return resultOf(object, sign, stored)
}

/** The object that the data of a create attaches it to. */
function findTarget(draft: Draft, kind: KindName, data: Record<string, unknown>): StoredObject | null {
  const owner = ownerReferenceOf(kinds[kind])
  const id = ownerIdOf(kinds[kind], data)
  if (!owner || id === null) return null
  const target = draft.findObject(id)
  if (!target || !(kinds[target.kind] as Kind).takes.includes(owner.reference.to))
    throw badField(owner.field, 'must be an object of this workspace that can be drawn on')
  return target
}

function update(draft: Draft, change: ChangeOf<'update'>, { sign }: ApplyContext): ChangeResult {
  const object = getObject(draft, change.id, change.kind)
  requireVersion(object, change.version)
  const kind: Kind = kinds[object.kind]
  const data = withWholeAnchors(kind, change.kind ? change.data : checkUpdate(object.kind, change.data))
  const computed = object.record.$?.follows
  // Setting a computed size to its current value is a change: the size is fixed from then on.
  const changed = kind.updatable.filter(
    name =>
      data[name] !== undefined &&
      data[name] !== null &&
      (!isSameValue(data[name], object.record[storedNameOf(kind, name)]) || computed?.some(size => size === name)),
  )
  if (changed.length === 0) return resultOf(object, sign)
  requireUnpinned(object.record, data, changed)
  const record = {
    ...object.record,
    ...Object.fromEntries(changed.map(name => [storedNameOf(kind, name), data[name]])),
  }
  if (computed) record.$ = { ...record.$, follows: computed.filter(name => !changed.includes(name)) }
  computeFields(object.kind, record, change.read)
  connect(draft, { kind: object.kind, record }, changed)
  record.version += 1
  record.updated_at = draft.now
  const after = { ...object, record }
  const stored = putObject(draft, after, 'UPDATE')
  draft.markMoved(record.id)
  return resultOf(after, sign, stored)
}

/** Fields of a pinned object that cannot change: its position, and the path of a connector. */
const pinned: readonly string[] = ['x', 'y', 'from', 'to', 'via']

function requireUnpinned(record: StoredRecord, data: Record<string, unknown>, changed: readonly string[]): void {
  if (record.pin !== true || data.pin === false) return
  const moved = changed.filter(name => pinned.includes(name))
  if (moved.length > 0) throw badFields(moved.map(field => ({ field, message: 'cannot change: the object is pinned' })))
}

function remove(draft: Draft, change: ChangeOf<'delete'>): ChangeResult {
  const object = getObject(draft, change.id, change.kind)
  requireVersion(object, change.version)
  deleteObject(draft, withCurrentPath(draft.board, object))
  detachFrom(draft, object)
  draft.addSteps([() => dissolveIfSingle(draft, object.record.group)])
  return { kind: object.kind, id: change.id, deleted: true }
}

/** Restoring an object that is not deleted is a no-op. */
function restore(draft: Draft, { id }: ChangeOf<'restore'>, { sign }: ApplyContext): ChangeResult {
  const deleted = draft.findDeleted(id)
  const known = draft.findObject(id)
  const object = known ?? (deleted && restoreObject(draft, deleted))
  if (!object) throw notFound('object')
  if (!known) attachAgain(draft, id)
  return resultOf(object, sign)
}

/** `stored` is the record as JSON, which is also its view unless the record has hidden fields. */
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
