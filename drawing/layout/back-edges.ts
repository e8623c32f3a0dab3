// The paths of edges that lead back in a graph laid out in ranks. They leave and enter at the sides of the nodes,
// beside the edges that lead forward. Works top to bottom, like the layout in ranks.

import type { LayeredLayout, LayerGaps, LayoutNode } from './layered-layout.ts'

type Turn = readonly [x: number, y: number]

/** The turns of each edge from its start to its end; those of edges that lead forward stay. */
export function withBackEdges(
  layout: LayeredLayout,
  nodes: readonly LayoutNode[],
  edges: readonly { readonly from: number; readonly to: number }[],
  gaps: LayerGaps,
): (readonly Turn[])[] {
  const tops = new Map<number, number>()
  for (const [node, rank] of layout.ranks.entries())
    tops.set(rank, Math.min(tops.get(rank) ?? Number.POSITIVE_INFINITY, layout.at[node]?.y as number))
  // Two nodes of a rank may be as close as half of the gap.
  const distance = gaps.across / 3
  /** Beside a node, on the side of the next turn. */
  const beside = (node: number, next: Turn | undefined): Turn => {
    const { x, y } = layout.at[node] as { x: number; y: number }
    const { width, height } = nodes[node] as LayoutNode
    const isLeft = next !== undefined && next[0] < x + width / 2
    return [isLeft ? x - distance : x + width + distance, y + height / 2]
  }
  return edges.map(({ from, to }, edge) => {
    const lanes = layout.via[edge] as readonly Turn[]
    const span = (layout.ranks[from] as number) - (layout.ranks[to] as number)
    // An edge that spans more ranks, but has no lanes in them, goes straight.
    if (!layout.isReversed[edge] || span < 1 || (span > 1 && lanes.length === 0)) return lanes
    const [start, end] = [beside(from, lanes[0]), beside(to, lanes.at(-1))]
    const between = (tops.get(layout.ranks[from] as number) as number) - gaps.along / 4
    const [leaving, entering] = [lanes[0]?.[1] ?? between, lanes.at(-1)?.[1] ?? between]
    const turns: Turn[] = [start, [start[0], leaving], ...lanes, [end[0], entering], end]
    return turns.filter(([x], index) => x !== turns[index - 1]?.[0] || x !== turns[index + 1]?.[0])
  })
}
