// Lays out a directed graph in ranks: longest paths decide the rank, the order within a rank has few crossings, and nodes
// are close to the middle of their neighbors. Works top to bottom; the caller turns the result for other directions.

import type { LayoutEdge } from './layout-edge.ts'
import { type LayoutSteps, runSteps } from './layout-steps.ts'
import { orderRanks } from './order-ranks.ts'
import { rankNodes } from './rank-nodes.ts'

export interface LayoutNode {
  /** Across the direction of the graph, and along it. */
  readonly width: number
  readonly height: number
}

export interface LayeredLayout {
  /** Top-left corners, by node. */
  readonly at: readonly { readonly x: number; readonly y: number }[]
  /** Where an edge turns on its way through the ranks that it spans, by edge, from its start to its end. */
  readonly via: readonly (readonly [x: number, y: number])[][]
  readonly isReversed: readonly boolean[]
  /** By node, from the top. */
  readonly ranks: readonly number[]
  readonly width: number
  readonly height: number
}

/** Between the nodes of a rank, and between ranks. */
export interface LayerGaps {
  readonly across: number
  readonly along: number
}

const defaultGaps: LayerGaps = { across: 60, along: 80 }
const laneWidth = 24
/** Long edges beyond this number of lanes go straight. */
const maxLanes = 20_000

export const layOutLayers = (...given: Parameters<typeof layOutLayersInSteps>): LayeredLayout =>
  runSteps(layOutLayersInSteps(...given))

export function* layOutLayersInSteps(
  nodes: readonly LayoutNode[],
  edges: readonly LayoutEdge[],
  gaps: LayerGaps = defaultGaps,
): LayoutSteps<LayeredLayout> {
  const { ranks, isReversed } = rankNodes(nodes.length, edges)
  const graph = withLanes(nodes, edges, ranks, isReversed)
  yield
  const layers = orderRanks(graph.ranks, graph.links)
  const x = yield* placeAcross(layers, graph, gaps.across)
  const { y, height } = placeAlong(layers, graph, edges, { ranks, gap: gaps.along })
  const left = Math.min(0, ...x.keys().map(index => (x[index] as number) - (graph.widths[index] as number) / 2))
  const corner = (index: number) => ({
    x: (x[index] as number) - (graph.widths[index] as number) / 2 - left,
    y: (y[index] as number) - (graph.heights[index] as number) / 2,
  })
  const halfHeights = layers.map(layer => Math.max(0, ...layer.map(node => graph.heights[node] as number)) / 2)
  const via = graph.lanes.map((lanes, edge) => {
    // It enters and leaves a rank beside its nodes, so that it turns only between ranks.
    const points = lanes.flatMap((lane): [number, number][] => {
      const [across, middle] = [(x[lane] as number) - left, y[lane] as number]
      const half = (halfHeights[graph.ranks[lane] as number] as number) + gaps.along / 4
      return [
        [across, middle - half],
        [across, middle + half],
      ]
    })
    const turns = points.filter(([at], index) => at !== points[index - 1]?.[0] || at !== points[index + 1]?.[0])
    return isReversed[edge] ? turns.reverse() : turns
  })
  const at = nodes.map((_, index) => corner(index))
  const width = Math.max(0, ...x.keys().map(index => corner(index).x + (graph.widths[index] as number)))
  return { at, via, isReversed, ranks, width, height }
}

export interface LaneGraph {
  readonly ranks: readonly number[]
  readonly widths: readonly number[]
  readonly heights: readonly number[]
  /** Between neighboring ranks, from the upper to the lower node. */
  readonly links: readonly (readonly [from: number, to: number])[]
  /** The nodes that stand for an edge in the ranks that it passes, by edge. */
  readonly lanes: readonly number[][]
}

function withLanes(
  nodes: readonly LayoutNode[],
  edges: readonly LayoutEdge[],
  ranks: readonly number[],
  isReversed: readonly boolean[],
): LaneGraph {
  const all = [...ranks]
  const widths = nodes.map(node => node.width)
  const heights = nodes.map(node => node.height)
  const links: [number, number][] = []
  const lanes = edges.map(({ from, to, labelWidth }, index) => {
    const [upper, lower] = isReversed[index] ? [to, from] : [from, to]
    const passed: number[] = []
    const span = (ranks[lower] as number) - (ranks[upper] as number)
    let before = upper
    if (all.length + span < nodes.length + maxLanes) {
      for (let rank = (ranks[upper] as number) + 1; rank < (ranks[lower] as number); rank++) {
        const lane = all.push(rank) - 1
        // The label is in the middle.
        const isMiddle = passed.length === Math.floor((span - 1) / 2)
        widths.push(isMiddle ? Math.max(laneWidth, labelWidth) : laneWidth)
        heights.push(0)
        links.push([before, lane])
        passed.push(lane)
        before = lane
      }
    }
    if (span > 0) links.push([before, lower])
    return passed
  })
  return { ranks: all, widths, heights, links, lanes }
}

