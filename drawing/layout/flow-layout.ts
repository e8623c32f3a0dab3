// A graph along its edges: every edge leads one way, except those that close a cycle. Unconnected parts lie beside each
// other, and items without edges follow in a grid.

import type { Point } from '../drawable.ts'
import { withBackEdges } from './back-edges.ts'
import { gridLayout } from './grid-layout.ts'
import { layOutLayersInSteps } from './layered-layout.ts'
import {
  emptyLayout,
  type ItemEdge,
  isAcross,
  type Layout,
  type LayoutDirection,
  type Size,
  turnedPoint,
  turnedSize,
} from './layout.ts'
import type { LayoutEdge } from './layout-edge.ts'
import { type LayoutSteps, runSteps } from './layout-steps.ts'

export interface FlowEdge extends ItemEdge {
  /** Room that the label needs. */
  readonly label?: Size | undefined
}

export interface FlowLayout extends Layout {
  /** Where each edge passes between other items, from its start to its end. */
  readonly via: readonly (readonly Point[])[]
  /** The edges that lead against the direction, because they close a cycle. */
  readonly isReversed: readonly boolean[]
}

export interface FlowOptions {
  readonly gap: number
  /** Between an item and the next one along an edge. */
  readonly levelGap: number
  readonly direction?: LayoutDirection | undefined
}

export const flowLayout = (...given: Parameters<typeof flowLayoutInSteps>): FlowLayout =>
  runSteps(flowLayoutInSteps(...given))

export function* flowLayoutInSteps(
  sizes: readonly Size[],
  edges: readonly FlowEdge[],
  options: FlowOptions,
): LayoutSteps<FlowLayout> {
  const { gap, direction = 'right' } = options
  const via: Point[][] = edges.map(() => [])
  const isReversed: boolean[] = edges.map(() => false)
  const places: Point[] = sizes.map(() => ({ x: 0, y: 0 }))
  if (sizes.length === 0) return { ...emptyLayout, via, isReversed }
  const { connected, single } = partsOf(sizes.length, edges)
  let [across, along] = [0, 0]
  const put = (size: Size, place: (shift: Point) => void) => {
    place(isAcross(direction) ? { x: 0, y: across } : { x: across, y: 0 })
    const turned = turnedSize(size, direction)
    across += turned.width + 2 * gap
    along = Math.max(along, turned.height)
  }
  for (const part of connected) {
    yield
    const laidOut = yield* layOutPart(part, sizes, edges, options)
    put(laidOut.size, shift => {
      for (const [index, item] of part.items.entries()) places[item] = moveBy(laidOut.places[index] as Point, shift)
      for (const [index, edge] of part.edges.entries()) {
        via[edge] = (laidOut.via[index] as readonly Point[]).map(point => moveBy(point, shift))
        isReversed[edge] = laidOut.isReversed[index] as boolean
      }
    })
  }
  if (single.length > 0) {
    const grid = gridLayout(
      single.map(item => sizes[item] as Size),
      { gap },
    )
    put(grid.size, shift => {
      for (const [index, item] of single.entries()) places[item] = moveBy(grid.places[index] as Point, shift)
    })
  }
  return { places, via, isReversed, size: turnedSize({ width: across - 2 * gap, height: along }, direction) }
}

const moveBy = ({ x, y }: Point, by: Point): Point => ({ x: x + by.x, y: y + by.y })

interface Part {
  readonly items: readonly number[]
  readonly edges: readonly number[]
}

/** The connected parts in the order of their first items, and the items without edges. */
function partsOf(count: number, edges: readonly ItemEdge[]): { connected: Part[]; single: number[] } {
  const parent = Array.from({ length: count }, (_, item) => item)
  const rootOf = (item: number): number => {
    let root = item
    while (parent[root] !== root) {
      parent[root] = parent[parent[root] as number] as number
      root = parent[root] as number
    }
    return root
  }
  for (const { from, to } of edges) parent[Math.max(rootOf(from), rootOf(to))] = Math.min(rootOf(from), rootOf(to))
  const parts = Map.groupBy(parent.keys(), rootOf)
  const byPart = Map.groupBy(edges.keys(), index => rootOf((edges[index] as ItemEdge).from))
  const all = [...parts].map(([root, items]): Part => ({ items, edges: byPart.get(root) ?? [] }))
  return {
    connected: all.filter(({ items }) => items.length > 1),
    single: all.filter(({ items }) => items.length === 1).flatMap(({ items }) => items),
  }
}

function* layOutPart(
  part: Part,
  sizes: readonly Size[],
  edges: readonly FlowEdge[],
  { gap, levelGap, direction = 'right' }: FlowOptions,
): LayoutSteps<FlowLayout> {
  const numbers = new Map(part.items.map((item, index) => [item, index]))
  const own = part.items.map(item => sizes[item] as Size)
  const turned = own.map(size => turnedSize(size, direction))
  const inner = part.edges.map((index): LayoutEdge => {
    const { from, to, label = { width: 0, height: 0 } } = edges[index] as FlowEdge
    const room = turnedSize(label, direction)
    const ends = { from: numbers.get(from) as number, to: numbers.get(to) as number }
    return { ...ends, length: 1, labelWidth: room.width, labelHeight: room.height }
  })
  const gaps = { across: gap, along: levelGap }
  const layers = yield* layOutLayersInSteps(turned, inner, gaps)
  yield
  const turns = withBackEdges(layers, turned, inner, gaps)
  // An edge that leads back may pass outside of all items.
  let [left, right] = [0, layers.width]
  for (const [x] of turns.flat()) {
    left = Math.min(left, Math.floor(x))
    right = Math.max(right, x)
  }
  const whole = { width: right - left, height: layers.height }
  const placed = ({ x, y }: Point) => turnedPoint({ x: x - left, y }, whole, direction)
  const places = layers.at.map(({ x, y }, index): Point => {
    const { width, height } = turned[index] as Size
    const middle = placed({ x: x + width / 2, y: y + height / 2 })
    const size = own[index] as Size
    return { x: Math.round(middle.x - size.width / 2), y: Math.round(middle.y - size.height / 2) }
  })
  const via = turns.map(points => points.map(([x, y]) => roundedPoint(placed({ x, y }))))
  return { places, via, isReversed: layers.isReversed, size: turnedSize(roundedSize(whole), direction) }
}

const roundedPoint = ({ x, y }: Point): Point => ({ x: Math.round(x), y: Math.round(y) })
const roundedSize = ({ width, height }: Size): Size => ({ width: Math.ceil(width), height: Math.ceil(height) })
