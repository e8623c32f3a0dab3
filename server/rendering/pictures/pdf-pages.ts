// Lays out the board on the pages of a PDF: one page, a page per canvas, or a grid of sheets to be assembled.

import { type Box, sortByReadingOrder } from '@tessera/drawing'
import { someInChunks } from '../../tools/index.ts'
import type { PicturePage } from '../sandbox/child-tasks.ts'

export interface PdfLayout {
  readonly pages: 'one' | 'canvases' | 'tiles'
  readonly paper: 'a4' | 'letter' | 'fit'
  /** Board units around a canvas that are shown with it. */
  readonly padding: number
}

export interface PdfRegion {
  /** The whole region to show, padding included. */
  readonly box: Box
  /** The canvases in the region. `slide` is the position in the presentation. */
  readonly canvases: readonly (Box & { readonly name: string; readonly slide?: number | null })[]
  /** The boxes of all objects in the region: sheets without any are omitted. */
  readonly objects: readonly Box[]
}

/** Without canvases, `canvases` is one page. */
export async function layOutPdfPages(
  { pages, paper, padding }: PdfLayout,
  region: PdfRegion,
): Promise<readonly PicturePage[]> {
  if (pages === 'tiles') return await tiles(papers[paper === 'fit' ? 'a4' : paper], region)
  const canvases = pages === 'canvases' ? inPresentationOrder(region.canvases) : []
  if (canvases.length === 0) return [pageFor(region.box, paper)]
  return canvases.map(canvas => ({ ...pageFor(grown(canvas, padding), paper), name: canvas.name }))
}

interface Size {
  readonly width: number
  readonly height: number
}

/** Paper sizes in points, portrait. */
const papers = { a4: { width: 595.28, height: 841.89 }, letter: { width: 612, height: 792 } }
const turn = ({ width, height }: Size): Size => ({ width: height, height: width })

const millimeter = 72 / 25.4
const pageMargin = 10 * millimeter
/** Space for marks, and for printers that cannot print to the edge. */
const tileMargin = 14 * millimeter
const tileOverlap = 10 * millimeter
/** Points per board unit: a board unit is a CSS pixel, of which an inch has 96. */
const naturalScale = 0.75
/** The largest page that PDF viewers open. */
const maxPagePoints = 14_400
const maxTiles = 200

function pageFor(box: Box, paper: PdfLayout['paper']): PicturePage {
  const { x, y, width, height } = box
  const shown = { x, y, width, height }
  if (paper === 'fit') {
    const scale = Math.min(naturalScale, maxPagePoints / width, maxPagePoints / height)
    return { box: shown, width: round(width * scale), height: round(height * scale) }
  }
  const size = papers[paper]
  return { box: shown, ...(width > height ? turn(size) : size), margin: pageMargin }
}

const round = (points: number) => Math.round(points * 100) / 100

const grown = ({ x, y, width, height }: Box, by: number): Box => ({
  x: x - by,
  y: y - by,
  width: width + 2 * by,
  height: height + 2 * by,
})

/** Canvases with a number come first, the others follow in reading order. */
function inPresentationOrder(canvases: PdfRegion['canvases']): PdfRegion['canvases'] {
  const numbered = canvases.filter(canvas => typeof canvas.slide === 'number')
  const others = canvases.filter(canvas => typeof canvas.slide !== 'number')
  return [
    ...numbered.sort((one, other) => Number(one.slide) - Number(other.slide)),
    ...sortByReadingOrder(others, one => one),
  ]
}

/** Uses natural size, or less if there would be too many sheets. Sheets overlap, so that they can be glued together. */
async function tiles(paper: Size, { box, objects }: PdfRegion): Promise<PicturePage[]> {
  const sheet = chooseSheet(paper, box)
  const covered = { width: lengthOf(sheet.columns, sheet.room.width), height: lengthOf(sheet.rows, sheet.room.height) }
  const [left, top] = [
    box.x + (box.width - covered.width / sheet.scale) / 2,
    box.y + (box.height - covered.height / sheet.scale) / 2,
  ]
  const pages: PicturePage[] = []
  for (let row = 0; row < sheet.rows; row++)
    for (let column = 0; column < sheet.columns; column++) {
      const page = tileAt(sheet, { left, top, row, column })
      if (await someInChunks(objects, object => touches(object, page.box))) pages.push(page)
    }
  return pages
}

interface Sheet {
  readonly size: Size
  /** The area inside the margins. */
  readonly room: Size
  readonly scale: number
  readonly columns: number
  readonly rows: number
}

/** Chooses portrait or landscape, whichever needs fewer sheets. */
function chooseSheet(paper: Size, box: Box): Sheet {
  const [upright, across] = [sheetOf(paper, box), sheetOf(turn(paper), box)]
  if (across.scale !== upright.scale) return across.scale > upright.scale ? across : upright
  return across.columns * across.rows < upright.columns * upright.rows ? across : upright
}

function sheetOf(size: Size, box: Box): Sheet {
  const room = { width: size.width - 2 * tileMargin, height: size.height - 2 * tileMargin }
  for (let scale = naturalScale; ; scale *= 0.9) {
    const columns = countOf(box.width * scale, room.width)
    const rows = countOf(box.height * scale, room.height)
    if (columns * rows <= maxTiles) return { size, room, scale, columns, rows }
  }
}

const countOf = (length: number, room: number) =>
  Math.max(1, Math.ceil((length - tileOverlap) / (room - tileOverlap) - 1e-9))

const lengthOf = (count: number, room: number) => count * (room - tileOverlap) + tileOverlap

function tileAt(
  { size, room, scale, columns, rows }: Sheet,
  { left, top, row, column }: { left: number; top: number; row: number; column: number },
): PicturePage {
  const overlapIf = (hasNeighbor: boolean) => (hasNeighbor ? tileOverlap : 0)
  return {
    box: {
      x: left + (column * (room.width - tileOverlap)) / scale,
      y: top + (row * (room.height - tileOverlap)) / scale,
      width: room.width / scale,
      height: room.height / scale,
    },
    ...size,
    margin: tileMargin,
    name: `${rowName(row)}${column + 1}`,
    overlap: {
      left: overlapIf(column > 0),
      top: overlapIf(row > 0),
      right: overlapIf(column < columns - 1),
      bottom: overlapIf(row < rows - 1),
    },
  }
}

/** Returns A to Z, then AA, AB … like a spreadsheet. */
function rowName(row: number): string {
  const letter = String.fromCharCode(65 + (row % 26))
  return row < 26 ? letter : rowName(Math.floor(row / 26) - 1) + letter
}

const touches = (one: Box, other: Box) =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height
