// Moving, scaling and rotating as one kind of data: it maps points of the board, and changes the fields of an object.
// Kinds without a rotation keep theirs and move around the center; kinds with a scale keep their proportions.

import type { BoardObject } from '@tessera/client'
import type { ConnectorEnd } from '@tessera/contract/kinds/connector'
import { type Box, frameOf, type Point } from '@tessera/drawing'
import { centerOf, rotatePoint } from '@tessera/drawing/rotation'
import { canUpdate, fieldOf, hasEnds, hasPoints, kindOfObject, resizeModeOf } from './abilities.ts'

export interface Transform {
  readonly at: (point: Point) => Point
  /** Degrees clockwise. */
  readonly rotation: number
  /** The factor of lengths along each axis of the board. */
  readonly scale: Point
}

export type ObjectFields = Readonly<Record<string, unknown>>

const unscaled = { x: 1, y: 1 }

export const translation = (by: Point): Transform => ({
  at: ({ x, y }) => ({ x: x + by.x, y: y + by.y }),
  rotation: 0,
  scale: unscaled,
})

export const rotationAbout = (center: Point, degrees: number): Transform => ({
  at: point => rotatePoint(point, center, degrees),
  rotation: degrees,
  scale: unscaled,
})

export const scalingFrom = (anchor: Point, scale: Point): Transform => ({
  at: ({ x, y }) => ({ x: anchor.x + (x - anchor.x) * scale.x, y: anchor.y + (y - anchor.y) * scale.y }),
  rotation: 0,
  scale,
})

/**
 * The fields that differ afterwards. `isMoved` tells which other objects move as well: a connector between them moves,
 * too.
 */
export function transformedFields(
  object: BoardObject,
  transform: Transform,
  isMoved: (id: string) => boolean,
): ObjectFields {
  const next = hasEnds(object)
    ? movedEnds(object, transform, isMoved)
    : hasPoints(object)
      ? { points: movedPoints(fieldOf(object, 'points') as readonly number[], transform) }
      : movedFrame(object, transform)
  return Object.fromEntries(Object.entries(next).filter(([name, value]) => fieldOf(object, name) !== value))
}

/** The box of an object before it is rotated. */
export function unrotatedBox(object: BoardObject): Box {
  const { x, y, width, height, scale } = frameOf(object)
  return { x, y, width: width * scale, height: height * scale }
}

export const rotationOf = (object: BoardObject): number => Number(fieldOf(object, 'rotation') ?? 0)

/** From 0 to below 360, to a tenth of a degree. */
export const normalizedRotation = (degrees: number): number => {
  const roundPoint = Math.round(degrees * 10) / 10
  return ((roundPoint % 360) + 360) % 360
}

function movedFrame(object: BoardObject, transform: Transform): Record<string, unknown> {
  const box = unrotatedBox(object)
  const center = transform.at(centerOf(box))
  const size = scaledSize(object, box, transform.scale)
  const { width, height } = size.box
  const turns = transform.rotation !== 0 && canUpdate(object, 'rotation')
  return {
    ...size.fields,
    x: within(center.x - width / 2),
    y: within(center.y - height / 2),
    ...(turns ? { rotation: normalizedRotation(rotationOf(object) + transform.rotation) } : {}),
  }
}

interface ScaledSize {
  readonly fields: Record<string, unknown>
  readonly box: Pick<Box, 'width' | 'height'>
}

function scaledSize(object: BoardObject, box: Box, scale: Point): ScaledSize {
  const isEven = Math.abs(scale.x - scale.y) < 1e-9
  const mode = resizeModeOf(object)
  if (mode === null || (scale.x === 1 && scale.y === 1) || (mode === 'scale' && !isEven)) return { fields: {}, box }
  if (mode === 'scale') {
    const before = Number(fieldOf(object, 'scale'))
    const after = Math.round(before * scale.x * 1_000) / 1_000
    const factor = after / before
    return { fields: { scale: after }, box: { width: box.width * factor, height: box.height * factor } }
  }
  const along = stretchAlong(scale, rotationOf(object))
  const sides = {
    width: Math.max(1, Math.round(box.width * along.x)),
    height: Math.max(1, Math.round(box.height * along.y)),
  }
  const fontSize = isEven && followsText(object) ? { fontSize: scaledFont(object, scale.x) } : {}
  return { fields: { ...sides, ...fontSize }, box: sides }
}

/** The stretch of the sides of a rotated box. Any part that would skew it is left out. */
function stretchAlong({ x, y }: Point, degrees: number): Point {
  if (degrees === 0) return { x, y }
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)]
  return { x: Math.hypot(x * cos, y * sin), y: Math.hypot(x * sin, y * cos) }
}

/** A kind without a default width is as wide as its text. */
const followsText = (object: BoardObject) =>
  canUpdate(object, 'fontSize') && !('width' in kindOfObject(object).defaults)

const scaledFont = (object: BoardObject, factor: number) =>
  Math.min(2_000, Math.max(1, Math.round(Number(fieldOf(object, 'fontSize')) * factor)))

const movedPoints = (points: readonly number[], { at }: Transform): number[] =>
  points.flatMap((value, index) => {
    if (index % 2 === 1) return []
    const { x, y } = at({ x: value, y: points[index + 1] as number })
    return [within(x), within(y)]
  })

/** Free ends move, attached ones follow their objects. Bends move if both ends do. */
function movedEnds(object: BoardObject, { at }: Transform, isMoved: (id: string) => boolean): Record<string, unknown> {
  const ends = endsOf(object)
  const movesAlong = isMoved(object.id)
  const next: Record<string, unknown> = {}
  for (const [name, end] of Object.entries(ends)) {
    if (!('id' in end) && movesAlong) next[name] = roundPoint(at(end))
  }
  const goesAlong = (end: ConnectorEnd) => ('id' in end ? isMoved(end.id) : movesAlong)
  const via = fieldOf(object, 'via') as readonly (readonly [number, number])[]
  if (via.length > 0 && goesAlong(ends.from) && goesAlong(ends.to))
    next.via = via.map(([x, y]) => {
      const moved = roundPoint(at({ x, y }))
      return [moved.x, moved.y]
    })
  return next
}

export const endsOf = (object: BoardObject) => ({
  from: fieldOf(object, 'from') as ConnectorEnd,
  to: fieldOf(object, 'to') as ConnectorEnd,
})

const furthest = 1_000_000_000
const within = (value: number) => Math.round(Math.min(furthest, Math.max(-furthest, value)))
const roundPoint = ({ x, y }: Point): Point => ({ x: within(x), y: within(y) })
