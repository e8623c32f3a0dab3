// Equal gaps: between two neighbors, or continuing the gap between the next two.

import type { Box } from '@tessera/drawing'
import { type Axis, along, crossing, type Span } from './spans.ts'

/** A distance that equals another one, to be shown with a number. */
export interface Gap extends Span {
  readonly axis: Axis
  /** On the other axis. */
  readonly at: number
}

export interface GapSnap {
  readonly by: number
  readonly gaps: readonly Gap[]
}

export function snapToGaps(axis: Axis, box: Box, targets: readonly Box[], reach: number): GapSnap | null {
  const beside = targets.filter(target => overlaps(crossing(target, axis), crossing(box, axis)))
  const own = along(box, axis)
  const before = lastBefore(axis, beside, own.from + reach)
  const after = firstAfter(axis, beside, own.to - reach)
  const options = [
    before && after && gapBetween(axis, box, before, after),
    before && continueGap(axis, box, before, beside),
    after && snapBefore(axis, box, after, beside),
  ]
  const near = options.filter(option => option !== null && Math.abs(option.by) <= reach) as GapSnap[]
  return near.toSorted((one, other) => Math.abs(one.by) - Math.abs(other.by))[0] ?? null
}

function gapBetween(axis: Axis, box: Box, before: Box, after: Box): GapSnap | null {
  const [own, left, right] = [along(box, axis), along(before, axis), along(after, axis)]
  const length = own.to - own.from
  const start = (left.to + right.from - length) / 2
  if (right.from - left.to <= length) return null
  return {
    by: start - own.from,
    gaps: [gapAt(axis, box, before, left.to, start), gapAt(axis, box, after, start + length, right.from)],
  }
}

/** Places the box as far behind the last one as that is behind the one before. */
function continueGap(axis: Axis, box: Box, last: Box, beside: readonly Box[]): GapSnap | null {
  const first = lastBefore(axis, beside, along(last, axis).from)
  if (!first) return null
  const [own, near, far] = [along(box, axis), along(last, axis), along(first, axis)]
  const start = near.to + (near.from - far.to)
  return {
    by: start - own.from,
    gaps: [gapAt(axis, last, first, far.to, near.from), gapAt(axis, box, last, near.to, start)],
  }
}

function snapBefore(axis: Axis, box: Box, first: Box, beside: readonly Box[]): GapSnap | null {
  const last = firstAfter(axis, beside, along(first, axis).to)
  if (!last) return null
  const [own, near, far] = [along(box, axis), along(first, axis), along(last, axis)]
  const end = near.from - (far.from - near.to)
  return {
    by: end - own.to,
    gaps: [gapAt(axis, box, first, end, near.from), gapAt(axis, first, last, near.to, far.from)],
  }
}

function lastBefore(axis: Axis, boxes: readonly Box[], limit: number): Box | null {
  let last: Box | null = null
  for (const box of boxes)
    if (along(box, axis).to <= limit && (!last || along(box, axis).to > along(last, axis).to)) last = box
  return last
}

function firstAfter(axis: Axis, boxes: readonly Box[], limit: number): Box | null {
  let first: Box | null = null
  for (const box of boxes)
    if (along(box, axis).from >= limit && (!first || along(box, axis).from < along(first, axis).from)) first = box
  return first
}

const overlaps = (one: Span, other: Span) => one.from < other.to && other.from < one.to

/** Shown in the middle of the range that both boxes share. */
function gapAt(axis: Axis, one: Box, other: Box, from: number, to: number): Gap {
  const [a, b] = [crossing(one, axis), crossing(other, axis)]
  return { axis, from, to, at: (Math.max(a.from, b.from) + Math.min(a.to, b.to)) / 2 }
}
