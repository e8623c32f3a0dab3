// A stroke seen from the object it lies on: its points from that object's corner, in that object's unscaled units.

import type { Frame } from '@tessera/drawing'

export interface PlacedStroke {
  readonly points: number[]
  readonly brushSize: number
}

/** Null where any point lies beside the object. */
export function strokeOnObject(points: readonly number[], brushSize: number, frame: Frame): PlacedStroke | null {
  const { x, y, width, height, scale } = frame
  const placed = points.map((value, index) => (value - (index % 2 === 0 ? x : y)) / scale)
  const isWithin = placed.every((value, index) => value >= 0 && value <= (index % 2 === 0 ? width : height))
  if (!isWithin) return null
  return {
    points: placed.map(Math.round),
    brushSize: Math.min(100, Math.max(1, Math.round(brushSize / scale))),
  }
}
