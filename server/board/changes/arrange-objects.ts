// Restacking, grouping and ungrouping.

import { badField, type FieldError, type Kind, keysBetween, kinds } from '@tessera/contract'
import { badFields } from '../../platform/problems/index.ts'
import { newObjectId } from '../../tools/index.ts'
import type { StoredObject, StoredRecord } from '../records/stored-object.ts'
import type { StackEntry } from './board-stack.ts'
import type { ChangeResult, StackPosition } from './change-request.ts'
import type { Draft } from './draft.ts'
import { putObject } from './record-change.ts'
import { withCurrentPath } from './route-connectors.ts'

/** Moves the objects in the stacking order. They keep their relative order. */
export function restack(draft: Draft, ids: readonly string[], at: StackPosition): ChangeResult {
  const objects = getArrangeable(draft, ids).sort((a, b) => (a.record.order < b.record.order ? -1 : 1))
  if ('to' in at && at.to === 'front') bringToFront(draft, objects)
  else if ('to' in at && at.to === 'back') sendToBack(draft, objects)
  else if ('to' in at) {
    // Canvases and the rest are separate layers: each moves a step within its own.
    for (const layer of [true, false])
      moveOneStep(
        draft,
        objects.filter(object => isGround(object) === layer),
        at.to,
      )
  } else moveBeside(draft, objects, at)
  const order = ids.map(id => draft.findObject(id)?.record.order)
  return { arranged: JSON.stringify({ ids, order }) }
}

const isGround = ({ kind }: Pick<StoredObject, 'kind'>) => (kinds[kind] as Kind).isGround === true

function bringToFront(draft: Draft, objects: readonly StoredObject[]): void {
  for (const object of objects) change(draft, object, { order: draft.nextFrontKey(object.kind) })
}

/** The topmost object is moved first, because each goes behind the previous one. */
function sendToBack(draft: Draft, objects: readonly StoredObject[]): void {
  for (const object of objects.toReversed()) change(draft, object, { order: draft.nextBackKey(object.kind) })
}

function moveOneStep(draft: Draft, objects: readonly StoredObject[], to: string): void {
  const [lowest, highest] = [objects[0], objects.at(-1)]
  if (!lowest || !highest) return
  const others = othersInLayer(draft, objects)
  const next =
    to === 'forward'
      ? others.findIndex(({ order }) => order > highest.record.order)
      : others.findLastIndex(({ order }) => order < lowest.record.order)
  if (next >= 0) placeAt(draft, objects, others, to === 'forward' ? next : next - 1)
}

function moveBeside(draft: Draft, objects: readonly StoredObject[], at: { above: string } | { below: string }): void {
  const [field, id] = Object.entries(at)[0] as [string, string]
  const beside = draft.stack.find(id)
  if (!beside) throw badField(field, 'is not the id of an object on this board')
  if (objects.some(object => object.record.id === id)) throw badField(field, 'is one of the objects to move')
  if (objects.some(object => isGround(object) !== isGround(beside)))
    throw badField(field, 'is in another layer: canvases are behind everything else')
  const others = othersInLayer(draft, objects)
  const index = others.findIndex(entry => entry.id === id)
  placeAt(draft, objects, others, field === 'above' ? index : index - 1)
}

/** The other objects of the layer, from back to front. */
function othersInLayer(draft: Draft, objects: readonly StoredObject[]): StackEntry[] {
  const moved = new Set(objects.map(object => object.record.id))
  const layer = isGround(objects[0] as StoredObject)
  return draft.stack.entries.filter(entry => isGround(entry) === layer && !moved.has(entry.id))
}

/** Places objects right above the entry with this index; -1 is the very back. */
function placeAt(draft: Draft, objects: readonly StoredObject[], others: readonly StackEntry[], index: number): void {
  const below = others[index]
  // A restored object may have the same key as another. There is no place between those two.
  const above = below && others.slice(index + 1).find(({ order }) => order > below.order)
  if (!below) sendToBack(draft, objects)
  else if (!above) bringToFront(draft, objects)
  else {
    const keys = keysBetween(below.order, above.order, objects.length)
    for (const [at, object] of objects.entries()) change(draft, object, { order: keys[at] as string })
  }
}

/** The objects are removed from their earlier groups. */
export function groupObjects(draft: Draft, ids: readonly string[]): ChangeResult {
  const objects = getArrangeable(draft, ids)
  const group = newObjectId()
  for (const object of objects) change(draft, object, { group })
  for (const left of new Set(objects.map(object => object.record.group))) dissolveIfSingle(draft, left)
  return { arranged: JSON.stringify({ group, ids }) }
}

export function ungroupObjects(draft: Draft, group: string): ChangeResult {
  const members = draft.membersOf(group).sort((a, b) => (a.record.id < b.record.id ? -1 : 1))
  if (members.length === 0) throw badField('group', 'is not the id of a group in this workspace')
  for (const object of members) change(draft, object, { group: null })
  return { arranged: JSON.stringify({ ids: members.map(object => object.record.id) }) }
}

/** A group of one is dissolved. */
export function dissolveIfSingle(draft: Draft, group: string | null): void {
  const [only, ...more] = group === null ? [] : draft.membersOf(group)
  if (only && more.length === 0) change(draft, only, { group: null })
}

function getArrangeable(draft: Draft, ids: readonly string[]): StoredObject[] {
  const errors: FieldError[] = []
  const objects = ids.flatMap((id, index) => {
    const object = draft.findObject(id)
    if (object && object.parent_id === null) return [object]
    const message = object
      ? 'is drawn on another object, and goes with it'
      : 'is not the id of an object in this workspace'
    errors.push({ field: `ids[${index}]`, message })
    return []
  })
  if (errors.length > 0) throw badFields(errors)
  return objects
}

function change(draft: Draft, object: StoredObject, fields: Partial<Pick<StoredRecord, 'order' | 'group'>>): void {
  const { record } = withCurrentPath(draft.board, object)
  const changed = { ...record, ...fields, version: record.version + 1, updated_at: draft.now } as StoredRecord
  putObject(draft, { ...object, record: changed }, 'UPDATE')
}
