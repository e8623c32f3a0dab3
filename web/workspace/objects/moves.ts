// Moving as data: where objects are during a drag, and the changes it results in.

import type { BoardObject, Change, Motion } from '@tessera/client'
import { creationDataOf, fieldOf, hasPoints } from './abilities.ts'

export interface Offset {
  readonly x: number
  readonly y: number
}

const furthest = 1_000_000_000
const within = (value: number) => Math.round(Math.min(furthest, Math.max(-furthest, value)))

export function changesToMove(objects: readonly BoardObject[], by: Offset): Change[] {
  const shift = { x: Math.round(by.x), y: Math.round(by.y) }
  if (shift.x === 0 && shift.y === 0) return []
  return objects.flatMap(object => (hasPoints(object) ? drawAnew(object, shift) : [update(object, shift)]))
}

/** The object as it is shown during the drag. */
export function movedObject<T extends BoardObject>(object: T, { x, y }: Offset): T {
  if (hasPoints(object))
    return { ...object, points: offsetPoints(pointsOf(object), { x: Math.round(x), y: Math.round(y) }) }
  return { ...object, ...placeOf(object, { x, y }) }
}

export function movesInProgress(objects: readonly BoardObject[], by: Offset): Motion[] {
  return objects.flatMap(object => (hasPoints(object) ? [] : [{ id: object.id, ...placeOf(object, by) }]))
}

const update = (object: BoardObject, shift: Offset): Change => ({
  op: 'update',
  id: object.id,
  data: placeOf(object, shift),
})

/** Strokes cannot be updated, so a moved stroke is deleted and created again. */
function drawAnew(object: BoardObject, shift: Offset): Change[] {
  const data = { ...creationDataOf(object), points: offsetPoints(pointsOf(object), shift) }
  return [
    { op: 'delete', id: object.id },
    { op: 'create', kind: object.kind, data },
  ]
}

const placeOf = (object: BoardObject, { x, y }: Offset) => ({
  x: within(Number(fieldOf(object, 'x')) + x),
  y: within(Number(fieldOf(object, 'y')) + y),
})

const pointsOf = (object: BoardObject) => fieldOf(object, 'points') as readonly number[]

export const offsetPoints = (points: readonly number[], { x, y }: Offset): number[] =>
  points.map((value, index) => within(value + (index % 2 === 0 ? x : y)))
