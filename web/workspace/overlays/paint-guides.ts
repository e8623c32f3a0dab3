// Paints what dragged objects snap to: thin lines along shared edges and centers, and equal gaps with their distance.

import type { Surface } from '@tessera/drawing'
import type { OverlayView } from '../../canvas/board-view.ts'
import type { Guides } from '../objects/snapping/snap-box.ts'
import type { Axis } from '../objects/snapping/spans.ts'
import { accents } from './accents.ts'
import { paintBadge } from './paint-frame.ts'

export function paintGuides({ lines, gaps }: Guides, surface: Surface, { zoom, theme }: OverlayView): void {
  if (lines.length + gaps.length === 0) return
  const color = accents[theme]
  surface.strokeStyle = color
  surface.lineWidth = 1.25 / zoom
  surface.beginPath()
  for (const { axis, at, from, to } of lines) line(surface, axis, at, from, to)
  const tick = 4 / zoom
  for (const { axis, at, from, to } of gaps) {
    line(surface, crossOf(axis), at, from, to)
    line(surface, axis, from, at - tick, at + tick)
    line(surface, axis, to, at - tick, at + tick)
  }
  surface.stroke()
  for (const { axis, at, from, to } of gaps) {
    const middle = (from + to) / 2
    const point = axis === 'x' ? { x: middle, y: at } : { x: at, y: middle }
    paintBadge(surface, point, String(Math.round(to - from)), zoom, color)
  }
}

const crossOf = (axis: Axis): Axis => (axis === 'x' ? 'y' : 'x')

/** A line at a position of one axis, along the other. */
function line(surface: Surface, axis: Axis, at: number, from: number, to: number) {
  if (axis === 'x') {
    surface.moveTo(at, from)
    surface.lineTo(at, to)
  } else {
    surface.moveTo(from, at)
    surface.lineTo(to, at)
  }
}
