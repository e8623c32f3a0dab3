// Reads the first directory of a TIFF file, which is also what EXIF data is: size and orientation, nothing else.
import { type Bytes, Unrecognised } from './bytes.ts'

export interface TiffDirectory {
  width: number
  height: number
  orientation: number
  hasPicture: boolean
}

const tags = { width: 256, height: 257, stripOffsets: 273, orientation: 274, tileOffsets: 324 }
const short = 3
const long = 4
const mostEntries = 4096

export async function readTiffDirectory(bytes: Bytes): Promise<TiffDirectory> {
  const header = await bytes.at(0, 8)
  const order = header.toString('latin1', 0, 2)
  if (order !== 'II' && order !== 'MM') throw new Unrecognised('The TIFF header is damaged')
  const read = numberReader(order === 'II')
  const magic = read(header, 2, 2)
  if (magic === 43) throw new Unrecognised('BigTIFF files are not supported')
  if (magic !== 42) throw new Unrecognised('The TIFF header is damaged')

  const start = read(header, 4, 4)
  const count = read(await bytes.at(start, 2), 0, 2)
  if (start < 8 || count === 0 || count > mostEntries) throw new Unrecognised('The TIFF directory is damaged')
  const entries = await bytes.at(start + 2, count * 12)
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

/** The orientation that EXIF data gives, 1 where it is damaged or silent: bad EXIF does not make a bad picture. */
export async function exifOrientation(exif: Bytes): Promise<number> {
  try {
    return (await readTiffDirectory(exif)).orientation
  } catch (error) {
    if (error instanceof Unrecognised) return 1
    throw error
  }
}

function numberReader(isLittle: boolean): (buffer: Buffer, at: number, length: number) => number {
  return (buffer, at, length) => (isLittle ? buffer.readUIntLE(at, length) : buffer.readUIntBE(at, length))
}
