// A tidy tree: every item under its parent, the parent centered over its children, subtrees as close to each other as
// their outlines allow. Several trees lie side by side.

import type { Point } from '../drawable.ts'
import {
  emptyLayout,
  type ItemEdge,
  type Layout,
  type LayoutDirection,
  type Size,
  turnedLayout,
  turnedSize,
} from './layout.ts'

export interface TreeOptions {
  readonly gap: number
  /** Between a parent and its children. */
  readonly levelGap: number
  readonly direction?: LayoutDirection | undefined
}

export function treeLayout(
  sizes: readonly Size[],
  edges: readonly ItemEdge[],
  { gap, levelGap, direction = 'down' }: TreeOptions,
): Layout {
  if (sizes.length === 0) return emptyLayout
  const turned = sizes.map(size => turnedSize(size, direction))
  return turnedLayout(placeDown(turned, forestOf(sizes.length, edges), gap, levelGap), sizes, direction)
}

export interface Forest {
  readonly roots: readonly number[]
  readonly children: readonly (readonly number[])[]
  /** The distance from the root. */
  readonly levels: readonly number[]
}

/** The parent of an item is the first that leads to it. Items that only a cycle leads to start a tree of their own. */
export function forestOf(count: number, edges: readonly ItemEdge[]): Forest {
  const outgoing: number[][] = Array.from({ length: count }, () => [])
  const hasIncoming = new Uint8Array(count)
  for (const { from, to } of edges) {
    if (from === to) continue
    outgoing[from]?.push(to)
    hasIncoming[to] = 1
  }
  const levels = new Array<number>(count).fill(-1)
  const children: number[][] = Array.from({ length: count }, () => [])
  const roots: number[] = []
  const grow = (root: number) => {
    roots.push(root)
    levels[root] = 0
    const queue = [root]
    for (let next = 0; next < queue.length; next++) {
      const item = queue[next] as number
      for (const child of outgoing[item] as number[]) {
        if (levels[child] !== -1) continue
        levels[child] = (levels[item] as number) + 1
        children[item]?.push(child)
        queue.push(child)
      }
    }
  }
  for (let item = 0; item < count; item++) if (hasIncoming[item] === 0) grow(item)
  for (let item = 0; item < count; item++) if (levels[item] === -1) grow(item)
  return { roots, children, levels }
}

/** The leftmost and rightmost coordinate of a subtree at each level, relative to the middle of its root. */
interface Outline {
  readonly left: number[]
  readonly right: number[]
}

function placeDown(sizes: readonly Size[], { roots, children, levels }: Forest, gap: number, levelGap: number): Layout {
  const rowHeights: number[] = []
  for (const [item, level] of levels.entries())
    rowHeights[level] = Math.max(rowHeights[level] ?? 0, (sizes[item] as Size).height)
  const rowTops: number[] = []
  let bottom = 0
  for (const height of rowHeights) {
    rowTops.push(bottom)
    bottom += height + levelGap
  }
  /** The middle of an item relative to that of its parent. */
  const offsets = new Array<number>(sizes.length).fill(0)
  const outlines = new Map<number, Outline>()
  for (const item of deepestFirst(levels)) {
    const own = halfWidths(sizes[item] as Size)
    const below = placeBeside(children[item] as number[], outlines, offsets, gap)
    outlines.set(item, { left: [own.left, ...below.left], right: [own.right, ...below.right] })
    for (const child of children[item] as number[]) outlines.delete(child)
  }
  // Trees are further apart than siblings.
  placeBeside(roots, outlines, offsets, 2 * gap)
  const middles = absoluteMiddles(roots, children, offsets)
  const corners = sizes.map(({ width }, item): Point => {
    const x = (middles[item] as number) - Math.floor(width / 2)
    return { x, y: rowTops[levels[item] as number] as number }
  })
  const start = Math.min(...corners.map(({ x }) => x))
  const places = corners.map(({ x, y }) => ({ x: x - start, y }))
  const width = Math.max(...places.map(({ x }, item) => x + (sizes[item] as Size).width))
  return { places, size: { width, height: bottom - levelGap } }
}

const halfWidths = ({ width }: Size) => ({ left: -Math.floor(width / 2), right: width - Math.floor(width / 2) })

const deepestFirst = (levels: readonly number[]) =>
  [...levels.keys()].sort((a, b) => (levels[b] as number) - (levels[a] as number))

/** Moves the subtrees beside each other and centers the whole. Returns its outline. */
function placeBeside(
  items: readonly number[],
  outlines: ReadonlyMap<number, Outline>,
  offsets: number[],
  gap: number,
): Outline {
  const whole: Outline = { left: [], right: [] }
  for (const item of items) {
    const { left, right } = outlines.get(item) as Outline
    let offset = 0
    for (let level = 0; level < Math.min(left.length, whole.right.length); level++)
      offset = Math.max(offset, (whole.right[level] as number) + gap - (left[level] as number))
    offsets[item] = offset
    for (const [level, at] of left.entries()) whole.left[level] ??= at + offset
    for (const [level, at] of right.entries()) whole.right[level] = at + offset
  }
  const first = items[0]
  const last = items.at(-1)
  if (first === undefined || last === undefined) return whole
  const middle = Math.round(((offsets[first] as number) + (offsets[last] as number)) / 2)
  for (const item of items) offsets[item] = (offsets[item] as number) - middle
  return { left: whole.left.map(at => at - middle), right: whole.right.map(at => at - middle) }
}

function absoluteMiddles(
  roots: readonly number[],
  children: readonly (readonly number[])[],
  offsets: readonly number[],
): number[] {
  const middles = [...offsets]
  const queue = [...roots]
  for (let next = 0; next < queue.length; next++) {
    const item = queue[next] as number
    for (const child of children[item] as number[]) {
      middles[child] = (middles[item] as number) + (offsets[child] as number)
      queue.push(child)
    }
  }
  return middles
}
