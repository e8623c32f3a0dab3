import assert from 'node:assert/strict'
import { test } from 'node:test'
import { crc32 } from 'node:zlib'
import { readSample } from '../../testing/sample-file.ts'
import { type ReadAt, UnrecognizedFile } from './byte-source.ts'
import { type DetectedImage, detectImage } from './detect-file-type.ts'

const samples: [name: string, type: string, width: number, height: number, animated: boolean][] = [
  ['plain.png', 'png', 40, 23, false],
  ['turned.png', 'png', 23, 40, false],
  ['animated.png', 'png', 40, 23, true],
  ['plain.jpg', 'jpeg', 40, 23, false],
  ['progressive.jpg', 'jpeg', 40, 23, false],
  ['turned.jpg', 'jpeg', 23, 40, false],
  ['plain.gif', 'gif', 40, 23, false],
  ['animated.gif', 'gif', 40, 23, true],
  ['lossy.webp', 'webp', 40, 23, false],
  ['lossless.webp', 'webp', 40, 23, false],
  ['turned.webp', 'webp', 23, 40, false],
  ['animated.webp', 'webp', 40, 23, true],
  ['plain.tiff', 'tiff', 40, 23, false],
  ['turned.tiff', 'tiff', 23, 40, false],
]

for (const [name, type, width, height, animated] of samples) {
  test(`[FIL-6] ${name} is detected from its bytes, with its displayed size`, async () => {
    assert.deepEqual(await detect(await readSample(name)), {
      type,
      mime: `image/${type}`,
      width,
      height,
      animated,
    })
  })

  test(`${name} truncated in its first 30 bytes is refused`, async () => {
    const whole = await readSample(name)
    for (let length = 0; length < 30; length++) await refused(whole.subarray(0, length))
  })
}

test('every EXIF orientation of a JPEG gives the displayed size, in both byte orders', async () => {
  for (const isLittle of [true, false]) {
    for (let orientation = 0; orientation <= 9; orientation++) {
      const { width, height } = await detect(jpeg(40, 23, exif(orientation, isLittle)))
      const isRotated = orientation >= 5 && orientation <= 8
      assert.deepEqual([width, height], isRotated ? [23, 40] : [40, 23], `orientation ${orientation}`)
    }
  }
})

test('damaged EXIF is ignored: the size of a JPEG is the stored one', async () => {
  for (const broken of ['Exif\0\0', 'Exif\0\0II*\0\xff\xff\xff\xff', 'Exif\0\0nonsense', 'Exi']) {
    const { width, height } = await detect(jpeg(40, 23, segment(0xe1, Buffer.from(broken, 'latin1'))))
    assert.deepEqual([width, height], [40, 23])
  }
})

test('a JPEG header may follow megabytes of profiles, and markers may follow padding', async () => {
  const profile = segment(0xe2, Buffer.alloc(65_000, 0xff))
  const padding = Buffer.alloc(20, 0xff)
  const file = jpeg(300, 200, Buffer.concat([...Array(40).fill(profile), padding, exif(6, true), profile]))
  assert.deepEqual(sizeOf(await detect(file)), [200, 300])
})

test('a JPEG without image data is rejected', async () => {
  await refused(jpeg(40, 23, Buffer.concat(Array(3000).fill(segment(0xe0, Buffer.alloc(0))))))
  await refused(jpeg(40, 23, segment(0xda, Buffer.alloc(10))))
  await refused(jpeg(40, 23, Buffer.from([0xff, 0xe0, 0, 1])))
  await refused(jpeg(40, 23, Buffer.alloc(200, 0xff)))
})

test('JPEG encodings that browsers do not show are rejected', async () => {
  for (const code of [0xc3, 0xc5, 0xc9, 0xcb, 0xcf]) await refused(jpeg(40, 23, Buffer.alloc(0), code), /not supported/)
})

test('a TIFF is read in both byte orders, with its directory at any offset', async () => {
  for (const isLittle of [true, false]) {
    assert.deepEqual(sizeOf(await detect(tiff({ width: 70, height: 50 }, isLittle, 200_000))), [70, 50])
    const turned = tiff({ width: 70, height: 50, orientation: 8 }, isLittle)
    assert.deepEqual(sizeOf(await detect(turned)), [50, 70])
  }
})

test('BigTIFF, a TIFF without picture or size, and one whose directory is outside the file are rejected', async () => {
  await refused(Buffer.from('II+\0\x08\0\0\0\x10\0\0\0\0\0\0\0', 'latin1'), /BigTIFF/)
  await refused(tiff({ width: 70, height: 0 }, true), /is 0/)
  const outside = tiff({ width: 70, height: 50 }, true)
  outside.writeUInt32LE(0xfffffff0, 4)
  await refused(outside, /truncated/)
  const empty = tiff({ width: 70, height: 50 }, true)
  empty.writeUInt16LE(330, 8 + 2 + 2 * 12)
  await refused(empty, /contains no image/)
})

test('[FIL-1] an image has at most 100 megapixels, and a size', async () => {
  assert.deepEqual(sizeOf(await detect(png(10_000, 10_000))), [10_000, 10_000])
  await refused(png(10_001, 10_000), /100 megapixels/)
  await refused(png(0x7fffffff, 0x7fffffff), /side/)
  await refused(png(0, 10), /is 0/)
  await refused(jpeg(10, 0), /is 0/)
})

