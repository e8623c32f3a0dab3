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
  const offset = { x: Math.round(by.x), y: Math.round(by.y) }
  if (offset.x === 0 && offset.y === 0) return []
  return objects.flatMap(object => (hasPoints(object) ? recreateStroke(object, offset) : [update(object, offset)]))
}

/** The object as it is shown during the drag. */
export function movedObject<T extends BoardObject>(object: T, { x, y }: Offset): T {
  if (hasPoints(object))
    return { ...object, points: offsetPoints(pointsOf(object), { x: Math.round(x), y: Math.round(y) }) }
  return { ...object, ...positionOf(object, { x, y }) }
}

export function movesInProgress(objects: readonly BoardObject[], by: Offset): Motion[] {
  return objects.flatMap(object => (hasPoints(object) ? [] : [{ id: object.id, ...positionOf(object, by) }]))
}

const update = (object: BoardObject, offset: Offset): Change => ({
  op: 'update',
  id: object.id,
  data: positionOf(object, offset),
})

/** Strokes cannot be updated, so a moved stroke is deleted and created again. */
function recreateStroke(object: BoardObject, offset: Offset): Change[] {
  const data = { ...creationDataOf(object), points: offsetPoints(pointsOf(object), offset) }
  return [
    { op: 'delete', id: object.id },
    { op: 'create', kind: object.kind, data },
  ]
}

const positionOf = (object: BoardObject, { x, y }: Offset) => ({
  x: within(Number(fieldOf(object, 'x')) + x),
  y: within(Number(fieldOf(object, 'y')) + y),
})

const pointsOf = (object: BoardObject) => fieldOf(object, 'points') as readonly number[]

export const offsetPoints = (points: readonly number[], { x, y }: Offset): number[] =>
  points.map((value, index) => within(value + (index % 2 === 0 ? x : y)))
