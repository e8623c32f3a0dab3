// Reads size and orientation from the first directory of a TIFF file. EXIF data has the same format.
import { type ByteSource, UnrecognizedFile } from './byte-source.ts'

export interface TiffDirectory {
  width: number
  height: number
  orientation: number
  hasPicture: boolean
}

const tags = { width: 256, height: 257, stripOffsets: 273, orientation: 274, tileOffsets: 324 }
const short = 3
const long = 4
const maxEntries = 4096

export async function readTiffDirectory(bytes: ByteSource): Promise<TiffDirectory> {
  const header = await bytes.read(0, 8)
  const order = header.toString('latin1', 0, 2)
  if (order !== 'II' && order !== 'MM') throw new UnrecognizedFile('The TIFF header is damaged')
  const read = numberReader(order === 'II')
  const magic = read(header, 2, 2)
  if (magic === 43) throw new UnrecognizedFile('BigTIFF files are not supported')
  if (magic !== 42) throw new UnrecognizedFile('The TIFF header is damaged')

  const start = read(header, 4, 4)
  const count = read(await bytes.read(start, 2), 0, 2)
  if (start < 8 || count === 0 || count > maxEntries) throw new UnrecognizedFile('The TIFF directory is damaged')
  const entries = await bytes.read(start + 2, count * 12)
  const found = new Map<number, number>()
  for (let at = 0; at < entries.length; at += 12) {
    const type = read(entries, at + 2, 2)
    const isNumber = type === short || type === long
    if (isNumber) found.set(read(entries, at, 2), read(entries, at + 8, type === short ? 2 : 4))
  }
  return {
    width: found.get(tags.width) ?? 0,
    height: found.get(tags.height) ?? 0,
    orientation: found.get(tags.orientation) ?? 1,
    hasPicture: found.has(tags.stripOffsets) || found.has(tags.tileOffsets),
  }
}

/**
 * Returns the EXIF orientation, or 1 if the EXIF data is damaged or has none: bad EXIF does not make the image invalid.
 */
export async function exifOrientation(exif: ByteSource): Promise<number> {
  try {
    return (await readTiffDirectory(exif)).orientation
  } catch (error) {
    if (error instanceof UnrecognizedFile) return 1
    throw error
  }
}

function numberReader(isLittle: boolean): (buffer: Buffer, at: number, length: number) => number {
  return (buffer, at, length) => (isLittle ? buffer.readUIntLE(at, length) : buffer.readUIntBE(at, length))
}
