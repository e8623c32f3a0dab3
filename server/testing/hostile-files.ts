// Generates malicious files: decompression bombs, endless drawings, and headers that do not match the data.

import { crc32, deflateSync } from 'node:zlib'
import { createPdf } from './pdf-file.ts'

/** A PNG with this size in its header and this data. */
export function pngOf(width: number, height: number, data: Buffer): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2, 0, 0, 0], 8)
  const parts = [chunk('IHDR', header), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...parts])
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}

/** A 100 KB file with 95 megapixels. */
export const hugePng = () => pngOf(9_700, 9_700, deflateSync(Buffer.alloc(9_700 * (9_700 * 3 + 1))))

/** 10 by 10 pixels, with data that unpacks to 300 MB. */
export const zipBombPng = () => pngOf(10, 10, deflateSync(Buffer.alloc(300_000_000)))

/** Many large frames in few bytes. */
export function manyFramesGif(frames: number): Buffer {
  const screen = Buffer.from([
    0x47, 0x49, 0x46, 0x38, 0x39, 0x61, 0xd0, 0x07, 0xd0, 0x07, 0x80, 0, 0, 0, 0, 0, 255, 255, 255,
  ])
  const loop = Buffer.from('\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00', 'latin1')
  // One pixel, on a screen of 2,000 by 2,000.
  const frame = Buffer.from([0x21, 0xf9, 4, 0, 5, 0, 0, 0, 0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0])
  return Buffer.concat([screen, loop, ...Array.from({ length: frames }, () => frame), Buffer.from([0x3b])])
}

/** A page that draws a form ten times, which draws another form ten times, and so on. */
export function exponentialPdf(levels: number): Buffer {
  const first = 6
  const forms = Array.from({ length: levels }, (_, level) => {
    const isLast = level === levels - 1
    const drawing = isLast ? '0 0 10 10 re f' : '/F Do '.repeat(10)
    const resources = isLast ? '' : `/Resources << /XObject << /F ${first + level + 1} 0 R >> >>`
    return `<< /Type /XObject /Subtype /Form /BBox [0 0 100 100] ${resources} /Length ${drawing.length} >>
stream\n${drawing}\nendstream`
  })
  const page = createPdf([{ drawing: '/F Do '.repeat(10) }], { more: forms }).toString('latin1')
  return Buffer.from(page.replace('/Font << /F1 3 0 R >>', `/XObject << /F ${first} 0 R >>`), 'latin1')
}

/** A page whose drawing is compressed twice and unpacks to 500 MB. */
export function zipBombPdf(): Buffer {
  const packed = deflateSync(deflateSync(Buffer.alloc(500_000_000, 0x20)))
  const file = createPdf([{ drawing: packed.toString('latin1') }]).toString('latin1')
  return Buffer.from(
    file.replace(
      `<< /Length ${packed.length} >>`,
      `<< /Length ${packed.length} /Filter [/FlateDecode /FlateDecode] >>`,
    ),
    'latin1',
  )
}

/** Deeply nested arrays. */
export const nestedPdf = (depth: number) =>
  createPdf([{ text: 'deep' }], { more: ['['.repeat(depth) + ']'.repeat(depth)], trailer: '/Info 6 0 R' })

/** A page tree that contains itself. */
export const circularPdf = () =>
  Buffer.from(
    createPdf([{ text: 'x' }])
      .toString('latin1')
      .replace('/Kids [4 0 R]', '/Kids [2 0 R]'),
    'latin1',
  )
