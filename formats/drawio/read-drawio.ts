// Reads diagrams of draw.io (.drawio, .xml): vertices become shapes, texts, images and canvases, edges connectors.

import { BoardBuilder } from '../board-builder.ts'
import type { ImportedBoard, ImportLimits } from '../board-content.ts'
import { decodeText } from '../parse-json.ts'
import { addEdge } from './drawio-edges.ts'
import { type Cell, numberIn, type Page, pagesIn } from './drawio-page.ts'
import { addVertex, type Diagram, type XY } from './drawio-vertices.ts'

const pageGap = 160
const pagePadding = 80

export function readDrawio(bytes: Uint8Array, limits: ImportLimits): ImportedBoard {
  const builder = new BoardBuilder(limits)
  const pages = pagesIn(decodeText(bytes), limits).filter(({ cells }) =>
    cells.some(cell => cell.isVertex || cell.isEdge),
  )
  let left = 0
  for (const [index, page] of pages.entries()) {
    if (pages.length === 1) {
      addPage(page, { x: 0, y: 0 }, builder)
      continue
    }
    const box = pageBox(page)
    const size = { width: box.width + 2 * pagePadding, height: box.height + 2 * pagePadding }
    const name = page.name.trim() || `Page ${index + 1}`
    const ref = builder.add('canvas', { x: left, y: 0, ...size, name, borderColor: 'Gray' }, { ref: `p${index}` })
    builder.report.adapt('pages_beside', ref)
    addPage(page, { x: left + pagePadding - box.x, y: pagePadding - box.y }, builder)
    left += size.width + pageGap
  }
  return builder.finish()
}

function addPage(page: Page, offset: XY, builder: BoardBuilder): void {
  const diagram: Diagram = { page, builder, offset, origins: new Map(), labels: labelsOf(page) }
  for (const cell of page.cells) {
    if (cell.isEdge) addEdge(cell, diagram)
    else if (cell.isVertex && !diagram.labels.has(cell.parentId)) addVertex(cell, diagram)
  }
}

/** The labels of edges are vertices inside of them. */
const labelsOf = ({ cells, byId }: Page): Map<string, Cell[]> =>
  Map.groupBy(
    cells.filter(cell => cell.isVertex && byId.get(cell.parentId)?.isEdge),
    cell => cell.parentId,
  )

/** The box of the vertices that lie on the page itself. */
function pageBox({ cells, byId }: Page) {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const { isVertex, geometry, parentId } of cells) {
    if (!isVertex || byId.get(parentId)?.isVertex || byId.get(parentId)?.isEdge) continue
    const [x, y] = [numberIn(geometry?.attributes, 'x'), numberIn(geometry?.attributes, 'y')]
    left = Math.min(left, x)
    top = Math.min(top, y)
    right = Math.max(right, x + numberIn(geometry?.attributes, 'width'))
    bottom = Math.max(bottom, y + numberIn(geometry?.attributes, 'height'))
  }
  if (right < left) return { x: 0, y: 0, width: 100, height: 100 }
  return { x: left, y: top, width: Math.min(1e6, right - left), height: Math.min(1e6, bottom - top) }
}
