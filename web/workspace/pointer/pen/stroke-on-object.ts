// Converts a stroke to the coordinates of the object it is drawn on: relative to its corner, in unscaled units.

import type { Frame } from '@tessera/drawing'
import { pointOnObject } from '../../objects/object-coordinates.ts'

export interface PlacedStroke {
  readonly points: number[]
  readonly brushSize: number
}

/** Null if a point is outside of the object. */
export function strokeOnObject(points: readonly number[], brushSize: number, frame: Frame): PlacedStroke | null {
  const { width, height, scale } = frame
  const placed = points.flatMap((x, index) => {
    if (index % 2 === 1) return []
    const at = pointOnObject({ x, y: points[index + 1] as number }, frame)
    return [at.x, at.y]
  })
  const isWithin = placed.every((value, index) => value >= 0 && value <= (index % 2 === 0 ? width : height))
  if (!isWithin) return null
  return {
    points: placed.map(Math.round),
    brushSize: Math.min(100, Math.max(1, Math.round(brushSize / scale))),
  }
}
