// What the layouts have in common: sizes in, corners out. Sizes are whole numbers, and so are the corners.

import type { Box, Point } from '../drawable.ts'

export type Size = Pick<Box, 'width' | 'height'>

/** An edge between two items, by their index. */
export interface ItemEdge {
  readonly from: number
  readonly to: number
}

export interface Layout {
  /** Top-left corners by item, from the corner of the whole. */
  readonly places: readonly Point[]
  readonly size: Size
}

/** Where a graph grows. */
export type LayoutDirection = 'down' | 'right' | 'up' | 'left'

export const emptyLayout: Layout = { places: [], size: { width: 0, height: 0 } }

export const isAcross = (direction: LayoutDirection) => direction === 'right' || direction === 'left'

const isBackward = (direction: LayoutDirection) => direction === 'up' || direction === 'left'

/** The size as a layout that works top to bottom sees it. */
export const turnedSize = (size: Size, direction: LayoutDirection): Size =>
  isAcross(direction) ? { width: size.height, height: size.width } : size

/** A point of a layout that was made top to bottom, in the requested direction. `size` is that of the layout. */
export function turnedPoint({ x, y }: Point, size: Size, direction: LayoutDirection): Point {
  const along = isBackward(direction) ? size.height - y : y
  return isAcross(direction) ? { x: along, y: x } : { x, y: along }
}

/** Corners of a layout that was made top to bottom, in the requested direction. */
export function turnedLayout(layout: Layout, sizes: readonly Size[], direction: LayoutDirection): Layout {
  const places = layout.places.map((place, index) => {
    const { width, height } = sizes[index] as Size
    const turned = turnedSize({ width, height }, direction)
    const corner = turnedPoint(place, layout.size, direction)
    if (!isBackward(direction)) return corner
    return isAcross(direction) ? { ...corner, x: corner.x - turned.height } : { ...corner, y: corner.y - turned.height }
  })
  return { places, size: turnedSize(layout.size, direction) }
}
