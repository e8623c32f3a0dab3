// Tidying up: units are put into a grid of rows and columns with equal gaps, in their reading order. Tidying up a tidy
// grid changes nothing. Fixed units stay.

import type { Box, Point } from '@tessera/drawing'
import type { ArrangedUnit, UnitOffsets } from './arranged-units.ts'

export function tidyUp(units: readonly ArrangedUnit[]): UnitOffsets {
  const free = units.filter(({ isFixed }) => !isFixed)
  if (free.length < 2) return new Map()
  const rows = rowsOf(free)
  const columns = columnsOf(rows)
  const gap = gapOf(rows)
  const cells = Array.from({ length: Math.ceil(free.length / columns) }, (_, row) =>
    rows.flat().slice(row * columns, (row + 1) * columns),
  )
  const widths = Array.from({ length: columns }, (_, column) =>
    Math.max(...cells.map(row => row[column]?.box.width ?? 0)),
  )
  return placeCells(cells, widths, gap)
}

const defaultGap = 24
/** Smaller gaps are probably accidental. So are gaps that are larger than the objects. */
const smallestGap = 8

function placeCells(cells: readonly (readonly ArrangedUnit[])[], widths: readonly number[], gap: number): UnitOffsets {
  const all = cells.flat()
  const left = Math.min(...all.map(({ box }) => box.x))
  let y = Math.min(...all.map(({ box }) => box.y))
  const offsets = new Map<ArrangedUnit, Point>()
  for (const row of cells) {
    let x = left
    for (const [column, unit] of row.entries()) {
      const by = { x: Math.round(x - unit.box.x), y: Math.round(y - unit.box.y) }
      if (by.x !== 0 || by.y !== 0) offsets.set(unit, by)
      x += (widths[column] as number) + gap
    }
    y += Math.max(...row.map(({ box }) => box.height)) + gap
  }
  return offsets
}

/** A unit belongs to the row of the first unit that its middle is level with. */
function rowsOf(units: readonly ArrangedUnit[]): ArrangedUnit[][] {
  const rows: ArrangedUnit[][] = []
  for (const unit of units.toSorted((one, other) => one.box.y - other.box.y)) {
    const row = rows.find(([first]) => first && isBeside(unit.box, first.box))
    if (row) row.push(unit)
    else rows.push([unit])
  }
  return rows.map(row => row.toSorted((one, other) => one.box.x - other.box.x))
}

function isBeside(box: Box, other: Box): boolean {
  const [middle, otherMiddle] = [box.y + box.height / 2, other.y + other.height / 2]
  const isIn = (y: number, { y: top, height }: Box) => y >= top && y <= top + height
  return isIn(middle, other) || isIn(otherMiddle, box)
}

/** As many columns as the longest row has. Units that form neither a row nor a column become a square. */
function columnsOf(rows: readonly (readonly ArrangedUnit[])[]): number {
  const longest = Math.max(...rows.map(row => row.length))
  if (longest > 1) return longest
  const boxes = rows.flat().map(({ box }) => box)
  const middles = boxes.map(({ x, width }) => x + width / 2)
  const isColumn = Math.max(...middles) - Math.min(...middles) <= Math.max(...boxes.map(({ width }) => width))
  return isColumn ? 1 : Math.ceil(Math.sqrt(boxes.length))
}

/** The smallest gap between neighbors in a row, and between rows. */
function gapOf(rows: readonly (readonly ArrangedUnit[])[]): number {
  const across = rows.flatMap(row => row.slice(1).map(({ box }, index) => box.x - rightOf(row[index] as ArrangedUnit)))
  const down = rows
    .slice(1)
    .map((row, index) => topOf(row) - Math.max(...(rows[index] as readonly ArrangedUnit[]).map(bottomOf)))
  const largestGap = Math.max(...rows.flat().map(({ box }) => Math.max(box.width, box.height)))
  const gaps = [...across, ...down].filter(gap => gap >= smallestGap && gap <= largestGap)
  return gaps.length > 0 ? Math.round(Math.min(...gaps)) : defaultGap
}

const rightOf = ({ box }: ArrangedUnit) => box.x + box.width
const bottomOf = ({ box }: ArrangedUnit) => box.y + box.height
const topOf = (row: readonly ArrangedUnit[]) => Math.min(...row.map(({ box }) => box.y))
