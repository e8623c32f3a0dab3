// The order of the nodes within each rank, with few crossings: each rank is sorted by the middle of the neighbors in the
// rank before, back and forth, and the best order is kept.

type Links = readonly (readonly [from: number, to: number])[]

const sweeps = 12
/** Counting crossings is worth it only for graphs that people look at as a whole. */
const maxCountedLinks = 4_000

export function orderRanks(ranks: readonly number[], links: Links): number[][] {
  const layers: number[][] = []
  for (const [node, rank] of ranks.entries()) {
    while (layers.length <= rank) layers.push([])
    layers[rank]?.push(node)
  }
  const above: number[][] = ranks.map(() => [])
  const below: number[][] = ranks.map(() => [])
  for (const [from, to] of links) {
    above[to]?.push(from)
    below[from]?.push(to)
  }
  // Without a count there is no telling whether another order is better.
  if (links.length > maxCountedLinks) return layers
  let best = layers.map(layer => [...layer])
  let fewest = crossings(layers, links)
  for (let sweep = 0; sweep < sweeps && fewest > 0; sweep++) {
    const isDown = sweep % 2 === 0
    sortLayers(isDown ? layers : layers.toReversed(), isDown ? above : below, ranks.length)
    const count = crossings(layers, links)
    if (count < fewest) [best, fewest] = [layers.map(layer => [...layer]), count]
  }
  return best
}

function sortLayers(layers: readonly number[][], neighbors: readonly number[][], count: number): void {
  const position = new Float64Array(count)
  for (const layer of layers) {
    for (const [index, node] of layer.entries()) position[node] = index
    const middles = new Map(
      layer.map((node, index) => {
        const near = neighbors[node] as number[]
        const sum = near.reduce((total, one) => total + (position[one] as number), 0)
        return [node, near.length === 0 ? index : sum / near.length]
      }),
    )
    layer.sort((a, b) => (middles.get(a) as number) - (middles.get(b) as number))
    for (const [index, node] of layer.entries()) position[node] = index
  }
}

function crossings(layers: readonly number[][], links: Links): number {
  const position = new Map<number, number>()
  const rankOf = new Map<number, number>()
  for (const [rank, layer] of layers.entries()) {
    for (const [index, node] of layer.entries()) {
      position.set(node, index)
      rankOf.set(node, rank)
    }
  }
  let total = 0
  for (const group of Map.groupBy(links, ([from]) => rankOf.get(from)).values()) {
    const ends = group
      .map(([from, to]) => [position.get(from) as number, position.get(to) as number] as const)
      .sort((a, b) => a[0] - b[0] || a[1] - b[1])
      .map(([, to]) => to)
    total += inversions(ends)
  }
  return total
}

/** By counting in a binary indexed tree. */
function inversions(list: readonly number[]): number {
  const size = Math.max(0, ...list) + 2
  const tree = new Uint32Array(size + 1)
  let total = 0
  for (const [seen, value] of list.entries()) {
    let notGreater = 0
    for (let at = value + 1; at > 0; at -= at & -at) notGreater += tree[at] as number
    total += seen - notGreater
    for (let at = value + 1; at <= size; at += at & -at) tree[at] = (tree[at] as number) + 1
  }
  return total
}
