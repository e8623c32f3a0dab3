// The path of a connector between objects of the board, as its record has it.

import type { ConnectorAnchor, ConnectorEnd as EndRecord } from '@tessera/contract/kinds/connector'
import { type Anchor, type ConnectorEnd, type EndTarget, resolveEnd, type Side } from './connector-end.ts'
import { connectorEnds, connectorPath } from './connector-path.ts'
import type { Box, ConnectorObject, Drawable, Point } from './drawable.ts'
import { labelBox } from './kinds/connector.ts'
import { rendererOf } from './renderers.ts'

type ConnectorFields = Pick<ConnectorObject, 'from' | 'to' | 'path' | 'via'> & {
  /** The path as it was, for ends whose object is not known. */
  readonly points?: ConnectorObject['points']
}

export const isConnector = (object: Drawable): object is ConnectorObject => 'from' in object && 'to' in object

/** The ids of the objects that the ends are attached to. */
export const followedIds = ({ from, to }: Pick<ConnectorObject, 'from' | 'to'>): string[] =>
  [from, to].flatMap(end => ('id' in end ? end.id : []))

/** The box of the label on the board; null if there is none. */
export const connectorLabelBox: (connector: ConnectorObject) => Box | null = labelBox

export interface ConnectorGeometry {
  readonly points: [x: number, y: number][]
  readonly box: Box
}

export function connectorGeometry(
  connector: ConnectorFields,
  findObject: (id: string) => Drawable | null,
): ConnectorGeometry {
  const { points, box } = connectorPath(shapeOf(connector, findObject))
  return {
    points: points.map(({ x, y }) => [roundToHundredth(x), roundToHundredth(y)]),
    box: {
      x: roundToHundredth(box.x),
      y: roundToHundredth(box.y),
      width: roundToHundredth(box.width),
      height: roundToHundredth(box.height),
    },
  }
}

/** The first and the last point of the path, which are computed faster than all of it. */
export function pathEnds(
  connector: ConnectorFields,
  findObject: (id: string) => Drawable | null,
): [start: [x: number, y: number], end: [x: number, y: number]] {
  const { start, end } = connectorEnds(shapeOf(connector, findObject))
  return [
    [roundToHundredth(start.x), roundToHundredth(start.y)],
    [roundToHundredth(end.x), roundToHundredth(end.y)],
  ]
}

type Pairs = readonly (readonly number[])[]

export function isSamePath(one: unknown, other: unknown): boolean {
  const [a, b] = [one as Pairs, other as Pairs]
  return a.length === b?.length && a.every((point, index) => point[0] === b[index]?.[0] && point[1] === b[index]?.[1])
}

/** The point on the outline of an object, and the side that it faces after rotation. */
export function anchorPoint(object: Drawable, anchor: Exclude<Anchor, 'auto'>): { point: Point; side: Side } {
  const { point, side } = resolveEnd({ target: endTargetOf(object), anchor }, { point: { x: 0, y: 0 } }, true)
  return { point, side: side as Side }
}

/** Whether the path of the record starts and ends where it would now. It is then the path between the objects. */
export function isRouteCurrent(connector: ConnectorObject, findObject: (id: string) => Drawable | null): boolean {
  const { points } = connector
  const [first, last] = [points?.[0], points?.at(-1)]
  if (!first || !last) return false
  const ends = connectorEnds(shapeOf(connector, findObject))
  return isAt(ends.start, first) && isAt(ends.end, last)
}

const isAt = (point: Point, [x = 0, y = 0]: readonly number[]) =>
  Math.abs(point.x - x) < 0.02 && Math.abs(point.y - y) < 0.02

/** To a hundredth of a unit, so that records stay short. */
const roundToHundredth = (value: number) => Math.round(value * 100) / 100

const shapeOf = ({ from, to, path, via, points }: ConnectorFields, findObject: (id: string) => Drawable | null) => ({
  from: endOf(from, findObject, points?.[0]),
  to: endOf(to, findObject, points?.at(-1)),
  path,
  via: via as readonly (readonly [number, number])[],
})

function endOf(
  end: EndRecord,
  findObject: (id: string) => Drawable | null,
  before: readonly number[] | undefined,
): ConnectorEnd {
  if (!('id' in end)) return { point: end }
  const object = findObject(end.id)
  if (object) return { target: endTargetOf(object), anchor: end.anchor as ConnectorAnchor }
  const [x = 0, y = 0] = before ?? []
  return { point: { x, y } }
}

const knownTargets = new WeakMap<Drawable, EndTarget>()

/** Computed once for all connectors at an object: a changed object is a new value. */
function endTargetOf(object: Drawable): EndTarget {
  const known = knownTargets.get(object)
  if (known) return known
  const renderer = rendererOf(object)
  const { x, y, width, height, scale } = renderer.frame(object)
  const outline: readonly Point[] | undefined = renderer.outline?.(object)
  const target = {
    box: { x, y, width: width * scale, height: height * scale },
    rotation: rotationOf(object),
    boundary: outline?.map(point => ({ x: point.x * scale, y: point.y * scale })) ?? null,
  }
  knownTargets.set(object, target)
  return target
}

const rotationOf = (object: Drawable): number => ('rotation' in object ? (object.rotation ?? 0) : 0)
