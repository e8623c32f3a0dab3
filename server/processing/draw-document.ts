// Runs in a child process: draws the pages of a PDF with PDFium and extracts their text. One document is open at a time.

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type PDFiumDocument, PDFiumLibrary, type PDFiumPage } from '@hyzyla/pdfium'
import type { FailureCode } from '@tessera/contract/failures'
import sharp from 'sharp'
import type { ChildTasks, DrawnPicture } from './child-tasks.ts'
import { write } from './draw-image.ts'
import { maxTextLength } from './limits.ts'
import { UnreadableFile } from './processing-errors.ts'

type Open = ChildTasks['open-document']
type Draw = ChildTasks['draw-page']

let library: ReturnType<typeof PDFiumLibrary.init> | undefined
let open: PDFiumDocument | undefined

export async function openDocument({ path }: Open['input']): Promise<Open['output']> {
  closeDocument()
  library ??= PDFiumLibrary.init()
  const bytes = await readFile(path)
  try {
    open = await (await library).loadDocument(bytes)
  } catch (error) {
    // The library itself crashed: its error says nothing about the document.
    if (error instanceof WebAssembly.RuntimeError) throw error
    throw new UnreadableFile(...(openErrors[(error as Error).message] ?? damaged))
  }
  return { pages: open.getPageCount() }
}

/** Keyed by the error messages of the library. */
const openErrors: Readonly<Record<string, readonly [FailureCode, string]>> = {
  'Password required or incorrect password': ['LOCKED', 'The PDF is locked with a password'],
  'Unsupported security scheme': ['ENCRYPTED', 'The PDF is encrypted in a way that cannot be read'],
}
const damaged = ['DAMAGED', 'The PDF is damaged and cannot be read'] as const

export async function drawPage({ number, folder, sides }: Draw['input']): Promise<Draw['output']> {
  if (!open) throw new Error('no document is open')
  const page = open.getPage(number - 1)
  const { originalWidth: width, originalHeight: height } = page.getOriginalSize()
  if (!(width > 0 && height > 0)) return { width: 0, height: 0, text: '', pictures: await drawBlank(folder, sides) }
  // Read first: drawing closes the page.
  const text = textOf(page)
  return { width, height, text, pictures: await drawSizes(page, width / height, folder, sides) }
}

export function closeDocument(): Record<never, never> {
  open?.destroy()
  open = undefined
  return {}
}

async function drawSizes(page: PDFiumPage, shape: number, folder: string, sides: readonly number[]) {
  const largest = sizeOf(shape, Math.max(...sides))
  const drawn = await page.render({ ...largest, renderFormFields: true })
  const raw = { width: drawn.width, height: drawn.height, channels: 4 } as const
  const pictures: DrawnPicture[] = []
  for (const side of sides) {
    const image = sharp(drawn.data, { raw, limitInputPixels: false }).removeAlpha()
    const { width, height } = sizeOf(shape, side)
    const sized = width === largest.width ? image : image.resize({ width, height, fit: 'fill' })
    pictures.push(await write(sized.webp(webp), join(folder, `${side}.webp`)))
  }
  return pictures
}

/** For a page that cannot be read in a document whose other pages can. */
async function drawBlank(folder: string, sides: readonly number[]): Promise<DrawnPicture[]> {
  const pictures: DrawnPicture[] = []
  for (const side of sides) {
    const create = { ...sizeOf(612 / 792, side), channels: 3, background: '#ffffff' } as const
    pictures.push(await write(sharp({ create }).webp(webp), join(folder, `${side}.webp`)))
  }
  return pictures
}

// Effort 2 takes twice the time and saves a tenth of the bytes.
const webp = { quality: 82, effort: 1 }

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
