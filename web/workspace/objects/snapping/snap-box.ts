// Snapping: a box that is moved or resized snaps to the edges and centers of nearby boxes, and to equal gaps between
// them. Guides show what it snaps to.

import type { Box, Point } from '@tessera/drawing'
import { type Gap, snapToGaps } from './snap-to-gaps.ts'
import { type Axis, along, centerOn, crossing, endOn, type Span } from './spans.ts'

/** A line across an axis, from the first to the last box that it touches. */
export interface GuideLine extends Span {
  readonly axis: Axis
  /** On the axis; `from` and `to` are on the other one. */
  readonly at: number
}

export interface Guides {
  readonly lines: readonly GuideLine[]
  readonly gaps: readonly Gap[]
}

export interface SnapResult extends Guides {
  readonly by: Point
}

/** Which parts of the box snap on an axis: its start, its center, its end. */
export type SnappedParts = readonly ('start' | 'center' | 'end')[]

export interface SnapRules {
  /** The snapping distance, in board units. */
  readonly reach: number
  readonly parts: Readonly<Record<Axis, SnappedParts>>
  /** Whether gaps are made equal: only while a box keeps its size. */
  readonly hasGaps: boolean
  /** The distance of the grid, if there is one. Other boxes come first. */
  readonly grid: number | null
}

export const allParts: SnappedParts = ['start', 'center', 'end']

export function snapBox(box: Box, targets: readonly Box[], rules: SnapRules): SnapResult {
  const x = snapAxis('x', box, targets, rules)
  const placed = { ...box, x: box.x + x.by }
  const y = snapAxis('y', placed, targets, rules)
  const by = { x: x.by, y: y.by }
  const final = { ...box, x: box.x + by.x, y: box.y + by.y }
  return {
    by,
    lines: [...linesAt('x', final, targets, rules, x.isSnapped), ...linesAt('y', final, targets, rules, y.isSnapped)],
    gaps: [...x.gaps, ...y.gaps],
  }
}

interface AxisSnap {
  readonly by: number
  readonly isSnapped: boolean
  readonly gaps: readonly Gap[]
}

const unsnapped: AxisSnap = { by: 0, isSnapped: false, gaps: [] }

function snapAxis(axis: Axis, box: Box, targets: readonly Box[], rules: SnapRules): AxisSnap {
  const parts = rules.parts[axis]
  if (parts.length === 0) return unsnapped
  const edge = nearestEdge(axis, box, targets, rules)
  const gap = rules.hasGaps ? snapToGaps(axis, box, targets, rules.reach) : null
  if (edge !== null && (gap === null || Math.abs(edge) <= Math.abs(gap.by) + 0.5)) {
    const isBoth = gap !== null && Math.abs(edge - gap.by) < 0.5
    return { by: edge, isSnapped: true, gaps: isBoth ? gap.gaps : [] }
  }
  if (gap) return { by: gap.by, isSnapped: true, gaps: gap.gaps }
  return rules.grid === null ? unsnapped : { ...unsnapped, by: toGrid(axis, box, parts, rules.grid) }
}

/** The start of a box lies on the grid; of a box that is resized, the side that moves. */
function toGrid(axis: Axis, box: Box, parts: SnappedParts, grid: number): number {
  const at = parts.includes('start') ? along(box, axis).from : endOn(box, axis)
  return Math.round(at / grid) * grid - at
}

/** Edges snap to edges, and centers to centers. */
function nearestEdge(axis: Axis, box: Box, targets: readonly Box[], { reach, parts }: SnapRules): number | null {
  const edges = edgesOf(axis, box, parts[axis])
  const center = parts[axis].includes('center') ? centerOn(box, axis) : null
  let nearest = Number.POSITIVE_INFINITY
  const tryTo = (distance: number) => {
    if (Math.abs(distance) < Math.abs(nearest)) nearest = distance
  }
  for (const target of targets) {
    const { from, to } = along(target, axis)
    for (const edge of edges) {
      tryTo(from - edge)
      tryTo(to - edge)
    }
    if (center !== null) tryTo((from + to) / 2 - center)
  }
  return Math.abs(nearest) <= reach ? nearest : null
}

function edgesOf(axis: Axis, box: Box, parts: SnappedParts): number[] {
  const { from, to } = along(box, axis)
  return [...(parts.includes('start') ? [from] : []), ...(parts.includes('end') ? [to] : [])]
}

/** Every line that the snapped box shares with others. */
function linesAt(axis: Axis, box: Box, targets: readonly Box[], rules: SnapRules, isSnapped: boolean): GuideLine[] {
  if (!isSnapped) return []
  const center = rules.parts[axis].includes('center') ? [centerOn(box, axis)] : []
  const marks = [
    ...edgesOf(axis, box, rules.parts[axis]).map(at => ({ at, isEdge: true })),
    ...center.map(at => ({ at, isEdge: false })),
  ]
  return marks.flatMap(({ at, isEdge }) => {
    const sharing = targets.filter(target => isAt(axis, target, at, isEdge))
    if (sharing.length === 0) return []
    const spans = [box, ...sharing].map(one => crossing(one, axis))
    return [{ axis, at, from: Math.min(...spans.map(({ from }) => from)), to: Math.max(...spans.map(({ to }) => to)) }]
  })
}

const isNear = (one: number, other: number) => Math.abs(one - other) < 0.5

function isAt(axis: Axis, target: Box, at: number, isEdge: boolean): boolean {
  const { from, to } = along(target, axis)
  return isEdge ? isNear(from, at) || isNear(to, at) : isNear((from + to) / 2, at)
}
