import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import type { ImportedBoard, PictureCrop } from './board-content.ts'
import { cropPictures } from './crop-pictures.ts'

/** Four pixels in a row. */
const colors = ['ff0000', '00ff00', '0000ff', 'ffffff']
const row = Buffer.from(colors.join(''), 'hex')
const png = await sharp(row, { raw: { width: 4, height: 1, channels: 3 } }).png().toBuffer() // biome-ignore format: a chain

async function shown(crop: PictureCrop, bytes: Uint8Array = png): Promise<string[]> {
  const object = { ref: 'a', kind: 'image', data: {}, file: 'f', crop } as const
  const board: ImportedBoard = {
    objects: [object],
    files: [{ name: 'f', mime: 'image/png', bytes }],
    adapted: [],
    left_out: [],
  }
  const [file] = (await cropPictures(board)).files
  if (file?.bytes === bytes) return ['unchanged']
  const { data } = await sharp(file?.bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  return data.toString('hex').match(/.{6}/g) ?? []
}

test('[IMP-30] an image is cropped and flipped as in the file', async () => {
  assert.deepEqual(await shown({ part: { x: 0.25, y: 0, width: 0.5, height: 1 } }), ['00ff00', '0000ff'])
  assert.deepEqual(await shown({ isFlippedX: true }), colors.toReversed())
  assert.deepEqual(await shown({ part: { x: 0.9, y: -3, width: 9, height: 9 } }), ['ffffff'])
  assert.deepEqual(await shown({}), ['unchanged'])
  assert.deepEqual(await shown({ isFlippedX: true }, Buffer.from('no picture')), ['unchanged'])
})
