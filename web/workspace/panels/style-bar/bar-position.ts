// The position of the toolbar at the selection: above the selection, or below it if there is no room or it would cover
// other objects there, clear of everything that covers the board.

import type { Box, Point } from '@tessera/drawing'
import type { Size } from '../../../canvas/camera.ts'

export interface Surroundings {
  readonly window: Size
  /** Height that is taken at the top of the window. */
  readonly head: number
  /** Height that is taken at the bottom. */
  readonly foot: number
  /** Panels and bars over the board. */
  readonly covered: readonly Box[]
  /** Other objects, which it covers only if there is no other place. */
  readonly neighbors: readonly Box[]
  /** Comment badges, which it covers only if it would have to cover whole objects otherwise. */
  readonly badges: readonly Box[]
}

export interface BarPosition extends Point {
  /** Where menus of the bar open: away from the selection. */
  readonly side: 'above' | 'below'
}

/** Distances to the selection, with its handles and the dots that connectors start from, and to everything else. */
const away = 36
const gap = 8

/** The maximum distance from the selection to avoid other objects. */
const furthest = 160

interface Row {
  readonly y: number
  readonly side: BarPosition['side']
}

/** In screen pixels. */
export function barPosition(bar: Size, selection: Box, surroundings: Surroundings): BarPosition {
  const { window, covered, neighbors, badges } = surroundings
  const sheets = covered.filter(({ width }) => width > window.width / 2)
  const rows = rowsFor(bar, selection, surroundings, sheets)
  const places = rows.flatMap(row =>
    columnsOf(bar, selection).flatMap(x => {
      const free = besideCovers(bar, { x, y: row.y }, surroundings, sheets)
      return free === null ? [] : [{ ...row, x: free }]
    }),
  )
  if (places.length === 0) return aboveCovers(bar, selection, surroundings, (rows[0] as Row).y)
  const { x, y, side } = leastCovering(places, bar, [
    ...neighbors.map(box => ({ box, weight: 1 })),
    ...badges.map(box => ({ box, weight: badgeWeight })),
  ])
  return { x: Math.round(x), y: Math.round(y), side }
}

/** Above and below the selection, and beyond its neighbors there. If the selection fills the window, inside of it. */
function rowsFor(
  bar: Size,
  selection: Box,
  { window, head, foot, neighbors, badges }: Surroundings,
  sheets: readonly Box[],
): readonly Row[] {
  const lowest = Math.min(window.height - foot, ...sheets.map(({ y }) => y - gap)) - bar.height
  const above = Math.min(selection.y - bar.height - away, lowest)
  const below = selection.y + selection.height + away
  const findCovered = (y: number) =>
    [...neighbors, ...badges].filter(box => overlap({ ...selection, y, height: bar.height }, box) > 0)
  const beyondAbove = Math.min(...findCovered(above).map(box => box.y)) - gap - bar.height
  const beyondBelow = Math.max(...findCovered(below).map(box => box.y + box.height)) + gap
  const rows: readonly Row[] = [
    { side: 'above', y: above },
    { side: 'below', y: below },
    { side: 'above', y: beyondAbove },
    { side: 'below', y: beyondBelow },
  ]
  const hasRoom = ({ y, side }: Row) =>
    Number.isFinite(y) &&
    (side === 'above' ? y > head && y >= above - furthest : y >= head && y <= lowest && y <= below + furthest)
  const fitting = rows.filter(hasRoom)
  return fitting.length > 0 ? fitting : [{ side: 'below', y: Math.max(head, Math.min(below, lowest)) }]
}

/** Centered, or flush with the left or right side of the selection. */
const columnsOf = (bar: Size, { x, width }: Box) => [x + width / 2 - bar.width / 2, x, x + width - bar.width]

/** Moved sideways, clear of panels in the same row; null if there is no room. */
function besideCovers(bar: Size, { x, y }: Point, { window, covered }: Surroundings, sheets: readonly Box[]) {
  const beside = covered.filter(box => !sheets.includes(box) && box.y < y + bar.height && box.y + box.height > y)
  const isLeft = (box: Box) => box.x + box.width / 2 < window.width / 2
  const from = Math.max(0, ...beside.filter(isLeft).map(box => box.x + box.width)) + gap
  const to = Math.min(window.width, ...beside.filter(box => !isLeft(box)).map(box => box.x)) - gap - bar.width
  if (from > to && beside.length > 0) return null
  return Math.max(from, Math.min(to, x))
}

function aboveCovers(bar: Size, selection: Box, surroundings: Surroundings, y: number): BarPosition {
  const { window, covered } = surroundings
  const beside = covered.filter(box => box.y < y + bar.height && box.y + box.height > y)
  const foot = window.height - Math.min(...beside.map(box => box.y)) + gap
  return barPosition(bar, selection, { ...surroundings, foot, covered: covered.filter(box => !beside.includes(box)) })
}

/** A badge is small, but cannot be pressed if it is covered. */
const badgeWeight = 20

interface WeightedBox {
  readonly box: Box
  readonly weight: number
}

function leastCovering(places: readonly BarPosition[], bar: Size, others: readonly WeightedBox[]): BarPosition {
  let best = places[0] as BarPosition
  let least = Number.POSITIVE_INFINITY
  for (const place of places) {
    const area = others.reduce((sum, { box, weight }) => sum + weight * overlap({ ...place, ...bar }, box), 0)
    if (area >= least) continue
    best = place
    least = area
  }
  return best
}

const overlap = (one: Box, other: Box): number =>
  Math.max(0, Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x)) *
  Math.max(0, Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y))