test('a PNG with a wrong checksum, depth or first chunk, or without data, is refused', async () => {
  const wrongSum = png(5, 5)
  wrongSum[30] = (wrongSum[30] as number) ^ 1
  await refused(wrongSum, /damaged/)
  await refused(png(5, 5, [3, 2, 0, 0, 0]), /damaged/)
  await refused(png(5, 5, [8, 2, 0, 0, 2]), /damaged/)
  const withoutData = png(5, 5)
  withoutData.write('IEND', 37, 'latin1')
  await refused(withoutData, /damaged/)
})

test('a GIF that continues as a script is rejected', async () => {
  await refused(Buffer.from('GIF89a/*aaaaaaaaaaaaaaaaaaaa*/=1;alert(1)//aaaaaaaaaaaaaaaaaa', 'latin1'))
})

test('[FIL-1] anything but the five image types is rejected', async () => {
  const others = [
    '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"/>',
    '<?xml version="1.0"?><svg/>',
    '<!DOCTYPE html><script>alert(1)</script>',
    `BM${'\0'.repeat(100)}`,
    '\0\0\x01\0\x01\0',
    '\0\0\0\x1cftypavif\0\0\0\0',
    'RIFF\x24\0\0\0WAVEfmt ',
    '%PDF-1.7\n',
    'not an image at all',
    '',
  ]
  for (const content of others) await refused(Buffer.from(content, 'latin1'), /not a PNG, JPEG, GIF, WebP or TIFF/)
  for (const name of ['page.pdf', 'letter.docx', 'letter.doc']) await refused(await readSample(name))
})

test('[FIL-1] an image that is also an HTML page, a PDF or an archive is rejected', async () => {
  for (const text of ['<html>', '<SCRIPT src=x>', '<!doctype HTML', '%PDF-1.4', '<svg onload=1>', '<?php ']) {
    await refused(jpeg(40, 23, segment(0xfe, Buffer.from(text))), /two file types/)
  }
  const archive = await readSample('letter.docx')
  for (const name of ['plain.png', 'plain.gif', 'plain.jpg', 'lossy.webp', 'plain.tiff']) {
    await refused(Buffer.concat([await readSample(name), archive]), /two file types/)
  }
})

test('a comment that only mentions HTML or PDF is accepted', async () => {
  const comment = segment(0xfe, Buffer.from('a <header> of html, svg and PDF'))
  assert.equal((await detect(jpeg(40, 23, comment))).type, 'jpeg')
})

function detect(file: Buffer): Promise<DetectedImage> {
  return detectImage(file.subarray(0, 8192), readBuffer(file), file.length)
}

async function refused(file: Buffer, message = /./): Promise<void> {
  await assert.rejects(detect(file), error => error instanceof UnrecognizedFile && message.test(error.message))
}

function readBuffer(file: Buffer): ReadAt {
  return async (position, length) => file.subarray(position, position + length)
}

function sizeOf({ width, height }: DetectedImage): [number, number] {
  return [width, height]
}

function segment(code: number, data: Buffer): Buffer {
  const header = Buffer.from([0xff, code, 0, 0])
  header.writeUInt16BE(data.length + 2, 2)
  return Buffer.concat([header, data])
}

function jpeg(width: number, height: number, between: Buffer = Buffer.alloc(0), code = 0xc0): Buffer {
  const frame = Buffer.from([8, 0, 0, 0, 0, 1, 1, 0x11, 0])
  frame.writeUInt16BE(height, 1)
  frame.writeUInt16BE(width, 3)
  return Buffer.concat([Buffer.from([0xff, 0xd8]), between, segment(code, frame), Buffer.alloc(20)])
}

function exif(orientation: number, isLittle: boolean): Buffer {
  return segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0'), tiff({ orientation }, isLittle)]))
}

function tiff(
  fields: { width?: number; height?: number; orientation?: number },
  isLittle: boolean,
  padding = 0,
): Buffer {
  const { width = 1, height = 1, orientation = 1 } = fields
  const entries = [
    [256, width],
    [257, height],
    [273, 8],
    [274, orientation],
  ]
  const file = Buffer.alloc(8 + padding + 2 + entries.length * 12 + 4)
  const write = (value: number, at: number, length: number) =>
    isLittle ? file.writeUIntLE(value, at, length) : file.writeUIntBE(value, at, length)
  file.write(isLittle ? 'II' : 'MM')
  write(42, 2, 2)
  write(8 + padding, 4, 4)
  write(entries.length, 8 + padding, 2)
  entries.forEach(([tag = 0, value = 0], index) => {
    const at = 8 + padding + 2 + index * 12
    write(tag, at, 2)
    write(3, at + 2, 2)
    write(1, at + 4, 4)
    write(value, at + 8, 2)
  })
  return file
}

function png(width: number, height: number, [...rest] = [8, 2, 0, 0, 0]): Buffer {
  const header = Buffer.alloc(25)
  header.writeUInt32BE(13, 0)
  header.write('IHDR', 4)
  header.writeUInt32BE(width, 8)
  header.writeUInt32BE(height, 12)
  header.set(rest, 16)
  header.writeUInt32BE(crc32(header.subarray(4, 21)), 21)
  const data = Buffer.from('\0\0\0\x04IDATabcdsums', 'latin1')
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), header, data])
}
