// Properties of the layouts: nothing overlaps, the same input has the same result, and graphs go where they lead.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { ConnectorEnd } from '../connector-end.ts'
import { connectorPath } from '../connector-path.ts'
import type { Box, Point } from '../drawable.ts'
import { distance } from '../path.ts'
import { flowLayout } from './flow-layout.ts'
import { freePlace } from './free-place.ts'
import { balancedColumns, columnsLayout, gridLayout } from './grid-layout.ts'
import type { ItemEdge, Layout, LayoutDirection, Size } from './layout.ts'
import { forestOf, treeLayout } from './tree-layout.ts'

const side = fc.integer({ min: 1, max: 600 })
const size: fc.Arbitrary<Size> = fc.record({ width: side, height: side })
const someSizes = fc.array(size, { minLength: 1, maxLength: 24 })
const gap = fc.integer({ min: 4, max: 80 })
const direction = fc.constantFrom<LayoutDirection>('down', 'right', 'up', 'left')

const graph = someSizes.chain(sizes => {
  const item = fc.nat({ max: sizes.length - 1 })
  return fc.record({
    sizes: fc.constant(sizes),
    edges: fc.array(fc.record({ from: item, to: item }), { maxLength: 40 }),
  })
})

const boxesOf = ({ places }: Layout, sizes: readonly Size[]): Box[] =>
  sizes.map((one, index) => ({ ...(places[index] as Point), ...one }))

function assertApart(boxes: readonly Box[], distance: number): void {
  for (const [index, one] of boxes.entries())
    for (const other of boxes.slice(index + 1)) {
      const isApart =
        one.x + one.width + distance <= other.x ||
        other.x + other.width + distance <= one.x ||
        one.y + one.height + distance <= other.y ||
        other.y + other.height + distance <= one.y
      assert.ok(isApart, JSON.stringify([one, other, distance]))
    }
}

function assertInside(layout: Layout, sizes: readonly Size[]): void {
  for (const { x, y, width, height } of boxesOf(layout, sizes)) {
    assert.ok(Number.isInteger(x) && Number.isInteger(y))
    assert.ok(x >= 0 && y >= 0 && x + width <= layout.size.width && y + height <= layout.size.height)
  }
}

test('[MCP-46] a grid keeps the gap between all items, in order, whatever their sizes', () => {
  fc.assert(
    fc.property(
      someSizes,
      gap,
      fc.option(fc.integer({ min: 1, max: 9 }), { nil: undefined }),
      (sizes, gap, columns) => {
        const layout = gridLayout(sizes, { gap, columns, align: 'middle' })
        assertApart(boxesOf(layout, sizes), gap)
        assertInside(layout, sizes)
        assert.deepEqual(gridLayout(sizes, { gap, columns, align: 'middle' }), layout)
      },
    ),
  )
})

test('[MCP-46] a grid of equal notes is wider than high and has no row that is nearly empty', () => {
  const note = { width: 560, height: 320 }
  const columnsOf = (count: number) => {
    const { places } = gridLayout(
      Array.from({ length: count }, () => note),
      { gap: 40 },
    )
    return new Set(places.map(({ x }) => x)).size
  }
  assert.deepEqual([1, 3, 4, 6, 8, 9, 10, 12, 20].map(columnsOf), [1, 3, 4, 3, 3, 3, 4, 4, 5])
})

test('[MCP-46] columns are balanced, keep the order and the gap', () => {
  fc.assert(
    fc.property(someSizes, gap, fc.integer({ min: 1, max: 6 }), (sizes, gap, columns) => {
      const counts = balancedColumns(sizes, columns, gap)
      assert.ok(counts.length <= columns)
      assert.equal(
        counts.reduce((sum, count) => sum + count, 0),
        sizes.length,
      )
      const rest = [...sizes]
      const lists = counts.map(count => rest.splice(0, count))
      const layout = columnsLayout(lists, gap)
      assertApart(boxesOf(layout, sizes), gap)
      assertInside(layout, sizes)
    }),
  )
})

test('[MCP-47] the children of a tree lie beyond their parents, and nothing overlaps', () => {
  fc.assert(
    fc.property(graph, gap, direction, ({ sizes, edges }, gap, direction) => {
      const layout = treeLayout(sizes, edges, { gap, levelGap: 2 * gap, direction })
      const boxes = boxesOf(layout, sizes)
      assertApart(boxes, gap)
      assertInside(layout, sizes)
      for (const [parent, children] of forestOf(sizes.length, edges).children.entries())
        for (const child of children) assertBeyond(boxes[parent] as Box, boxes[child] as Box, direction)
      assert.deepEqual(treeLayout(sizes, edges, { gap, levelGap: 2 * gap, direction }), layout)
    }),
  )
})

test('[MCP-47] a parent is centered over its children', () => {
  const note = { width: 100, height: 50 }
  const edges = [1, 2, 3].map(to => ({ from: 0, to }))
  const { places, size } = treeLayout([note, note, note, note], edges, { gap: 20, levelGap: 40 })
  assert.deepEqual(places, [
    { x: 120, y: 0 },
    { x: 0, y: 90 },
    { x: 120, y: 90 },
    { x: 240, y: 90 },
  ])
  assert.deepEqual(size, { width: 340, height: 140 })
})

