// Moves an imported object: its position, its points, and the ends that are not attached to an object.

import type { ImportedObject } from './board-content.ts'

interface Shift {
  readonly x: number
  readonly y: number
}

/** What is drawn on another object moves with that. */
export function moveObject(object: ImportedObject, shift: Shift): ImportedObject {
  if ((shift.x === 0 && shift.y === 0) || object.parent !== undefined) return object
  const data: Record<string, unknown> = { ...object.data }
  for (const [name, move] of Object.entries(moves)) if (data[name] !== undefined) data[name] = move(data[name], shift)
  if (object.data.x === undefined && hasPosition(object)) data.x = shift.x
  if (object.data.y === undefined && hasPosition(object)) data.y = shift.y
  return { ...object, data }
}

const hasPosition = ({ data }: ImportedObject) => data.points === undefined && data.from === undefined

const plus = (value: unknown, by: number) => (typeof value === 'number' ? value + by : value)

const moves: Readonly<Record<string, (value: unknown, shift: Shift) => unknown>> = {
  x: (value, { x }) => plus(value, x),
  y: (value, { y }) => plus(value, y),
  points: (value, { x, y }) =>
    Array.isArray(value) ? value.map((one, index) => plus(one, index % 2 === 0 ? x : y)) : value,
  via: (value, shift) => (Array.isArray(value) ? value.map(point => movePair(point, shift)) : value),
  from: moveEnd,
  to: moveEnd,
}

const movePair = (point: unknown, { x, y }: Shift) =>
  Array.isArray(point) ? [plus(point[0], x), plus(point[1], y)] : point

function moveEnd(end: unknown, { x, y }: Shift): unknown {
  if (typeof end !== 'object' || end === null || !('x' in end) || !('y' in end)) return end
  return { ...end, x: plus(end.x, x), y: plus(end.y, y) }
}
