import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connectorGeometry } from './connector-geometry.ts'
import { connectorParts } from './connector-parts.ts'
import { connectorPath } from './connector-path.ts'
import { distance, distanceToLine, flatten } from './path.ts'
import { aNote, aShape } from './testing/sample-objects.ts'

const box = { x: 0, y: 0, width: 100, height: 100 }
const other = { ...box, x: 300, y: 200 }
const attached = (to: typeof box, anchor: 'auto' | 'right' | 'top') =>
  ({ target: { box: to, rotation: 0, boundary: null }, anchor }) as const

test('a straight path passes its bends, and starts on the outline toward the first of them', () => {
  const { points } = connectorPath({
    from: attached(box, 'auto'),
    to: { point: { x: 300, y: 300 } },
    path: 'straight',
    via: [[50, 400]],
  })
  assert.deepEqual(points, [
    { x: 50, y: 100 },
    { x: 50, y: 400 },
    { x: 300, y: 300 },
  ])
})

test('a curve leaves and enters perpendicular to the sides, and passes its bends', () => {
  const curved = connectorPath({ from: attached(box, 'right'), to: attached(other, 'top'), path: 'curve', via: [] })
  const [first, second] = curved.points as [{ x: number; y: number }, { x: number; y: number }]
  assert.deepEqual(first, { x: 100, y: 50 })
  assert.ok(second.x - first.x > 5 * Math.abs(second.y - first.y), 'to the right')
  assert.deepEqual(curved.points.at(-1), { x: 350, y: 200 })
  const bent = connectorPath({
    from: attached(box, 'right'),
    to: attached(other, 'top'),
    path: 'curve',
    via: [[200, 0]],
  })
  assert.ok(bent.points.some(point => distance(point, { x: 200, y: 0 }) < 0.01))
})

test('all paths are finite where both ends are the same point', () => {
  for (const path of ['straight', 'elbow', 'curve'] as const) {
    const end = { point: { x: 7, y: 7 } }
    const { points, box } = connectorPath({ from: end, to: end, path, via: [] })
    assert.ok(
      [...points, box].every(({ x, y }) => x === 7 && y === 7),
      path,
    )
    connectorParts({ path, width: 4, startCap: 'diamond', endCap: 'arrow' }, points)
  }
})

const caps = ['none', 'arrow', 'triangle', 'circle', 'diamond', 'bar'] as const
const widths = [1, 2, 4, 8, 16, 64]

test('caps end at the ends of the path, and the line does not stick out of them', () => {
  const points = [
    { x: 0, y: 0 },
    { x: 1_000, y: 0 },
  ]
  for (const cap of caps) {
    for (const width of widths) {
      const parts = connectorParts({ path: 'straight', width, startCap: cap, endCap: cap }, points)
      const filled = flatten(parts.filledCaps).map(({ x }) => x)
      const stroked = flatten(parts.strokedCaps).map(({ x }) => x)
      const line = flatten(parts.line).map(({ x }) => x)
      const [first, last] = [
        Math.min(...filled, ...stroked.map(x => x - width / 2), 1_000),
        Math.max(...filled, ...stroked.map(x => x + width / 2), 0),
      ]
      if (cap === 'none') assert.deepEqual(line, [0, 1_000])
      else {
        assert.deepEqual([Math.round(first), Math.round(last)], [0, 1_000], `${cap} ${width}`)
        assert.ok(Math.min(...line) >= width / 2 - 0.01 && Math.max(...line) <= 1_000.01 - width / 2, `${cap} ${width}`)
        assert.ok(line.length === 2 && (line[1] as number) > (line[0] as number))
      }
    }
  }
})

test('caps on a short path become smaller, and none of them turns around', () => {
  for (const cap of caps) {
    const points = [
      { x: 0, y: 0 },
      { x: 10, y: 0 },
    ]
    const { line, filledCaps, strokedCaps } = connectorParts(
      { path: 'straight', width: 8, startCap: cap, endCap: cap },
      points,
    )
    for (const { x } of [...flatten(line), ...flatten(filledCaps), ...flatten(strokedCaps)])
      assert.ok(x >= -0.01 && x <= 10.01, cap)
  }
})

test('the drawn line stays close to the path, with rounded corners on elbows', () => {
  const points = [
    { x: 0, y: 0 },
    { x: 100, y: 0 },
    { x: 100, y: 100 },
  ]
  const { line } = connectorParts({ path: 'elbow', width: 2, startCap: 'none', endCap: 'none' }, points)
  const drawn = flatten(line)
  assert.ok(drawn.every(point => distanceToLine(points, point) < 5))
  assert.ok(distanceToLine(drawn, { x: 100, y: 0 }) > 1)
})

test('an end whose object is not known stays at the end of the path as it was', () => {
  const note = aNote({ id: 'a', width: 100, height: 100 })
  const connector = {
    from: { id: 'a', anchor: 'right' },
    to: { id: 'gone', anchor: 'auto' },
    path: 'straight',
    via: [],
  } as const
  const find = (id: string) => (id === 'a' ? note : null)
  const { points } = connectorGeometry(
    {
      ...connector,
      points: [
        [0, 0],
        [500, 60],
      ],
    },
    find,
  )
  assert.deepEqual(points, [
    [100, 50],
    [500, 60],
  ])
})

test('scaled and rotated objects are connected where they are drawn', () => {
  const note = aNote({ id: 'a', width: 100, height: 100, scale: 2 })
  const shape = aShape({ id: 'b', x: 500, y: 0, width: 100, height: 40, rotation: 90 })
  const { points } = connectorGeometry(
    { from: { id: 'a', anchor: 'right' }, to: { id: 'b', anchor: 'bottom' }, path: 'straight', via: [] },
    id => [note, shape].find(object => object.id === id) ?? null,
  )
  assert.deepEqual(points, [
    [200, 100],
    [530, 20],
  ])
})