function assertBeyond(one: Box, other: Box, direction: LayoutDirection): void {
  const isBeyond = {
    down: other.y >= one.y + one.height,
    right: other.x >= one.x + one.width,
    up: other.y + other.height <= one.y,
    left: other.x + other.width <= one.x,
  }[direction]
  assert.ok(isBeyond, `${direction} ${JSON.stringify([one, other])}`)
}

test('[MCP-47] the edges of a flow without cycles all lead one way, and nothing overlaps', () => {
  fc.assert(
    fc.property(graph, gap, direction, ({ sizes, edges }, gap, direction) => {
      const forward = edges.filter(({ from, to }) => from < to)
      const layout = flowLayout(sizes, forward, { gap, levelGap: 2 * gap, direction })
      const boxes = boxesOf(layout, sizes)
      // Ranks are aligned to a raster that may take up a quarter of the gap at each side.
      assertApart(boxes, Math.floor(gap / 2))
      assertInside(layout, sizes)
      assert.ok(!layout.isReversed.includes(true))
      for (const { from, to } of forward) assertBeyond(boxes[from] as Box, boxes[to] as Box, direction)
      assert.deepEqual(flowLayout(sizes, forward, { gap, levelGap: 2 * gap, direction }), layout)
    }),
  )
})

test('[MCP-47] in a cycle only the edge that closes it leads back', () => {
  fc.assert(
    fc.property(graph, gap, ({ sizes, edges }, gap) => {
      const layout = flowLayout(sizes, edges, { gap, levelGap: gap })
      const boxes = boxesOf(layout, sizes)
      assertApart(boxes, Math.floor(gap / 2))
      for (const [index, { from, to }] of edges.entries())
        if (from !== to && !layout.isReversed[index]) assertBeyond(boxes[from] as Box, boxes[to] as Box, 'right')
    }),
  )
  const note = { width: 100, height: 100 }
  const circle: ItemEdge[] = [
    { from: 0, to: 1 },
    { from: 1, to: 2 },
    { from: 2, to: 0 },
  ]
  const { isReversed } = flowLayout([note, note, note], circle, { gap: 20, levelGap: 20 })
  assert.deepEqual(isReversed, [false, false, true])
})

test('[MCP-47] an edge that leads back passes beside the items and the edges that lead forward', () => {
  fc.assert(
    fc.property(graph, fc.integer({ min: 30, max: 80 }), direction, ({ sizes, edges }, gap, direction) => {
      const layout = flowLayout(sizes, edges, { gap, levelGap: 2 * gap, direction })
      const boxes = boxesOf(layout, sizes)
      for (const [index, { from, to }] of edges.entries()) {
        if (!layout.isReversed[index] || from === to) continue
        const turns = layout.via[index] as readonly Point[]
        for (const { x, y } of turns) assert.ok(x >= 0 && y >= 0 && x <= layout.size.width && y <= layout.size.height)
        // Its first and its last part run beside the items that it leaves and enters.
        for (const [a, b] of [turns.slice(0, 2), turns.slice(-2)])
          for (const box of boxes) assert.ok(a && b && !isCrossed(box, a, b), JSON.stringify([turns, box]))
      }
    }),
  )
  const pair = [edge(0, 1), edge(1, 0)]
  const circle = [edge(0, 1), edge(1, 2), edge(2, 0)]
  for (const edges of [pair, circle])
    for (const direction of ['down', 'right', 'up', 'left'] as const)
      for (const path of ['elbow', 'straight'] as const) {
        const paths = flowPaths(edges, path, direction)
        const back = paths.pop() as readonly Point[]
        for (const point of back)
          for (const forward of paths)
            assert.ok(!isOn(point, forward), JSON.stringify([path, direction, back, forward]))
      }
})

const edge = (from: number, to: number): ItemEdge => ({ from, to })

const isCrossed = (box: Box, a: Point, b: Point) =>
  Math.max(a.x, b.x) > box.x &&
  Math.min(a.x, b.x) < box.x + box.width &&
  Math.max(a.y, b.y) > box.y &&
  Math.min(a.y, b.y) < box.y + box.height

/** The drawn paths of the edges between three notes. */
function flowPaths(edges: readonly ItemEdge[], path: 'elbow' | 'straight', direction: LayoutDirection) {
  const sizes = [0, 1, 2].map(() => ({ width: 100, height: 100 }))
  const layout = flowLayout(sizes, edges, { gap: 60, levelGap: 120, direction })
  const ends = boxesOf(layout, sizes).map(
    box => ({ target: { box, rotation: 0, boundary: null }, anchor: 'auto' }) as const,
  )
  return edges.map(({ from, to }, index) => {
    const via = (layout.via[index] as readonly Point[]).map(({ x, y }) => [x, y] as const)
    return connectorPath({ from: ends[from] as ConnectorEnd, to: ends[to] as ConnectorEnd, path, via }).points
  })
}

const isOn = (point: Point, points: readonly Point[]) =>
  points.some((a, index) => {
    const b = points[index + 1] ?? a
    return Math.abs(distance(a, point) + distance(point, b) - distance(a, b)) < 0.01
  })

test('[MCP-48] free space overlaps nothing, however full the board is', () => {
  const box = fc.record({
    x: fc.integer({ min: -900, max: 900 }),
    y: fc.integer({ min: -900, max: 900 }),
    width: side,
    height: side,
  })
  fc.assert(
    fc.property(box, fc.array(box, { maxLength: 60 }), (wanted, taken) => {
      const found = { ...wanted, ...freePlace(wanted, taken) }
      for (const one of taken) assertApart([found, one], 0)
    }),
  )
})
