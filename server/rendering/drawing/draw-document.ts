// Runs in a child process: draws the pages of a PDF with PDFium and extracts their text. One document is open at a time.

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type PDFiumDocument, PDFiumLibrary, type PDFiumPage } from '@hyzyla/pdfium'
import type { FailureCode } from '@tessera/contract/failures'
import sharp from 'sharp'
import type { ChildTasks, DrawnPage, DrawnPicture } from '../sandbox/child-tasks.ts'
import { maxTextLength } from '../sandbox/limits.ts'
import { UnreadableFile } from '../sandbox/processing-errors.ts'
import { write } from './draw-image.ts'
import { type Pixels, shrink } from './shrink-pixels.ts'

type OpenTask = ChildTasks['open-document']
type DrawTask = ChildTasks['draw-pages']

let library: ReturnType<typeof PDFiumLibrary.init> | undefined
let open: PDFiumDocument | undefined

export async function openDocument({ path }: OpenTask['input']): Promise<OpenTask['output']> {
  closeDocument()
  open = await loadDocument(path)
  return { pages: open.getPageCount() }
}

async function loadDocument(path: string): Promise<PDFiumDocument> {
  library ??= PDFiumLibrary.init()
  const bytes = await readFile(path)
  try {
    return await (await library).loadDocument(bytes)
  } catch (error) {
    // The library itself crashed: its error says nothing about the document.
    if (error instanceof WebAssembly.RuntimeError) throw error
    throw new UnreadableFile(...(openErrors[(error as Error).message] ?? damaged))
  }
}

/** Keyed by the error messages of the library. */
const openErrors: Readonly<Record<string, readonly [FailureCode, string]>> = {
  'Password required or incorrect password': ['LOCKED', 'The PDF is locked with a password'],
  'Unsupported security scheme': ['ENCRYPTED', 'The PDF is encrypted in a way that cannot be read'],
}
const damaged = ['DAMAGED', 'The PDF is damaged and cannot be read'] as const

/** A page is drawn while the pictures of the previous page are encoded. */
export async function drawPages({ first, count, folder, sides }: DrawTask['input']): Promise<DrawTask['output']> {
  const pages: DrawnPage[] = []
  let last: Promise<DrawnPage> | undefined
  for (let number = first; number < first + count; number++) {
    const encode = await drawPage(number, folder, sides)
    if (last) pages.push(await last)
    last = encode()
    // Errors are thrown where the promise is awaited.
    last.catch(() => {})
  }
  if (last) pages.push(await last)
  return { pages }
}

/** The page is drawn when this resolves; the returned function writes the pictures. */
async function drawPage(number: number, folder: string, sides: readonly number[]): Promise<() => Promise<DrawnPage>> {
  if (!open) throw new Error('no document is open')
  const page = open.getPage(number - 1)
  const { originalWidth: width, originalHeight: height } = page.getOriginalSize()
  const pathOf = (side: number) => join(folder, `${number}-${side}.webp`)
  if (!(width > 0 && height > 0))
    return async () => ({ number, width: 0, height: 0, text: '', pictures: await writeBlank(pathOf, sides) })
  // The text is read first: drawing closes the page.
  const text = textOf(page)
  const shape = width / height
  const drawn = await page.render({ ...sizeOf(shape, Math.max(...sides)), renderFormFields: true })
  return async () => ({ number, width, height, text, pictures: await writeSizes(drawn, shape, pathOf, sides) })
}

export function closeDocument(): Record<never, never> {
  open?.destroy()
  open = undefined
  return {}
}

export interface DocumentPage {
  readonly number: number
  /** In pixels. */
  readonly width: number
  /** The path of the picture to write, a PNG. */
  readonly output: string
}

const maxPagePixels = 60_000_000

/** Draws pages of a PDF for a picture of a board. A page that does not exist or cannot be read is blank. */
export async function renderDocumentPages(path: string, wanted: readonly DocumentPage[]): Promise<void> {
  const document = await loadDocument(path)
  try {
    for (const { number, width, output } of wanted) {
      const page = number <= document.getPageCount() ? document.getPage(number - 1) : null
      const { originalWidth = 0, originalHeight = 0 } = page?.getOriginalSize() ?? {}
      if (!page || !(originalWidth > 0 && originalHeight > 0)) {
        await writeBlank(() => output, [width])
        continue
      }
      const ratio = originalHeight / originalWidth
      const across = Math.max(1, Math.round(Math.min(width, Math.sqrt(maxPagePixels / ratio))))
      const size = { width: across, height: Math.max(1, Math.round(across * ratio)) }
      const { data } = await page.render({ ...size, renderFormFields: true })
      const image = sharp(data, { raw: { ...size, channels: 4 }, limitInputPixels: false }).removeAlpha()
      await image.png({ compressionLevel: 1 }).toFile(output)
    }
  } catch (error) {
    // The library is in an unknown state after a crash.
    if (error instanceof WebAssembly.RuntimeError) library = undefined
    throw error
  } finally {
    document.destroy()
  }
}

type PathOf = (side: number) => string

async function writeSizes(drawn: Pixels, shape: number, pathOf: PathOf, sides: readonly number[]) {
  const pictures: DrawnPicture[] = []
  for (const side of sides) {
    const { data, width, height } = shrink(drawn, sizeOf(shape, side))
    const raw = { width, height, channels: 4 } as const
    const image = sharp(data, { raw, limitInputPixels: false }).removeAlpha()
    pictures.push(await write(image.webp(webp), pathOf(side)))
  }
  return pictures
}

/** Used for an unreadable page in a document whose other pages can be read. */
async function writeBlank(pathOf: PathOf, sides: readonly number[]): Promise<DrawnPicture[]> {
  const pictures: DrawnPicture[] = []
  for (const side of sides) {
    const create = { ...sizeOf(612 / 792, side), channels: 3, background: '#ffffff' } as const
    pictures.push(await write(sharp({ create }).webp(webp), pathOf(side)))
  }
  return pictures
}

// On pages full of text, effort 1 takes 50% longer and saves only a thirtieth of the bytes.
const webp = { quality: 82, effort: 0 }

const sizeOf = (shape: number, side: number) => ({
  width: Math.max(1, Math.round(shape >= 1 ? side : side * shape)),
  height: Math.max(1, Math.round(shape >= 1 ? side / shape : side)),
})

function textOf(page: PDFiumPage): string {
  try {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: removed: markers of the library, and NUL
    const control = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g
    const text = page.getText().replace(/\r\n?/g, '\n').replace(control, '').toWellFormed()
    return [...text].slice(0, maxTextLength).join('').trim()
  } catch (error) {
    if (error instanceof WebAssembly.RuntimeError) throw error
    return ''
  }
}
