// Erasing as data: whether an eraser touches a stroke, and what remains of the stroke. Points are in the coordinates of
// the stroke.

import type { Point } from '@tessera/drawing'
import { distanceToSegment } from '@tessera/drawing/path'

/** The path of an eraser, and its radius. */
export interface ErasedPath {
  readonly path: readonly Point[]
  readonly reach: number
}

/** Whether the eraser touches the line, whose width counts. */
export function isErased(points: readonly number[], size: number, { path, reach }: ErasedPath): boolean {
  const limit = reach + size / 2
  return samplesOf(points, limit).some(sample => isNear(sample, path, limit))
}

/**
 * The remaining pieces; null if the eraser does not touch the line. If the line has been moved since, `placed` has its
 * current points, and the pieces are there.
 */
export function cutStroke(
  points: readonly number[],
  size: number,
  { path, reach }: ErasedPath,
  placed = points,
): number[][] | null {
  // Includes the width of the line, so that the round ends of the pieces stop at the path of the eraser.
  const limit = reach + size / 2
  const samples = samplesOf(points, limit)
  const isLeft = samples.map(sample => !isNear(sample, path, limit))
  if (isLeft.every(Boolean)) return null
  const moved = placed === points ? samples : samplesOf(points, limit, placed)
  const pieces: number[][] = []
  for (let start = isLeft.indexOf(true); start >= 0; ) {
    const end = isLeft.indexOf(false, start)
    const piece = roundSamples(moved.slice(start, end < 0 ? undefined : end))
    if (piece.length > 2) pieces.push(piece)
    start = end < 0 ? -1 : isLeft.indexOf(true, end)
  }
  return pieces
}

interface Sample extends Point {
  /** False if it was added between two points of the line. */
  readonly isGiven: boolean
}

/**
 * Points along the line, close enough together that nothing passes between them, and their positions on the line
 * `placed`.
 */
function samplesOf(points: readonly number[], limit: number, placed = points): Sample[] {
  const step = Math.max(1, limit / 4)
  const samples: Sample[] = [{ x: at(placed, 0), y: at(placed, 1), isGiven: true }]
  for (let index = 2; index + 1 < points.length; index += 2) {
    const length = Math.hypot(at(points, index) - at(points, index - 2), at(points, index + 1) - at(points, index - 1))
    const [fromX, fromY] = [at(placed, index - 2), at(placed, index - 1)]
    const [runX, runY] = [at(placed, index) - fromX, at(placed, index + 1) - fromY]
    const count = Math.min(maxBetween, Math.ceil(length / step))
    for (let part = 1; part < count; part++)
      samples.push({ x: fromX + (runX * part) / count, y: fromY + (runY * part) / count, isGiven: false })
    samples.push({ x: fromX + runX, y: fromY + runY, isGiven: true })
  }
  return samples
}

/** Limits the time for a straight line over the whole board. */
const maxBetween = 20_000

const at = (points: readonly number[], index: number) => points[index] as number

/** The given points of a piece and its ends, as integers without repeats. */
function roundSamples(samples: readonly Sample[]): number[] {
  const piece: number[] = []
  for (const [index, { x, y, isGiven }] of samples.entries()) {
    if (!isGiven && index > 0 && index < samples.length - 1) continue
    const [wholeX, wholeY] = [Math.round(x), Math.round(y)]
    if (piece.at(-2) !== wholeX || piece.at(-1) !== wholeY) piece.push(wholeX, wholeY)
  }
  return piece
}

function isNear(point: Point, path: readonly Point[], limit: number): boolean {
  for (let index = 0; index < path.length; index++) {
    const from = path[index] as Point
    if (distanceToSegment(from, path[index + 1] ?? from, point) <= limit) return true
  }
  return false
}
