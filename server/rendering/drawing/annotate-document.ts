// Runs in a child process: creates the PDF of a document with the ink that lies over it on the board, and with comments
// as notes of the PDF. The content of the pages is not changed. Ink does not belong to a page: it is drawn on the first
// one, which the board shows.

import { readFile, writeFile } from 'node:fs/promises'
import { PDFDocument, type SKRSContext2D } from '@napi-rs/canvas'
import { type Drawable, documentPageBox, rendererOf } from '@tessera/drawing'
import type { PictureComment, PictureTask } from '../sandbox/child-tasks.ts'
import { UnreadableFile } from '../sandbox/processing-errors.ts'
import { drawPdfPage } from './draw-pdf.ts'
import type { LoadedScene } from './loaded-scene.ts'
import { loadPdfium, type Pdfium } from './pdfium-functions.ts'

/** Resolves with the number of pages. The scene has the document and the strokes. */
export async function annotateDocument(
  task: PictureTask,
  { path, comments }: NonNullable<PictureTask['document']>,
  scene: LoadedScene,
): Promise<number> {
  const pdfium = await loadPdfium()
  const { functions, withBytes } = pdfium
  const bytes = await readFile(path)
  const made = withBytes(bytes, pointer => {
    const document = functions.FPDF_LoadMemDocument(pointer, bytes.length, 0)
    if (document === 0) throw new UnreadableFile('DAMAGED', 'The PDF cannot be read')
    try {
      const page = functions.FPDF_LoadPage(document, 0)
      if (page !== 0) annotatePage(pdfium, { document, page }, { task, scene, comments })
      if (page !== 0) functions.FPDF_ClosePage(page)
      return { pages: functions.FPDF_GetPageCount(document), file: pdfium.save(document) }
    } finally {
      functions.FPDF_CloseDocument(document)
    }
  })
  await writeFile(task.output, made.file)
  return made.pages
}

interface OpenPage {
  readonly document: number
  readonly page: number
}

interface Annotations {
  readonly task: PictureTask
  readonly scene: LoadedScene
  readonly comments: readonly PictureComment[]
}

function annotatePage(pdfium: Pdfium, open: OpenPage, { task, scene, comments }: Annotations): void {
  const { functions } = pdfium
  const size = { width: functions.FPDF_GetPageWidth(open.page), height: functions.FPDF_GetPageHeight(open.page) }
  if (!(size.width > 0 && size.height > 0)) return
  const toPage = placement(pdfium, open.page, size)
  const ink = drawInk(task, scene, size)
  if (ink) addDrawing(pdfium, open, ink, toPage)
  for (const [index, comment] of comments.entries()) addNote(pdfium, open.page, comment, noteBox(index, size, toPage))
}

interface Size {
  readonly width: number
  readonly height: number
}

type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number]

/**
 * Maps points of the page as it is shown, measured from its lower left corner, to its own coordinates: it may be
 * rotated or cropped.
 */
function placement({ functions, readDoubles }: Pdfium, page: number, { width, height }: Size): Matrix {
  const precision = 100_000
  const cornerAt = (x: number, y: number) => {
    const view = [0, 0, precision, precision, 0, x * precision, y * precision]
    const [pageX = 0, pageY = 0] = readDoubles(2, at => functions.FPDF_DeviceToPage(page, ...view, at, at + 8))
    return { x: pageX, y: pageY }
  }
  const [origin, right, top] = [cornerAt(0, 1), cornerAt(1, 1), cornerAt(0, 0)]
  return [
    (right.x - origin.x) / width,
    (right.y - origin.y) / width,
    (top.x - origin.x) / height,
    (top.y - origin.y) / height,
    origin.x,
    origin.y,
  ]
}

/** Draws the strokes as a PDF of one page, which has the size of the document's page. Returns null without strokes. */
function drawInk(task: PictureTask, scene: LoadedScene, size: Size): Buffer | null {
  const shown = scene.objects.find(object => 'pages' in object)
  const strokes = scene.objects.filter(isInk)
  if (!shown || strokes.length === 0) return null
  const pdf = new PDFDocument()
  const surface = pdf.beginPage(size.width, size.height) as SKRSContext2D
  const page = { box: documentPageBox(shown, size), ...size, objects: strokes.map(({ id }) => id) }
  drawPdfPage(surface, page, { task: { ...task, theme: 'light', background: 'transparent' }, scene })
  pdf.endPage()
  return pdf.close()
}

const isInk = (object: Drawable) => rendererOf(object).layer === 'ink'

function addDrawing({ functions, withBytes }: Pdfium, { document, page }: OpenPage, drawing: Buffer, to: Matrix): void {
  withBytes(drawing, pointer => {
    const source = functions.FPDF_LoadMemDocument(pointer, drawing.length, 0)
    const form = functions.FPDF_NewXObjectFromPage(document, source, 0)
    const object = functions.FPDF_NewFormObjectFromXObject(form)
    functions.FPDFPageObj_Transform(object, ...to)
    functions.FPDFPage_InsertObject(page, object)
    functions.FPDFPage_GenerateContent(page)
    functions.FPDF_CloseXObject(form)
    functions.FPDF_CloseDocument(source)
  })
}

const noteSide = 20
const noteGap = 8

/** Places notes down the right side, in as many columns as needed. */
function noteBox(index: number, { width, height }: Size, to: Matrix) {
  const pitch = noteSide + noteGap
  const perColumn = Math.max(1, Math.floor((height - noteGap) / pitch))
  const x = width - pitch * (1 + Math.floor(index / perColumn))
  const y = height - pitch * (1 + (index % perColumn))
  const [one, other] = [apply(to, x, y), apply(to, x + noteSide, y + noteSide)]
  return {
    left: Math.min(one.x, other.x),
    right: Math.max(one.x, other.x),
    bottom: Math.min(one.y, other.y),
    top: Math.max(one.y, other.y),
  }
}

const apply = ([a, b, c, d, e, f]: Matrix, x: number, y: number) => ({ x: a * x + c * y + e, y: b * x + d * y + f })

const textAnnotation = 1
const noteColor = [255, 209, 102, 255]

function addNote(pdfium: Pdfium, page: number, comment: PictureComment, box: ReturnType<typeof noteBox>): void {
  const { functions, withBytes } = pdfium
  const note = functions.FPDFPage_CreateAnnot(page, textAnnotation)
  if (note === 0) return
  const { left, top, right, bottom } = box
  const rectangle = new Uint8Array(new Float32Array([left, top, right, bottom]).buffer)
  withBytes(rectangle, pointer => functions.FPDFAnnot_SetRect(note, pointer))
  functions.FPDFAnnot_SetColor(note, 0, ...noteColor)
  const date = `D:${comment.created_at.replace(/\D/g, '').slice(0, 14)}Z`
  for (const [key, value] of Object.entries({ Contents: comment.text, T: comment.author, M: date, Name: 'Comment' }))
    withBytes(Buffer.from(`${key}\0`), keyPointer =>
      withBytes(Buffer.from(`${value.toWellFormed()}\0`, 'utf16le'), valuePointer =>
        functions.FPDFAnnot_SetStringValue(note, keyPointer, valuePointer),
      ),
    )
  functions.FPDFPage_CloseAnnot(note)
}
