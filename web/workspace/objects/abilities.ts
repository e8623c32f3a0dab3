// What can be done with an object, derived from the contract of its kind and from the object. It names no kinds.

import type { BoardObject } from '@tessera/client'
import { type Kind, kinds, ownerIdOf } from '@tessera/contract'
import type { Field } from '@tessera/contract/kind'
import { withoutMarks } from '@tessera/drawing'

export const kindOfObject = (object: BoardObject): Kind => kinds[object.kind]

export const fieldOf = (object: BoardObject, name: string): unknown => (object as Record<string, unknown>)[name]

export const canUpdate = (object: BoardObject, field: string) => kindOfObject(object).updatable.includes(field)

export const isPinned = (object: BoardObject) => fieldOf(object, 'pin') === true

/** The id of the object that it belongs to and moves with, such as the note that a stroke is drawn on. */
export const ownerOf = (object: BoardObject): string | null =>
  ownerIdOf(kindOfObject(object), object as Record<string, unknown>)

export const isAttached = (object: BoardObject) => ownerOf(object) !== null

/** Strokes: objects without a position, which consist of points. The points of connectors are computed. */
export const hasPoints = (object: BoardObject) => kindOfObject(object).creatable.includes('points')

/** Connectors: objects without a position, which go from one end to another. */
export const hasEnds = (object: BoardObject) => kindOfObject(object).creatable.includes('from')

/** Whether the object itself can be moved. A connector between two objects only follows them. */
export const canMove = (object: BoardObject) =>
  !isAttached(object) &&
  !isPinned(object) &&
  (canUpdate(object, 'x') || hasPoints(object) || (hasEnds(object) && hasFreeEnd(object)))

const hasFreeEnd = (object: BoardObject) =>
  ['from', 'to'].some(name => !('id' in (fieldOf(object, name) as Record<string, unknown>)))

export type ResizeMode = 'scale' | 'sides' | null

export function resizeModeOf(object: BoardObject): ResizeMode {
  if (isPinned(object)) return null
  if (canUpdate(object, 'scale')) return 'scale'
  return canUpdate(object, 'width') && canUpdate(object, 'height') ? 'sides' : null
}

/** The field that is edited in place: the searched one, if it can be updated. */
export function textFieldOf(object: BoardObject): string | null {
  const { searched, updatable } = kindOfObject(object)
  return searched !== null && updatable.includes(searched) ? searched : null
}

export const takesComments = (object: BoardObject) => kindOfObject(object).takes.includes('comments')
export const takesStrokes = (object: BoardObject) => kindOfObject(object).takes.includes('strokes')

/** The text of an object on one line and without marks, for lists and screen readers. */
export function plainTextOf(object: BoardObject): string {
  const { searched } = kindOfObject(object)
  const words = searched === null ? '' : fieldOf(object, searched)
  return typeof words === 'string' ? withoutMarks(words).replace(/\s+/g, ' ').trim() : ''
}

/** The data to create a copy of the object; files are uploaded separately. */
export function creationDataOf(object: BoardObject): Record<string, unknown> {
  const { fields, creatable } = kindOfObject(object)
  return Object.fromEntries(
    creatable.flatMap(name => {
      const value = fieldOf(object, (fields[name] as Field).storedAs ?? name)
      return value === undefined || value === null ? [] : [[name, value]]
    }),
  )
}
