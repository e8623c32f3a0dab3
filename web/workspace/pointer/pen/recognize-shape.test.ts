import assert from 'node:assert/strict'
import { test } from 'node:test'
import { recognizeShape } from './recognize-shape.ts'

type Pair = readonly [x: number, y: number]

/** A line as a hand draws it: many points, none exactly on the line. */
function drawn(corners: readonly Pair[], shake = 3): number[] {
  let seed = 7
  const random = () => {
    seed = (seed * 16_807) % 2_147_483_647
    return (seed / 2_147_483_647 - 0.5) * 2 * shake
  }
  return corners.slice(1).flatMap(([x, y], index) => {
    const [fromX, fromY] = corners[index] as Pair
    return Array.from({ length: 20 }, (_, step) => [
      Math.round(fromX + ((x - fromX) * step) / 20 + random()),
      Math.round(fromY + ((y - fromY) * step) / 20 + random()),
    ]).flat()
  })
}

const formOf = (points: readonly number[]) => {
  const found = recognizeShape(points)
  return found?.type === 'form' ? `${found.form}${found.rotation ? ' upside down' : ''}` : (found?.type ?? null)
}

const round = (turns: number): Pair[] =>
  Array.from({ length: 33 }, (_, step) => {
    const angle = (step / 32) * turns * 2 * Math.PI
    return [100 + 100 * Math.cos(angle), 60 + 60 * Math.sin(angle)]
  })

test('[WEB-92] closed lines become the form they look like', () => {
  assert.equal(formOf(drawn([[0, 0], [200, 4], [198, 120], [2, 118], [5, 8]])), 'rectangle') // biome-ignore format: corners
  assert.equal(formOf(drawn([[100, 0], [200, 60], [100, 120], [0, 60], [96, 4]])), 'diamond') // biome-ignore format: corners
  assert.equal(formOf(drawn([[100, 0], [200, 160], [0, 160], [98, 5]])), 'triangle') // biome-ignore format: corners
  assert.equal(formOf(drawn([[0, 0], [200, 0], [100, 160], [4, 6]])), 'triangle upside down') // biome-ignore format: corners
  assert.equal(formOf(drawn(round(1), 1)), 'ellipse')
  assert.equal(formOf(drawn(round(0.95), 1)), 'ellipse', 'not quite closed')
})

test('[WEB-92] a recognized form has the box of the line', () => {
  const found = recognizeShape(drawn([[10, 20], [210, 20], [210, 140], [10, 140], [10, 20]], 0)) // biome-ignore format: corners
  assert.ok(found?.type === 'form')
  const { x, y, width, height } = found.box
  const differences = [x - 10, y - 20, width - 200, height - 120]
  assert.ok(
    differences.every(value => Math.abs(value) < 12),
    `${differences}`,
  )
})

test('[WEB-92] straight lines become connectors, with an arrow if there is a head', () => {
  const line = recognizeShape(drawn([[0, 0], [300, 90]], 2)) // biome-ignore format: corners
  assert.ok(line?.type === 'line' && !line.isArrow)
  const arrow = recognizeShape(drawn([[0, 0], [300, 0], [260, -40], [300, 0], [260, 40]], 1)) // biome-ignore format: corners
  assert.ok(arrow?.type === 'line' && arrow.isArrow)
  assert.ok(Math.abs(arrow.to.x - 300) < 12 && Math.abs(arrow.to.y) < 12, 'it ends at its tip')
})

test('[WEB-92] anything else stays a drawing', () => {
  const star: Pair[] = [[100, 0], [130, 90], [200, 90], [145, 140], [170, 220], [100, 170], [30, 220], [55, 140], [0, 90], [70, 90], [100, 2]] // biome-ignore format: corners
  assert.equal(formOf(drawn(star)), null)
  assert.equal(formOf(drawn([[0, 0], [100, 80], [200, 0], [300, 80], [400, 0]])), null) // biome-ignore format: corners
  assert.equal(recognizeShape([5, 5]), null)
  assert.equal(recognizeShape([5, 5, 5, 5]), null)
  assert.equal(recognizeShape([]), null)
})
