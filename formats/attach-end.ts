// Attaches the end of an imported line to an object, so that it meets the object where it did in the other program.

import type { Side } from '@tessera/drawing/connector-end'
import { centerOf, rotatePoint } from '@tessera/drawing/rotation'
import type { PlacedBox } from './board-content.ts'

interface XY {
  readonly x: number
  readonly y: number
}

export interface AttachTarget extends PlacedBox {
  readonly ref: string
  /** Degrees clockwise. */
  readonly rotation: number
}

export type ImportedEnd = { readonly id: { readonly ref: string }; readonly anchor: unknown } | XY

/** `point` is where the line ends, `next` the point before it on the line, or the middle of the object at its other end. */
export function attachEnd(target: AttachTarget, point: XY, next: XY, isElbow: boolean): ImportedEnd {
  const center = centerOf(target)
  const local = rotatePoint(point, center, -target.rotation)
  const u = fraction((local.x - target.x) / Math.max(1, target.width))
  const v = fraction((local.y - target.y) / Math.max(1, target.height))
  const id = { ref: target.ref }
  if (isElbow) return { id, anchor: nearSide(u, v) ?? [u, v] }
  const slack = Math.max(8, 0.12 * Math.min(target.width, target.height))
  return { id, anchor: distanceFromLine(point, center, next) <= slack ? 'auto' : [u, v] }
}

const fraction = (value: number) => Math.round(1000 * Math.min(1, Math.max(0, value))) / 1000

/** The side whose middle the point is at. */
function nearSide(u: number, v: number): Side | null {
  const isMiddle = (value: number) => Math.abs(value - 0.5) < 0.2
  if (isMiddle(u) && v < 0.15) return 'top'
  if (isMiddle(u) && v > 0.85) return 'bottom'
  if (isMiddle(v) && u < 0.15) return 'left'
  if (isMiddle(v) && u > 0.85) return 'right'
  return null
}

function distanceFromLine(point: XY, from: XY, to: XY): number {
  const length = Math.hypot(to.x - from.x, to.y - from.y)
  if (length < 1) return Math.hypot(point.x - from.x, point.y - from.y)
  return Math.abs((to.x - from.x) * (from.y - point.y) - (from.x - point.x) * (to.y - from.y)) / length
}
