// The changes that move units to their places. Connectors between them follow; their bends are set or removed.

import type { ListedChange } from '@tessera/contract'
import { isSameValue } from '@tessera/contract'
import { maxBends } from '@tessera/contract/kinds/connector'
import type { Point } from '@tessera/drawing'
import { type ArrangedUnit, endIdsOf, fieldOf, hasEnds } from './arranged-units.ts'
import type { BoardObject } from './board-object.ts'
import type { FoundPlace } from './find-place.ts'
import type { UnitLayout } from './lay-out-units.ts'

export function changesToArrange(
  { units, places, via }: UnitLayout,
  place: FoundPlace,
  board: readonly BoardObject[],
): ListedChange[] {
  const offsets = new Map<string, Point>()
  const moves = units.flatMap((unit, index) => {
    const offset = offsetOf(unit, places[index] as Point, place)
    for (const { id } of unit.objects) offsets.set(id, offset)
    return unit.objects.flatMap(object => update(object, movedFields(object, offset)))
  })
  const routes = board.filter(hasEnds).flatMap(connector => {
    const [from, to] = endIdsOf(connector).map(id => (id === null ? undefined : offsets.get(id)))
    if (!from || !to || fieldOf(connector, 'pin') === true) return []
    const isWithin = from === to
    const bends = isWithin ? shiftedPairs(fieldOf(connector, 'via'), from) : bendsOf(via.get(connector), place)
    return update(connector, { via: bends })
  })
  const { canvas } = place
  const grown = canvas && board.find(({ id }) => id === canvas.id)
  const resized = grown ? update(grown, { width: canvas.width, height: canvas.height }) : []
  return [...resized, ...moves, ...routes]
}

const offsetOf = ({ box }: ArrangedUnit, { x, y }: Point, place: Point): Point => ({
  x: Math.round(place.x + x - box.x),
  y: Math.round(place.y + y - box.y),
})

/** Updates only the fields that differ; no change if none does. */
function update(object: BoardObject, fields: Readonly<Record<string, unknown>>): ListedChange[] {
  const data = Object.entries(fields).filter(([name, value]) => !isSameValue(fieldOf(object, name), value))
  return data.length === 0 ? [] : [{ op: 'update', id: object.id, data: Object.fromEntries(data) }]
}

/** Objects have a corner, free connectors two ends, and strokes points. */
function movedFields(object: BoardObject, by: Point): Record<string, unknown> {
  if (hasEnds(object))
    return {
      from: movedEnd(fieldOf(object, 'from'), by),
      to: movedEnd(fieldOf(object, 'to'), by),
      via: shiftedPairs(fieldOf(object, 'via'), by),
    }
  const { x, y, points } = object as { x?: number; y?: number; points?: readonly number[] }
  if (x !== undefined && y !== undefined) return { x: x + by.x, y: y + by.y }
  return { points: points?.map((value, index) => value + (index % 2 === 0 ? by.x : by.y)) }
}

function movedEnd(end: unknown, by: Point): unknown {
  const { x, y } = end as Partial<Point>
  return x === undefined || y === undefined ? end : { x: x + by.x, y: y + by.y }
}

const shiftedPairs = (pairs: unknown, by: Point) =>
  (pairs as readonly (readonly [number, number])[]).map(([x, y]): [number, number] => [x + by.x, y + by.y])

/** A route with more turns than a connector can have goes straight. */
const bendsOf = (points: readonly Point[] = [], place: Point): [number, number][] =>
  points.length > maxBends ? [] : points.map(({ x, y }): [number, number] => [place.x + x, place.y + y])
