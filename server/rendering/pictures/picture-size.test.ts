import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PictureQuery } from '@tessera/contract'
import { readPictureOptions } from './picture-options.ts'
import { padBox, pictureSize, resolutionOf } from './picture-size.ts'

const sizeOf = (query: PictureQuery, width: number, height: number) => {
  const options = readPictureOptions({ padding: 0, ...query })
  return pictureSize(options, padBox({ x: 0, y: 0, width, height }, options.padding))
}

test('[PIC-41] a picture is never empty, and never longer than the drawing library can handle', () => {
  const tiny = sizeOf({ scale: 0.05 }, 3, 0)
  assert.deepEqual([tiny.width, tiny.height], [1, 1])
  assert.throws(() => sizeOf({}, 40_000, 10), /largest scale that fits is 0\.819/)
  assert.throws(() => sizeOf({ format: 'webp' }, 20_000, 10), /largest scale that fits is 0\.819/)
  assert.throws(() => sizeOf({ width: 9_000 }, 100, 100), /largest width that fits is 8000/)
  assert.equal(sizeOf({ width: 8_000 }, 100, 100).height, 8_000)
})

test('[PIC-44] images have the resolution of the output: by its pixels, and for print', () => {
  assert.equal(resolutionOf('png', [sizeOf({ scale: 0.5 }, 400, 200)]), 0.5)
  assert.equal(resolutionOf('svg', [sizeOf({ format: 'svg' }, 400, 200)]), 2)
  const page = { box: { x: 0, y: 0, width: 400, height: 200 }, width: 360, height: 300, margin: 30 }
  assert.ok(Math.abs(resolutionOf('pdf', [page]) - 3.125) < 1e-9)
})
