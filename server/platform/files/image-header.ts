// Reads size and orientation from the headers of PNG, GIF, WebP and TIFF files. Pictures are never decoded here: only
// sandboxed child processes do that. jpeg-header.ts reads JPEG.
import { crc32 } from 'node:zlib'
import { type ByteSource, sliceSource, UnrecognizedFile } from './byte-source.ts'
import { exifOrientation, readTiffDirectory } from './tiff-directory.ts'

/** Size as stored; `orientation` is the EXIF one, 1 to 8. */
export interface ImageHeader {
  width: number
  height: number
  orientation: number
  animated: boolean
}

const maxChunks = 1000
const pngDepths: Record<number, number[]> = { 0: [1, 2, 4, 8, 16], 2: [8, 16], 3: [1, 2, 4, 8], 4: [8, 16], 6: [8, 16] }

export async function readPngHeader(bytes: ByteSource): Promise<ImageHeader> {
  const header = await bytes.read(8, 25)
  if (header.readUInt32BE(0) !== 13 || header.toString('latin1', 4, 8) !== 'IHDR') throw damagedPng()
  if (crc32(header.subarray(4, 21)) !== header.readUInt32BE(21)) throw damagedPng()
  const [depth = 0, colorType = 0, compression, filter, interlace = 0] = header.subarray(16, 21)
  if (!pngDepths[colorType]?.includes(depth) || compression !== 0 || filter !== 0 || interlace > 1) throw damagedPng()

  let orientation: number | undefined
  let animated = false
  let position = 33
  for (let count = 0; count < maxChunks; count++) {
    const chunk = await bytes.read(position, 8)
    const length = chunk.readUInt32BE(0)
    const name = chunk.toString('latin1', 4, 8)
    if (name === 'IDAT') {
      const [width, height] = [header.readUInt32BE(8), header.readUInt32BE(12)]
      return { width, height, orientation: orientation ?? 1, animated }
    }
    if (name === 'IEND' || !/^[A-Za-z]{4}$/.test(name)) throw damagedPng()
    if (name === 'acTL') animated = true
    if (name === 'eXIf') orientation ??= await exifOrientation(sliceSource(bytes, position + 8, length))
    position += length + 12
  }
  throw damagedPng()
}

function damagedPng(): UnrecognizedFile {
  return new UnrecognizedFile('The PNG header is damaged')
}

const gif = { extension: 0x21, image: 0x2c, end: 0x3b, application: 0xff }
const maxScanBytes = 256 * 1024

export async function readGifHeader(bytes: ByteSource): Promise<ImageHeader> {
  const header = await bytes.read(6, 7)
  const size = { width: header.readUInt16LE(0), height: header.readUInt16LE(2), orientation: 1 }
  let position = 13 + colorTableBytes(header[4])
  let pictures = 0
  let loops = false
  while (position < Math.min(maxScanBytes, bytes.size)) {
    const [kind] = await bytes.read(position, 1)
    if (kind === gif.end) break
    if (kind === gif.image) {
      if (++pictures > 1) break
      const descriptor = await bytes.read(position + 1, 9)
      position = await skipSubBlocks(bytes, position + 11 + colorTableBytes(descriptor[8]))
    } else if (kind === gif.extension) {
      if (await isLoopExtension(bytes, position)) loops = true
      position = await skipSubBlocks(bytes, position + 2)
    } else {
      throw new UnrecognizedFile('The GIF file is damaged')
    }
  }
  if (pictures === 0) throw new UnrecognizedFile('The GIF file contains no image')
  return { ...size, animated: pictures > 1 || loops }
}

async function isLoopExtension(bytes: ByteSource, position: number): Promise<boolean> {
  const [label] = await bytes.read(position + 1, 1)
  return label === gif.application && (await bytes.read(position + 3, 11)).toString('latin1') === 'NETSCAPE2.0'
}

function colorTableBytes(flags = 0): number {
  return flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0
}

// Stops at the scan limit: if the first picture is larger than that, only a loop extension marks an animation.
async function skipSubBlocks(bytes: ByteSource, start: number): Promise<number> {
  let position = start
  while (position < maxScanBytes) {
    const [length = 0] = await bytes.read(position, 1)
    position += length + 1
    if (length === 0) break
  }
  return position
}

export async function readWebpHeader(bytes: ByteSource): Promise<ImageHeader> {
  const riff = sliceSource(bytes, 0, (await bytes.read(4, 4)).readUInt32LE(0) + 8)
  if (riff.size > bytes.size) throw new UnrecognizedFile('The file is truncated')
  const { name } = await webpChunk(riff, 12)
  if (name === 'VP8X') return readExtendedWebp(riff)
  return { ...(await webpPictureSize(riff, 12)), orientation: 1, animated: false }
}

async function readExtendedWebp(riff: ByteSource): Promise<ImageHeader> {
  const header = await riff.read(20, 10)
  const width = header.readUIntLE(4, 3) + 1
  const height = header.readUIntLE(7, 3) + 1
  const animated = ((header[0] ?? 0) & 0x02) !== 0
  let orientation: number | undefined
  let hasPicture = false
  let position = 12
  for (let count = 0; count < maxChunks && position < riff.size; count++) {
    const { name, length } = await webpChunk(riff, position)
    if (name === 'VP8 ' || name === 'VP8L' || name === 'ANMF') hasPicture = true
    if (name === 'EXIF') orientation ??= await exifOrientation(await skipExifPrefix(riff, position + 8, length))
    position += 8 + length + (length % 2)
    // A long animation has many chunks; reading all of them to find EXIF at the end is not worth it.
    if (animated && hasPicture) break
  }
  if (!hasPicture) throw new UnrecognizedFile('The WebP file contains no image')
  return { width, height, orientation: orientation ?? 1, animated }
}

async function webpChunk(riff: ByteSource, position: number): Promise<{ name: string; length: number }> {
  const chunk = await riff.read(position, 8)
  return { name: chunk.toString('latin1', 0, 4), length: chunk.readUInt32LE(4) }
}

async function webpPictureSize(riff: ByteSource, position: number): Promise<{ width: number; height: number }> {
  const { name } = await webpChunk(riff, position)
  const picture = await riff.read(position + 8, 10)
  if (name === 'VP8 ' && ((picture[0] ?? 1) & 1) === 0 && picture.readUIntBE(3, 3) === 0x9d012a) {
    return { width: picture.readUInt16LE(6) & 0x3fff, height: picture.readUInt16LE(8) & 0x3fff }
  }
  const sizes = picture.readUInt32LE(1)
  if (name === 'VP8L' && picture[0] === 0x2f && sizes >>> 29 === 0) {
    return { width: (sizes & 0x3fff) + 1, height: ((sizes >>> 14) & 0x3fff) + 1 }
  }
  throw new UnrecognizedFile('The WebP header is damaged')
}

// Some programs write the prefix of JPEG's EXIF segment before the data.
async function skipExifPrefix(riff: ByteSource, start: number, length: number): Promise<ByteSource> {
  const prefix = length >= 6 ? (await riff.read(start, 6)).toString('latin1') : ''
  return prefix === 'Exif\0\0' ? sliceSource(riff, start + 6, length - 6) : sliceSource(riff, start, length)
}

export async function readTiffHeader(bytes: ByteSource): Promise<ImageHeader> {
  const { width, height, orientation, hasPicture } = await readTiffDirectory(bytes)
  if (!hasPicture) throw new UnrecognizedFile('The TIFF file contains no image')
  return { width, height, orientation, animated: false }
}
