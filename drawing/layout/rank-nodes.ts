// The rank of every node of a directed graph. Edges that close a cycle are reversed.

import type { LayoutEdge } from './layout-edge.ts'

export function rankNodes(count: number, edges: readonly LayoutEdge[]): { ranks: number[]; isReversed: boolean[] } {
  const isReversed = findCircles(count, edges)
  const forward = edges.map((edge, index) => (isReversed[index] ? { ...edge, from: edge.to, to: edge.from } : edge))
  const ranks = longestPaths(count, forward)
  tighten(ranks, count, forward)
  return { ranks, isReversed }
}

/** Depth-first, with a stack of its own: a chain may be as long as the file allows. */
function findCircles(count: number, edges: readonly LayoutEdge[]): boolean[] {
  const outgoing: number[][] = Array.from({ length: count }, () => [])
  for (const [index, { from }] of edges.entries()) outgoing[from]?.push(index)
  const state = new Uint8Array(count)
  const [open, done] = [1, 2]
  const isReversed = edges.map(() => false)
  for (let root = 0; root < count; root++) {
    if (state[root] !== 0) continue
    const stack = [{ node: root, next: 0 }]
    state[root] = open
    while (stack.length > 0) {
      const top = stack.at(-1) as { node: number; next: number }
      const index = (outgoing[top.node] as number[])[top.next++]
      if (index === undefined) {
        state[top.node] = done
        stack.pop()
        continue
      }
      const { to } = edges[index] as LayoutEdge
      if (state[to] === open) isReversed[index] = true
      else if (state[to] === 0) {
        state[to] = open
        stack.push({ node: to, next: 0 })
      }
    }
  }
  return isReversed
}

function longestPaths(count: number, edges: readonly LayoutEdge[]): number[] {
  const ranks = new Array<number>(count).fill(0)
  const incoming = new Uint32Array(count)
  const outgoing: LayoutEdge[][] = Array.from({ length: count }, () => [])
  for (const edge of edges) {
    if (edge.from === edge.to) continue
    incoming[edge.to] = (incoming[edge.to] as number) + 1
    outgoing[edge.from]?.push(edge)
  }
  const ready = [...ranks.keys()].filter(node => incoming[node] === 0)
  for (let next = 0; next < ready.length; next++) {
    const node = ready[next] as number
    for (const { to, length } of outgoing[node] as LayoutEdge[]) {
      ranks[to] = Math.max(ranks[to] as number, (ranks[node] as number) + length)
      incoming[to] = (incoming[to] as number) - 1
      if (incoming[to] === 0) ready.push(to)
    }
  }
  return ranks
}

/** A node that nothing leads to moves down to what it leads to. */
function tighten(ranks: number[], count: number, edges: readonly LayoutEdge[]): void {
  const hasIncoming = new Uint8Array(count)
  const nearest = new Array<number>(count).fill(Infinity)
  for (const { from, to, length } of edges) {
    if (from === to) continue
    hasIncoming[to] = 1
    nearest[from] = Math.min(nearest[from] as number, (ranks[to] as number) - length)
  }
  for (let node = 0; node < count; node++)
    if (hasIncoming[node] === 0 && Number.isFinite(nearest[node])) ranks[node] = nearest[node] as number
}
