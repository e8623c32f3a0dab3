// Finds size and orientation of a JPEG by going from segment to segment up to the picture itself.
import { type Bytes, Unrecognised, within } from './bytes.ts'
import type { ImageHeader } from './image-header.ts'
import { exifOrientation } from './tiff-directory.ts'

const marker = { app1: 0xe1, startOfScan: 0xda, end: 0xd9 }
const mostSegments = 1000

export async function readJpegHeader(bytes: Bytes): Promise<ImageHeader> {
  let orientation: number | undefined
  let position = 2
  for (let count = 0; count < mostSegments; count++) {
    const segment = await readSegment(bytes, position)
    if (isFrame(segment.code))
      return { ...(await frameSize(segment.data)), orientation: orientation ?? 1, animated: false }
    if (segment.code === marker.app1) orientation ??= await segmentOrientation(segment.data)
    position = segment.end
  }
  throw new Unrecognised('The JPEG file holds no picture')
}

interface Segment {
  code: number
  data: Bytes
  end: number
}

async function readSegment(bytes: Bytes, start: number): Promise<Segment> {
  let position = start
  const [first, second = 0] = await bytes.at(position, 2)
  let code = second
  // A marker may be led by any number of 0xff.
  for (; first === 0xff && code === 0xff && position - start < 64; position++) {
    code = (await bytes.at(position + 2, 1))[0] ?? 0
  }
  const standsAlone = code < 0xc0 || code === 0xff || (code >= 0xd0 && code <= marker.end)
  if (first !== 0xff || standsAlone || code === marker.startOfScan) throw new Unrecognised('The JPEG header is damaged')
  const length = (await bytes.at(position + 2, 2)).readUInt16BE(0)
  if (length < 2) throw new Unrecognised('The JPEG header is damaged')
  return { code, data: within(bytes, position + 4, length - 2), end: position + 2 + length }
}

// Baseline, extended and progressive; the other ways of coding are shown by no browser.
function isFrame(code: number): boolean {
  if (code === 0xc4 || code === 0xcc || code < 0xc0 || code > 0xcf) return false
  if (code > 0xc2) throw new Unrecognised('JPEG files that are lossless or arithmetically coded are not supported')
  return true
}

async function frameSize(frame: Bytes): Promise<{ width: number; height: number }> {
  const header = await frame.at(0, 6)
  const components = header[5] ?? 0
  const isSound = [8, 12].includes(header[0] ?? 0) && components >= 1 && components <= 4
  if (!isSound || frame.size !== 6 + 3 * components) throw new Unrecognised('The JPEG header is damaged')
  return { width: header.readUInt16BE(3), height: header.readUInt16BE(1) }
}

async function segmentOrientation(data: Bytes): Promise<number | undefined> {
  if (data.size < 6 || (await data.at(0, 6)).toString('latin1') !== 'Exif\0\0') return undefined
  return exifOrientation(within(data, 6, data.size - 6))
}