const sweeps = { oneSided: 6, balancing: 24 }

/** Each node as near to the middle of its neighbors as the nodes beside it allow. */
function* placeAcross(
  layers: readonly (readonly number[])[],
  { widths, links, ranks }: LaneGraph,
  gap: number,
): LayoutSteps<Float64Array> {
  const x = new Float64Array(widths.length)
  const nowhere = (layer: readonly number[]) => layer.map(() => 0)
  for (const layer of layers) settle(layer, nowhere(layer), { widths, gap }, x)
  const above: number[][] = widths.map(() => [])
  const below: number[][] = widths.map(() => [])
  for (const [from, to] of links) {
    if (Math.abs((ranks[from] as number) - (ranks[to] as number)) < 1) continue
    above[to]?.push(from)
    below[from]?.push(to)
  }
  const around = above.map((upper, node) => [...upper, ...(below[node] as number[])])
  const upward = layers.toReversed()
  for (let sweep = 0; sweep < sweeps.oneSided + sweeps.balancing; sweep++) {
    yield
    const isDown = sweep % 2 === 0
    const neighbors = sweep >= sweeps.oneSided ? around : isDown ? above : below
    for (const layer of isDown ? layers : upward) {
      const wanted = layer.map(node => middleOf(neighbors[node] as number[], x) ?? (x[node] as number))
      settle(layer, wanted, { widths, gap }, x)
    }
  }
  // Links between nodes that are nearly in line are straight. Two neighbors come closer by no more than the raster.
  const raster = Math.min(maxRaster, gap / 4)
  if (raster >= 1) for (const [node, at] of x.entries()) x[node] = Math.round(at / raster) * raster
  return x
}

const maxRaster = 10

function middleOf(nodes: readonly number[], x: Float64Array): number | null {
  let sum = 0
  for (const node of nodes) sum += x[node] as number
  return nodes.length === 0 ? null : sum / nodes.length
}

/** The positions nearest to the preferred ones that keep order and distance (isotonic regression). */
function settle(
  layer: readonly number[],
  wanted: readonly number[],
  { widths, gap }: { readonly widths: readonly number[]; readonly gap: number },
  x: Float64Array,
): void {
  const offsets: number[] = []
  let offset = 0
  for (const [index, node] of layer.entries()) {
    const before = layer[index - 1]
    if (before !== undefined) offset += (widths[before] as number) / 2 + gap + (widths[node] as number) / 2
    offsets.push(offset)
  }
  const blocks: { sum: number; count: number }[] = []
  for (const [index, want] of wanted.entries()) {
    let block = { sum: want - (offsets[index] as number), count: 1 }
    for (let last = blocks.at(-1); last && last.sum / last.count > block.sum / block.count; last = blocks.at(-1)) {
      blocks.pop()
      block = { sum: block.sum + last.sum, count: block.count + last.count }
    }
    blocks.push(block)
  }
  let index = 0
  for (const { sum, count } of blocks)
    for (let member = 0; member < count; member++, index++)
      x[layer[index] as number] = sum / count + (offsets[index] as number)
}

/** The middle of every rank, as far apart as nodes and labels need. */
function placeAlong(
  layers: readonly (readonly number[])[],
  { heights }: LaneGraph,
  edges: readonly LayoutEdge[],
  { ranks, gap }: { readonly ranks: readonly number[]; readonly gap: number },
): { y: Float64Array; height: number } {
  const y = new Float64Array(heights.length)
  const labels = new Float64Array(layers.length + 1)
  for (const { from, to, labelHeight } of edges) {
    const upper = Math.min(ranks[from] as number, ranks[to] as number)
    labels[upper] = Math.max(labels[upper] as number, labelHeight)
  }
  let top = 0
  for (const [rank, layer] of layers.entries()) {
    const height = layer.reduce((most, node) => Math.max(most, heights[node] as number), 0)
    for (const node of layer) y[node] = top + height / 2
    top += height + gap + (labels[rank] as number)
  }
  return { y, height: Math.max(0, top - gap - (labels[layers.length - 1] ?? 0)) }
}
