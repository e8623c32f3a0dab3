// Where connectors can be attached to an object.

import { kinds } from '@tessera/contract'
import type { ConnectorAnchor, ConnectorEnd } from '@tessera/contract/kinds/connector'
import { centerOf, type Drawable, frameOf, type Point } from '@tessera/drawing'
import { outwardOf, type Side } from '@tessera/drawing/connector-end'
import { anchorPoint } from '@tessera/drawing/connector-geometry'
import { rotatePoint } from '@tessera/drawing/rotation'

export const sides: readonly Side[] = ['top', 'right', 'bottom', 'left']

export const oppositeOf: Readonly<Record<Side, Side>> = { top: 'bottom', right: 'left', bottom: 'top', left: 'right' }

export const takesConnectors = ({ kind }: Pick<Drawable, 'kind'>): boolean =>
  (kinds[kind].takes as readonly string[]).includes('connectors')

/** The side whose middle is within reach of the point; otherwise the connector chooses the side itself. */
export function nearestAnchor(object: Drawable, point: Point, reach: number): ConnectorAnchor {
  return nearestSide(object, point, reach) ?? 'auto'
}

export function nearestSide(object: Drawable, point: Point, reach: number): Side | null {
  const near = sides
    .map(side => ({ side, away: distance(anchorPoint(object, side).point, point) }))
    .filter(({ away }) => away <= reach)
    .sort((one, other) => one.away - other.away)
  return near[0]?.side ?? null
}

/** The exact position of a point relative to the object's box. */
export function exactAnchor(object: Drawable, point: Point): [u: number, v: number] {
  const { x, y, width, height, scale, rotation = 0 } = frameOf(object)
  const box = { x, y, width: width * scale, height: height * scale }
  const at = rotatePoint(point, centerOf(box), -rotation)
  return [fraction((at.x - box.x) / box.width), fraction((at.y - box.y) / box.height)]
}

const fraction = (value: number) => Math.round(Math.min(1, Math.max(0, value)) * 1_000) / 1_000

/** A dot for each side, outside of the object. `away` is in board units. */
export function dotPoint(object: Drawable, side: Side, away: number): Point {
  const { point, side: facing } = anchorPoint(object, side)
  const outward = outwardOf[facing]
  return { x: point.x + outward.x * away, y: point.y + outward.y * away }
}

export const distance = (one: Point, other: Point) => Math.hypot(one.x - other.x, one.y - other.y)

export const isFree = (end: ConnectorEnd): end is { x: number; y: number } => !('id' in end)

/** The side that leads from one point to another. */
export function sideToward(from: Point, to: Point): Side {
  const [x, y] = [to.x - from.x, to.y - from.y]
  if (Math.abs(x) >= Math.abs(y)) return x < 0 ? 'left' : 'right'
  return y < 0 ? 'top' : 'bottom'
}
