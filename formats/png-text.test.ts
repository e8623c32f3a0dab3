// Text carried along in PNG files.

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { pngChunk, readPngText, textChunk } from './png-text.ts'

const aPicture = () =>
  sharp({ create: { width: 3, height: 2, channels: 4, background: '#ff8800' } })
    .png()
    .toBuffer()

const maxBytes = 1_000_000

/** After the header. */
const withChunk = (png: Buffer, chunk: Buffer) => Buffer.concat([png.subarray(0, 33), chunk, png.subarray(33)])
const withText = (png: Buffer, text: string) => withChunk(png, textChunk('tessera', text))

test('[PIC-6] a text written into a PNG is read back, and the picture is the same', async () => {
  const png = await aPicture()
  const text = `{"text":"Łódź 日本 🦊 \u0000"}${'x'.repeat(50_000)}`
  const carrying = withText(png, text)
  assert.equal(readPngText(carrying, 'tessera', maxBytes), text)
  assert.ok(carrying.length < png.length + 1_000, 'compressed')
  assert.deepEqual(await sharp(carrying).raw().toBuffer(), await sharp(png).raw().toBuffer())
})

test('[PIC-6] other keywords, other files and cut files have no text', async () => {
  const carrying = withText(await aPicture(), 'some text')
  assert.equal(readPngText(carrying, 'tesser', maxBytes), null)
  assert.equal(readPngText(await aPicture(), 'tessera', maxBytes), null)
  assert.equal(readPngText(Buffer.from('GIF89a and more than enough bytes after it'), 'tessera', maxBytes), null)
  for (let length = 0; length < 60; length++)
    assert.equal(readPngText(carrying.subarray(0, length), 'tessera', maxBytes), null)
})

test('[PIC-6] a text that unpacks to more than the limit is not read', async () => {
  const png = withText(await aPicture(), 'x'.repeat(2_000))
  assert.equal(readPngText(png, 'tessera', 1_999), null)
  assert.equal(readPngText(png, 'tessera', 2_000)?.length, 2_000)
})

test('[PIC-6] texts of the older kinds, as other programs write them, are read too', async () => {
  const png = await aPicture()
  const plain = withChunk(png, pngChunk('tEXt', Buffer.from('a key\0caf\xe9', 'latin1')))
  const packed = withChunk(
    png,
    pngChunk('zTXt', Buffer.concat([Buffer.from('a key\0\0', 'latin1'), deflateSync('hello')])),
  )
  const broken = withChunk(png, pngChunk('zTXt', Buffer.from('a key\0\0not deflate', 'latin1')))
  assert.deepEqual(
    [plain, packed, broken].map(one => readPngText(one, 'a key', maxBytes)),
    ['café', 'hello', null],
  )
})
