// Tells what a stored file is, by its bytes and never by its name or what the sender called it. Only headers and
// directories are read, within bounds; nothing is decoded here. What is not on the list is refused.
import { type Bytes, openBytes, type ReadAt, Unrecognised } from './bytes.ts'
import { type ImageHeader, readGifHeader, readPngHeader, readTiffHeader, readWebpHeader } from './image-header.ts'
import { readJpegHeader } from './jpeg-header.ts'
import { type OfficeType, recogniseNewOffice, recogniseOldOffice } from './office-file.ts'
import { findZipEnd } from './zip-directory.ts'

export { type ReadAt, readStored, Unrecognised } from './bytes.ts'

type ImageType = 'png' | 'jpeg' | 'gif' | 'webp' | 'tiff'
type DocumentType = 'pdf' | OfficeType

/** Width and height as shown: a picture that EXIF turns on its side has them swapped. */
export interface RecognisedImage {
  type: ImageType
  mime: string
  width: number
  height: number
  animated: boolean
}

export interface RecognisedDocument {
  type: DocumentType
  mime: string
}

const mostPixels = 100_000_000
const longestSide = 1_000_000

interface ImageFormat {
  type: ImageType
  mime: string
  start: RegExp
  read(bytes: Bytes): Promise<ImageHeader>
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

/** `head` holds the first bytes, `readAt` reads any; throws Unrecognised for all that is not an image we take. */
export async function recogniseImage(head: Buffer, readAt: ReadAt, size: number): Promise<RecognisedImage> {
  const bytes = openBytes(head, readAt, size)
  const start = head.toString('latin1', 0, 16)
  const format = imageFormats.find(candidate => candidate.start.test(start))
  if (!format) throw new Unrecognised('The file is not a PNG, JPEG, GIF, WebP or TIFF image')
  const header = await format.read(bytes)
  await refuseSecondNature(head, bytes, anyMark)
  const { type, mime } = format
  return { type, mime, ...shownSize(header), animated: header.animated }
}

export async function recogniseDocument(head: Buffer, readAt: ReadAt, size: number): Promise<RecognisedDocument> {
  const bytes = openBytes(head, readAt, size)
  const start = head.toString('latin1', 0, 64)
  // Some writers begin with a byte order mark or blank lines. Readers accept far more than that, and so more than PDFs.
  if (/^(\xef\xbb\xbf)?[ \t\r\n]{0,16}%PDF-[12]\.\d/.test(start)) {
    await refuseSecondNature(head, bytes, pageMark)
    return { type: 'pdf', mime: 'application/pdf' }
  }
  if (start.startsWith('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1')) {
    await refuseSecondNature(head, bytes, anyMark)
    return recogniseOldOffice(bytes)
  }
  if (start.startsWith('PK\x03\x04')) return recogniseNewOffice(bytes)
  throw new Unrecognised('The file is not a PDF, Word, PowerPoint or Excel document')
}

const pageMark = /<!doctype html|<(html|head|body|script|iframe|svg)[\s/>]|<\?php/i
const anyMark = new RegExp(`%pdf-|${pageMark.source}`, 'i')

// A file that is one thing to us and another to the next program is refused: marks that browsers and PDF readers look
// for in the first kilobyte, and the end of a zip file, which is where archives are told by.
async function refuseSecondNature(head: Buffer, bytes: Bytes, mark: RegExp): Promise<void> {
  if (mark.test(head.toString('latin1', 0, 1024)) || (await findZipEnd(bytes)) !== null) {
    throw new Unrecognised('The file is of two kinds at once, which is refused')
  }
}

function shownSize({ width, height, orientation }: ImageHeader): { width: number; height: number } {
  if (width === 0 || height === 0) throw new Unrecognised('The image has no size')
  if (width > longestSide || height > longestSide) {
    throw new Unrecognised(`The image has a side of more than ${longestSide} pixels`)
  }
  if (width * height > mostPixels) throw new Unrecognised('The image has more than 100 megapixels')
  const isTurned = orientation >= 5 && orientation <= 8
  return isTurned ? { width: height, height: width } : { width, height }
}
