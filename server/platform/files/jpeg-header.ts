// Reads size and orientation of a JPEG from the segments before the image data.
import { type ByteSource, sliceSource, UnrecognizedFile } from './byte-source.ts'
import type { ImageHeader } from './image-header.ts'
import { exifOrientation } from './tiff-directory.ts'

const marker = { app1: 0xe1, startOfScan: 0xda, end: 0xd9 }
const maxSegments = 1000

export async function readJpegHeader(bytes: ByteSource): Promise<ImageHeader> {
  let orientation: number | undefined
  let position = 2
  for (let count = 0; count < maxSegments; count++) {
    const segment = await readSegment(bytes, position)
    if (isFrame(segment.code))
      return { ...(await frameSize(segment.data)), orientation: orientation ?? 1, animated: false }
    if (segment.code === marker.app1) orientation ??= await segmentOrientation(segment.data)
    position = segment.end
  }
  throw new UnrecognizedFile('The JPEG file contains no image')
}

interface Segment {
  code: number
  data: ByteSource
  end: number
}

async function readSegment(bytes: ByteSource, start: number): Promise<Segment> {
  let position = start
  const [first, second = 0] = await bytes.read(position, 2)
  let code = second
  // Any number of 0xff may precede a marker.
  for (; first === 0xff && code === 0xff && position - start < 64; position++) {
    code = (await bytes.read(position + 2, 1))[0] ?? 0
  }
  const hasNoLength = code < 0xc0 || code === 0xff || (code >= 0xd0 && code <= marker.end)
  if (first !== 0xff || hasNoLength || code === marker.startOfScan)
    throw new UnrecognizedFile('The JPEG header is damaged')
  const length = (await bytes.read(position + 2, 2)).readUInt16BE(0)
  if (length < 2) throw new UnrecognizedFile('The JPEG header is damaged')
  return { code, data: sliceSource(bytes, position + 4, length - 2), end: position + 2 + length }
}

// Baseline, extended and progressive frames; no browser shows the other encodings.
function isFrame(code: number): boolean {
  if (code === 0xc4 || code === 0xcc || code < 0xc0 || code > 0xcf) return false
  if (code > 0xc2) throw new UnrecognizedFile('Lossless and arithmetic-coded JPEG files are not supported')
  return true
}

async function frameSize(frame: ByteSource): Promise<{ width: number; height: number }> {
  const header = await frame.read(0, 6)
  const components = header[5] ?? 0
  const isValid = [8, 12].includes(header[0] ?? 0) && components >= 1 && components <= 4
  if (!isValid || frame.size !== 6 + 3 * components) throw new UnrecognizedFile('The JPEG header is damaged')
  return { width: header.readUInt16BE(3), height: header.readUInt16BE(1) }
}

async function segmentOrientation(data: ByteSource): Promise<number | undefined> {
  if (data.size < 6 || (await data.read(0, 6)).toString('latin1') !== 'Exif\0\0') return undefined
  return exifOrientation(sliceSource(data, 6, data.size - 6))
}
