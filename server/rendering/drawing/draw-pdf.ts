// Runs in a child process: draws a board as PDF. Text stays text, and everything is drawn in full detail however small
// it is on paper, so that every word can be found.

import { writeFile } from 'node:fs/promises'
import { PDFDocument, type SKRSContext2D } from '@napi-rs/canvas'
import { type Box, type Drawable, listLinks, themes } from '@tessera/drawing'
import type { PicturePage, PictureTask } from '../sandbox/child-tasks.ts'
import { useInstalledFonts } from './board-fonts.ts'
import { completePdf } from './complete-pdf.ts'
import { printDpi } from './fit-pictures.ts'
import { drawPart, type LoadedScene, objectsOf, themeOf } from './loaded-scene.ts'

/** The zoom of the camera: at this zoom nothing is too small for text. */
const detailZoom = 16
const maxLayerPixels = 24_000_000
const jpegQuality = 90

export async function drawPdf(task: PictureTask, scene: LoadedScene): Promise<void> {
  const { title, pages } = task
  const metadata = { title, creator: 'Tessera', producer: 'Tessera', rasterDPI: printDpi, encodingQuality: jpegQuality }
  const pdf = new PDFDocument(metadata)
  for (const [index, page] of pages.entries()) {
    const surface = pdf.beginPage(page.width, page.height) as SKRSContext2D
    useInstalledFonts(surface)
    keepTextSearchable(surface)
    drawPdfPage(surface, page, { task, scene })
    if (page.overlap) drawSheetMarks(surface, page, `${title} · ${page.name} · ${index + 1} / ${pages.length}`)
    pdf.endPage()
  }
  const bookmarks = pages.flatMap(({ name }, page) => (name === undefined ? [] : [{ title: name, page }]))
  await writeFile(task.output, completePdf(pdf.close(), bookmarks))
}

export function drawPdfPage(
  surface: SKRSContext2D,
  page: PicturePage,
  drawn: { task: PictureTask; scene: LoadedScene },
): void {
  const { box, width, height } = page
  const { scale, left, top } = placeOnPage(page)
  const objects = objectsOf(page, drawn.scene)
  const layerScale = Math.min(printDpi / 72, Math.sqrt(maxLayerPixels / (width * height)))
  // The area around the content has the color of the board, but sheets keep a white margin to print on.
  if (!page.overlap) fillPage(surface, page, drawn.task)
  surface.save()
  surface.beginPath()
  surface.rect(left, top, box.width * scale, box.height * scale)
  surface.clip()
  surface.translate(left, top)
  surface.scale(scale / detailZoom, scale / detailZoom)
  const camera = { x: box.x, y: box.y, zoom: detailZoom }
  const part = { camera, width: box.width * detailZoom, height: box.height * detailZoom }
  drawPart(surface, objects, part, { ...drawn, layerScale })
  surface.restore()
  for (const object of objects) addLinks(surface, object, page)
}

/** Every glyph must stand for one character of the text: ligatures and combining marks would be lost or split in the PDF. */
function keepTextSearchable(surface: SKRSContext2D): void {
  // Any letter spacing turns ligatures off.
  surface.letterSpacing = '0.001px'
  const fillText = surface.fillText.bind(surface)
  surface.fillText = (text, x, y) => {
    if (!extendedLatin.test(text)) return fillText(text, x, y)
    // The font for Western European characters would compose others from a letter and a combining mark.
    const { font } = surface
    surface.font = font.replace(/"?([^,"]+?)"?, "\1 ext"/, '"$1 ext", "$1"')
    fillText(text, x, y)
    surface.font = font
  }
}

const extendedLatin = /[\u0100-\u02ba\u1e00-\u1eff]/

/** The content is centered between the margins. */
function placeOnPage({ box, width, height, margin = 0 }: PicturePage) {
  const scale = Math.min((width - 2 * margin) / box.width, (height - 2 * margin) / box.height)
  return { scale, left: (width - box.width * scale) / 2, top: (height - box.height * scale) / 2 }
}

function fillPage(surface: SKRSContext2D, { width, height }: PicturePage, task: PictureTask): void {
  if (task.background === 'transparent') return
  surface.fillStyle = task.background === 'white' ? '#ffffff' : themes[themeOf(task)].board
  surface.fillRect(0, 0, width, height)
}

function addLinks(surface: SKRSContext2D, object: Drawable, page: PicturePage): void {
  const { scale, left, top } = placeOnPage(page)
  for (const { href, box } of listLinks(object)) {
    const shown = intersection(box, page.box)
    if (!shown || !/^(?:https?|mailto):/i.test(href)) continue
    const [x, y] = [left + (shown.x - page.box.x) * scale, top + (shown.y - page.box.y) * scale]
    surface.annotateLinkUrl(x, y, x + shown.width * scale, y + shown.height * scale, toAscii(href))
  }
}

function intersection(one: Box, other: Box): Box | null {
  const [x, y] = [Math.max(one.x, other.x), Math.max(one.y, other.y)]
  const width = Math.min(one.x + one.width, other.x + other.width) - x
  const height = Math.min(one.y + one.height, other.y + other.height) - y
  return width > 0 && height > 0 ? { x, y, width, height } : null
}

/** URLs in a PDF are ASCII. */
const toAscii = (href: string) => (URL.canParse(href) ? new URL(href).href : encodeURI(href.toWellFormed()))

const markLength = 10
const markInk = '#6b7280'

/**
 * Draws in the margin: crop marks at the corners, marks where the next sheet begins, and a line that says which sheet
 * it is.
 */
function drawSheetMarks(surface: SKRSContext2D, page: PicturePage, text: string): void {
  const { width, height, margin = 0, overlap = { left: 0, top: 0, right: 0, bottom: 0 } } = page
  const [right, bottom] = [width - margin, height - margin]
  surface.strokeStyle = markInk
  surface.lineWidth = 0.5
  surface.beginPath()
  for (const x of [margin, right]) verticalMarks(surface, x, margin, bottom)
  for (const y of [margin, bottom]) horizontalMarks(surface, y, margin, right)
  surface.stroke()
  surface.setLineDash([2, 2])
  surface.beginPath()
  if (overlap.left > 0) verticalMarks(surface, margin + overlap.left, margin, bottom)
  if (overlap.right > 0) verticalMarks(surface, right - overlap.right, margin, bottom)
  if (overlap.top > 0) horizontalMarks(surface, margin + overlap.top, margin, right)
  if (overlap.bottom > 0) horizontalMarks(surface, bottom - overlap.bottom, margin, right)
  surface.stroke()
  surface.setLineDash([])
  surface.fillStyle = markInk
  surface.font = 'normal normal 8px Arimo, "Arimo ext", sans-serif'
  surface.fillText(text, margin + 3 * markLength, bottom + 18)
}

function verticalMarks(surface: SKRSContext2D, x: number, top: number, bottom: number): void {
  for (const [from, to] of [
    [top - markLength - 2, top - 2],
    [bottom + 2, bottom + markLength + 2],
  ] as const) {
    surface.moveTo(x, from)
    surface.lineTo(x, to)
  }
}

function horizontalMarks(surface: SKRSContext2D, y: number, left: number, right: number): void {
  for (const [from, to] of [
    [left - markLength - 2, left - 2],
    [right + 2, right + markLength + 2],
  ] as const) {
    surface.moveTo(from, y)
    surface.lineTo(to, y)
  }
}
