// Rows and columns: a grid, one row, one stack, and columns of different lengths.

import type { Point } from '../drawable.ts'
import { emptyLayout, type Layout, type Size } from './layout.ts'

export interface GridOptions {
  readonly gap: number
  /** How many columns; by default as many as make the whole a little wider than high. */
  readonly columns?: number | undefined
  /** Where an item is in its row, if it is lower than the row. */
  readonly align?: 'top' | 'middle' | undefined
}

/** Each column is as wide as its widest item, each row as high as its highest. */
export function gridLayout(sizes: readonly Size[], { gap, columns, align = 'top' }: GridOptions): Layout {
  if (sizes.length === 0) return emptyLayout
  const count = Math.min(sizes.length, columns ?? pleasantColumns(sizes, gap))
  const { widths, heights } = tracksOf(sizes, count)
  const [xs, ys] = [startsOf(widths, gap), startsOf(heights, gap)]
  const places = sizes.map(({ height }, index): Point => {
    const row = Math.floor(index / count)
    const slack = align === 'middle' ? Math.floor(((heights[row] as number) - height) / 2) : 0
    return { x: xs[index % count] as number, y: (ys[row] as number) + slack }
  })
  return { places, size: { width: lengthOf(widths, gap), height: lengthOf(heights, gap) } }
}

/** One list of sizes for each column. The places are in the order of the lists. */
export function columnsLayout(lists: readonly (readonly Size[])[], gap: number): Layout {
  const widths = lists.map(list => Math.max(0, ...list.map(({ width }) => width)))
  const xs = startsOf(widths, gap)
  const places = lists.flatMap((list, column) => {
    const ys = startsOf(
      list.map(({ height }) => height),
      gap,
    )
    return list.map((_, index): Point => ({ x: xs[column] as number, y: ys[index] as number }))
  })
  const heights = lists.map(list =>
    lengthOf(
      list.map(({ height }) => height),
      gap,
    ),
  )
  return { places, size: { width: lengthOf(widths, gap), height: Math.max(0, ...heights) } }
}

/** How many items each of the columns takes, in order, so that the highest column is as low as possible. */
export function balancedColumns(sizes: readonly Size[], columns: number, gap: number): number[] {
  const heights = sizes.map(({ height }) => height)
  let [low, high] = [Math.max(0, ...heights), lengthOf(heights, gap)]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (filledColumns(heights, middle, gap).length <= columns) high = middle
    else low = middle + 1
  }
  return filledColumns(heights, low, gap)
}

function filledColumns(heights: readonly number[], limit: number, gap: number): number[] {
  const counts: number[] = []
  let filled = Infinity
  for (const height of heights) {
    if (filled + gap + height <= limit) {
      filled += gap + height
      counts[counts.length - 1] = (counts.at(-1) as number) + 1
    } else {
      filled = height
      counts.push(1)
    }
  }
  return counts
}

/** Wider than high, as screens are, and a last row that is nearly empty looks unfinished. */
const pleasantRatio = 2

function pleasantColumns(sizes: readonly Size[], gap: number): number {
  if (sizes.length <= 4) return sizes.length
  let [best, least] = [1, Infinity]
  for (let count = 1; count <= Math.min(sizes.length, maxColumns); count++) {
    const { widths, heights } = tracksOf(sizes, count)
    const ratio = lengthOf(widths, gap) / lengthOf(heights, gap)
    const empty = (count - (sizes.length % count || count)) / count
    const cost = Math.abs(Math.log(ratio / pleasantRatio)) + 0.5 * empty
    if (cost < least) [best, least] = [count, cost]
  }
  return best
}

const maxColumns = 100

function tracksOf(sizes: readonly Size[], columns: number): { widths: number[]; heights: number[] } {
  const widths: number[] = []
  const heights: number[] = []
  for (const [index, { width, height }] of sizes.entries()) {
    const [column, row] = [index % columns, Math.floor(index / columns)]
    widths[column] = Math.max(widths[column] ?? 0, width)
    heights[row] = Math.max(heights[row] ?? 0, height)
  }
  return { widths, heights }
}

function startsOf(lengths: readonly number[], gap: number): number[] {
  let start = 0
  return lengths.map(length => {
    const at = start
    start += length + gap
    return at
  })
}

const lengthOf = (lengths: readonly number[], gap: number) =>
  lengths.reduce((sum, length) => sum + length, 0) + Math.max(0, lengths.length - 1) * gap
