import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shrink } from './shrink-pixels.ts'

const pixels = (width: number, height: number, at: (x: number, y: number) => readonly number[]) => {
  const data = new Uint8Array(4 * width * height)
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) data.set(at(x, y), 4 * (y * width + x))
  return { data, width, height }
}

test('[FIL-16] the small picture of a page has the average color of each area, in every channel', () => {
  const source = pixels(10, 5, (x, y) => (x < 5 ? [255, 0, y * 10, 255] : [10 * (x - 5), 200, 255, 255]))
  const { data, width, height } = shrink(source, { width: 2, height: 1 })
  assert.deepEqual([width, height, ...data], [2, 1, 255, 0, 20, 255, 20, 200, 255, 255])
})

test('[FIL-16] sides that are no multiples, unaligned data and pictures of one pixel are shrunk too', () => {
  const white = pixels(1_415, 2_000, () => [255, 255, 255, 255])
  const small = shrink(white, { width: 283, height: 400 })
  assert.ok(small.data.every(byte => byte === 255))
  assert.equal(small.data.length, 4 * 283 * 400)
  const unaligned = new Uint8Array(1 + 4 * 4)
  unaligned.set([1, 2, 3, 4, 3, 4, 5, 6, 1, 2, 3, 4, 3, 4, 5, 6], 1)
  const one = shrink({ data: unaligned.subarray(1), width: 2, height: 2 }, { width: 1, height: 1 })
  assert.deepEqual([...one.data], [2, 3, 4, 5])
  assert.equal(shrink(one, { width: 1, height: 1 }), one)
})
