// Detects the type of a stored file from its bytes, never from its name or declared type. Only headers and directories
// are read, within limits; nothing is decoded here. Types that are not on the list are rejected.
import { type ByteSource, openByteSource, type ReadAt, UnrecognizedFile } from './byte-source.ts'
import { type ImageHeader, readGifHeader, readPngHeader, readTiffHeader, readWebpHeader } from './image-header.ts'
import { readJpegHeader } from './jpeg-header.ts'
import { detectLegacyOffice, detectOpenXmlOffice, type OfficeType } from './office-file.ts'
import { findZipEnd } from './zip-directory.ts'

type ImageType = 'png' | 'jpeg' | 'gif' | 'webp' | 'tiff'
type DocumentType = 'pdf' | OfficeType

/** Width and height as displayed: swapped if the EXIF orientation rotates the picture by 90 degrees. */
export interface DetectedImage {
  type: ImageType
  mime: string
  width: number
  height: number
  animated: boolean
}

export interface DetectedDocument {
  type: DocumentType
  mime: string
}

const maxPixels = 100_000_000
const maxSidePixels = 1_000_000

interface ImageFormat {
  type: ImageType
  mime: string
  start: RegExp
  read(bytes: ByteSource): Promise<ImageHeader>
}

const imageFormats: ImageFormat[] = [
  // biome-ignore-start lint/suspicious/noControlCharactersInRegex: file signatures hold them
  { type: 'png', mime: 'image/png', start: /^\x89PNG\r\n\x1a\n/, read: readPngHeader },
  { type: 'jpeg', mime: 'image/jpeg', start: /^\xff\xd8\xff/, read: readJpegHeader },
  { type: 'gif', mime: 'image/gif', start: /^GIF8[79]a/, read: readGifHeader },
  { type: 'webp', mime: 'image/webp', start: /^RIFF[\s\S]{4}WEBPVP8/, read: readWebpHeader },
  { type: 'tiff', mime: 'image/tiff', start: /^(II[*+]\0|MM\0[*+])/, read: readTiffHeader },
  // biome-ignore-end lint/suspicious/noControlCharactersInRegex: file signatures hold them
]

/** `head` holds the first bytes, `readAt` reads any range. Throws UnrecognizedFile if it is not a supported image. */
export async function detectImage(head: Buffer, readAt: ReadAt, size: number): Promise<DetectedImage> {
  const bytes = openByteSource(head, readAt, size)
  const start = head.toString('latin1', 0, 16)
  const format = imageFormats.find(candidate => candidate.start.test(start))
  if (!format) throw new UnrecognizedFile('The file is not a PNG, JPEG, GIF, WebP or TIFF image')
  const header = await format.read(bytes)
  await rejectPolyglot(head, bytes, htmlOrPdfMarker)
  const { type, mime } = format
  return { type, mime, ...displaySize(header), animated: header.animated }
}

export async function detectDocument(head: Buffer, readAt: ReadAt, size: number): Promise<DetectedDocument> {
  const bytes = openByteSource(head, readAt, size)
  const start = head.toString('latin1', 0, 64)
  // Some programs write a byte order mark or blank lines first. PDF readers accept more than that; we do not, because a
  // file with other content before its PDF header could be a valid file of a second type.
  if (/^(\xef\xbb\xbf)?[ \t\r\n]{0,16}%PDF-[12]\.\d/.test(start)) {
    await rejectPolyglot(head, bytes, htmlMarker)
    return { type: 'pdf', mime: 'application/pdf' }
  }
  if (start.startsWith('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1')) {
    await rejectPolyglot(head, bytes, htmlOrPdfMarker)
    return detectLegacyOffice(bytes)
  }
  if (start.startsWith('PK\x03\x04')) return detectOpenXmlOffice(bytes)
  throw new UnrecognizedFile('The file is not a PDF, Word, PowerPoint or Excel document')
}

const htmlMarker = /<!doctype html|<(html|head|body|script|iframe|svg)[\s/>]|<\?php/i
const htmlOrPdfMarker = new RegExp(`%pdf-|${htmlMarker.source}`, 'i')

// Rejects polyglots, files that other programs would open as another type: browsers and PDF readers look for their
// markers in the first kilobyte, archive programs for the end record of a zip file.
async function rejectPolyglot(head: Buffer, bytes: ByteSource, marker: RegExp): Promise<void> {
  if (marker.test(head.toString('latin1', 0, 1024)) || (await findZipEnd(bytes)) !== null) {
    throw new UnrecognizedFile('The file is valid as two file types at once, which is not accepted')
  }
}

function displaySize({ width, height, orientation }: ImageHeader): { width: number; height: number } {
  if (width === 0 || height === 0) throw new UnrecognizedFile('The width or height of the image is 0')
  if (width > maxSidePixels || height > maxSidePixels) {
    throw new UnrecognizedFile(`The image has a side of more than ${maxSidePixels} pixels`)
  }
  if (width * height > maxPixels) throw new UnrecognizedFile('The image has more than 100 megapixels')
  const isRotated = orientation >= 5 && orientation <= 8
  return isRotated ? { width: height, height: width } : { width, height }
}
