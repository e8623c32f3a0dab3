// The shapes of a tldraw file and where they are: coordinates count from the parent, and rotation is about the corner.

import type { BoardBuilder } from '../board-builder.ts'
import type { PlacedBox } from '../board-content.ts'
import { isObject, type JsonObject, own, ownNumber, ownText } from '../parse-json.ts'

export interface Shape {
  readonly id: string
  readonly ref: string
  readonly type: string
  readonly parentId: string
  readonly index: string
  readonly x: number
  readonly y: number
  /** Radians. */
  readonly rotation: number
  readonly opacity: number
  readonly isLocked: boolean
  readonly props: JsonObject
}

export interface TldrawBoard {
  readonly shapes: ReadonlyMap<string, Shape>
  readonly children: ReadonlyMap<string, Shape[]>
  readonly records: {
    readonly pages: ReadonlyMap<string, JsonObject>
    readonly assets: ReadonlyMap<string, JsonObject>
    readonly bindings: ReadonlyMap<string, readonly JsonObject[]>
  }
  /** The placements of all shapes that have been read so far. */
  readonly placements: Map<string, Placement>
  readonly builder: BoardBuilder
  readonly maxDepth: number
  readonly enlarged: number
}

export type AddShape = (shape: Shape, placement: Placement, board: TldrawBoard) => void

export function shapeOf(record: JsonObject, ref: string): Shape {
  const props = own(record, 'props')
  return {
    id: ownText(record, 'id'),
    ref,
    type: ownText(record, 'type'),
    parentId: ownText(record, 'parentId'),
    index: ownText(record, 'index'),
    x: ownNumber(record, 'x'),
    y: ownNumber(record, 'y'),
    rotation: ownNumber(record, 'rotation'),
    opacity: Math.min(1, Math.max(0, ownNumber(record, 'opacity', ownNumber(props, 'opacity', 1)))),
    isLocked: own(record, 'isLocked') === true,
    props: isObject(props) ? props : {},
  }
}

/** How the coordinates of a shape map to those of the board. */
export interface Placement {
  readonly x: number
  readonly y: number
  readonly rotation: number
  readonly scale: number
  readonly opacity: number
  /** The groups that it is in, outermost first. */
  readonly groups: readonly string[]
}

export const rootPlacement = (scale: number, at = { x: 0, y: 0 }): Placement => ({
  ...at,
  rotation: 0,
  scale,
  opacity: 1,
  groups: [],
})

export function childOf(parent: Placement, shape: Shape): Placement {
  return {
    ...onBoard(parent, shape),
    rotation: parent.rotation + shape.rotation,
    scale: parent.scale,
    opacity: parent.opacity * shape.opacity,
    groups: shape.type === 'group' ? [...parent.groups, shape.ref] : parent.groups,
  }
}

export function onBoard(placement: Placement, { x, y }: { x: number; y: number }): { x: number; y: number } {
  const [cos, sin] = [Math.cos(placement.rotation), Math.sin(placement.rotation)]
  return {
    x: placement.x + placement.scale * (x * cos - y * sin),
    y: placement.y + placement.scale * (x * sin + y * cos),
  }
}

/** The unrotated box with the same center, and the rotation about it. */
export function boxOf(placement: Placement, width: number, height: number): PlacedBox & { rotation: number } {
  const center = onBoard(placement, { x: width / 2, y: height / 2 })
  const size = { width: Math.max(1, width * placement.scale), height: Math.max(1, height * placement.scale) }
  const degrees = Math.round((100 * placement.rotation * 180) / Math.PI) / 100
  return {
    x: center.x - size.width / 2,
    y: center.y - size.height / 2,
    ...size,
    rotation: ((degrees % 360) + 360) % 360,
  }
}

export const placeFields = (shape: Shape, placement: Placement) => ({ ref: shape.ref, group: placement.groups[0] })
