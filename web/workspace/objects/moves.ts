// Moving, resizing and rotating several objects as data: what is shown during the gesture, what others see of it, and
// the changes it results in.

import type { BoardObject, Change, Motion } from '@tessera/client'
import type { Point } from '@tessera/drawing'
import { fieldOf, hasEnds, hasPoints } from './abilities.ts'
import { type ObjectFields, type Transform, transformedFields, translation } from './transform.ts'

export type Offset = Point

export function changesToMove(objects: readonly BoardObject[], by: Offset): Change[] {
  const offset = roundedOffset(by)
  return offset.x === 0 && offset.y === 0 ? [] : changesToTransform(objects, translation(offset))
}

export const roundedOffset = ({ x, y }: Offset): Offset => ({ x: Math.round(x), y: Math.round(y) })

export function changesToTransform(objects: readonly BoardObject[], transform: Transform): Change[] {
  return transformObjects(objects, transform).flatMap(({ object, fields }): Change[] => {
    return Object.keys(fields).length === 0 ? [] : [{ op: 'update', id: object.id, data: fields }]
  })
}

/** The objects as they are shown during the gesture, by id. */
export function shownDuring(objects: readonly BoardObject[], transform: Transform): Map<string, BoardObject> {
  return new Map(
    transformObjects(objects, transform).map(({ object, fields }) => [
      object.id,
      { ...object, ...fields } as BoardObject,
    ]),
  )
}

/** What is sent to other users. Long strokes are left out: they are redrawn when the gesture ends. */
export function motionsOf(objects: readonly BoardObject[], transform: Transform): Motion[] {
  return transformObjects(objects, transform).flatMap(({ object, fields }) => {
    const isShort = !hasPoints(object) || (fieldOf(object, 'points') as readonly number[]).length <= maxSentNumbers
    return hasEnds(object) || !isShort ? [] : [{ id: object.id, ...fields } as Motion]
  })
}

const maxSentNumbers = 400

interface TransformedObject {
  readonly object: BoardObject
  readonly fields: ObjectFields
}

function transformObjects(objects: readonly BoardObject[], transform: Transform): TransformedObject[] {
  const ids = new Set(objects.map(({ id }) => id))
  const isMoved = (id: string) => ids.has(id)
  return objects.map(object => ({ object, fields: transformedFields(object, transform, isMoved) }))
}

export const offsetPoints = (points: readonly number[], { x, y }: Offset): number[] =>
  points.map((value, index) => value + (index % 2 === 0 ? x : y))
