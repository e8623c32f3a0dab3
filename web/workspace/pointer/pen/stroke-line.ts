// A line drawn by hand: takes samples of the pen and produces a smoothed line of integers, never longer than the
// contract allows. Drawing it is up to the renderer.

import type { Point } from '@tessera/drawing'

export interface Sample extends Point {
  /** 0 to 1, or null if the device does not measure it. */
  readonly pressure: number | null
}

export interface StrokeLine {
  add(sample: Sample): void
  /** The line so far: x1, y1, x2, y2, … */
  points(): number[]
  /** The size of the brush, by the average pressure. */
  size(): number
}

export const maxNumbers = 20_000

/** `spacing` is the minimum distance of two points in board units, about a screen pixel. */
export function strokeLine(brushSize: number, spacing: number): StrokeLine {
  let kept: number[] = []
  let gap = spacing
  let calm: Point | null = null
  let last: Sample | null = null
  let [pressed, pressures] = [0, 0]

  function keep({ x, y }: Point) {
    const [beforeX, beforeY] = [kept.at(-2) as number, kept.at(-1) as number]
    if (kept.length > 0 && Math.hypot(x - beforeX, y - beforeY) < gap) return
    kept.push(x, y)
    if (kept.length < maxNumbers - 2) return
    kept = everySecond(kept)
    gap *= 2
  }

  return {
    add(sample) {
      calm = calm ? towards(calm, sample) : sample
      last = sample
      if (sample.pressure !== null) {
        pressed += sample.pressure
        pressures += 1
      }
      keep(calm)
    },
    points: () => whole(last ? [...kept, last.x, last.y] : kept),
    size: () => sizeFor(brushSize, pressures > 0 ? pressed / pressures : null),
  }
}

/** Smooths a shaky hand: each sample moves the line only part of the way. */
const follow = 0.55
const towards = (from: Point, to: Point): Point => ({
  x: from.x + (to.x - from.x) * follow,
  y: from.y + (to.y - from.y) * follow,
})

const everySecond = (points: readonly number[]) => points.filter((_, index) => index % 4 < 2)

/** Rounded, without repeated points. */
function whole(points: readonly number[]): number[] {
  const found: number[] = []
  for (let index = 0; index + 1 < points.length; index += 2) {
    const [x, y] = [Math.round(points[index] as number), Math.round(points[index + 1] as number)]
    if (found.at(-2) !== x || found.at(-1) !== y) found.push(x, y)
  }
  return found
}

/** Light pressure halves the size of the brush, full pressure adds half. */
function sizeFor(brushSize: number, pressure: number | null): number {
  const factor = pressure === null ? 1 : 0.5 + pressure
  return Math.min(100, Math.max(1, Math.round(brushSize * factor)))
}
