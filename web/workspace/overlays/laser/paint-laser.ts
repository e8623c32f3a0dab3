// Paints the trails of laser pointers: a dot at the pointer, and a line behind it that gets thinner and disappears.

import type { Point, Surface } from '@tessera/drawing'
import type { OverlayView } from '../../../canvas/board-view.ts'
import { type LaserTrail, trailMs } from '../../state/laser-trails.ts'

/** In screen pixels. */
const width = 7

export function paintLasers(
  trails: readonly LaserTrail[],
  surface: Surface,
  { zoom }: Pick<OverlayView, 'zoom'>,
  { now, isStill }: { now: number; isStill: boolean },
): void {
  surface.save()
  surface.lineCap = 'round'
  surface.lineJoin = 'round'
  for (const trail of trails) {
    if (!isStill) paintTrail(trail, surface, zoom, now)
    if (trail.isHeld) paintDot(trail, surface, zoom)
  }
  surface.restore()
}

function paintTrail({ points, color, isHeld }: LaserTrail, surface: Surface, zoom: number, now: number) {
  surface.strokeStyle = color
  for (let index = 1; index < points.length; index++) {
    const [before, from, to] = [points[index - 2], points[index - 1], points[index]]
    if (!from || !to) continue
    // Older parts are thinner, so that the trail shrinks toward the dot. The parts overlap, which would be visible if
    // they were translucent.
    const freshness = Math.max(0, 1 - (now - to.at) / trailMs)
    const share = isHeld ? freshness : freshness * (index / points.length)
    const start = before ? middleOf(before, from) : from
    const end = index === points.length - 1 ? to : middleOf(from, to)
    surface.lineWidth = (width * share) / zoom
    surface.beginPath()
    surface.moveTo(start.x, start.y)
    surface.quadraticCurveTo(from.x, from.y, end.x, end.y)
    surface.stroke()
  }
}

const middleOf = (one: Point, other: Point): Point => ({ x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 })

function paintDot({ points, color }: LaserTrail, surface: Surface, zoom: number) {
  const at = points.at(-1)
  if (!at) return
  for (const [fill, radius, opacity] of [
    [color, width * 1.6, 0.25],
    [color, width * 0.9, 1],
    ['#ffffff', width * 0.4, 0.9],
  ] as const) {
    surface.globalAlpha = opacity
    surface.fillStyle = fill
    surface.beginPath()
    surface.arc(at.x, at.y, radius / zoom, 0, 2 * Math.PI)
    surface.fill()
  }
  surface.globalAlpha = 1
}
