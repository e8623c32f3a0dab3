// Placeholders for the pages of each document type until their pictures are loaded: pale bars instead of contents.

import type { Box, DocumentType } from './drawable.ts'
import { fillRounded } from './shapes.ts'
import type { Surface } from './surface.ts'

export const blankPages: Readonly<Record<DocumentType, (surface: Surface, page: Box) => void>> = {
  pdf: paragraphs,
  word: paragraphs,
  powerpoint: slide,
  excel: sheet,
}

const strong = '#dfe3e9'
const pale = '#eceff3'

/** Zero is the space between paragraphs. */
const lineLengths = [0.55, 0, 1, 0.96, 0.99, 0.62, 0, 0.97, 1, 0.94, 0.98, 0.35, 0, 1, 0.95, 0.78, 0]

function paragraphs(surface: Surface, page: Box) {
  const margin = page.width * 0.11
  const pitch = 34
  const lines = Math.floor((page.height - 2 * margin) / pitch)
  for (let line = 0; line < lines; line++) {
    const width = (page.width - 2 * margin) * (lineLengths[line % lineLengths.length] ?? 0)
    const box = { x: page.x + margin, y: page.y + margin + line * pitch, width, height: 12 }
    if (width > 0) fillRounded(surface, box, 6, line === 0 ? strong : pale)
  }
}

function slide(surface: Surface, page: Box) {
  const bars = [
    { y: 0.36, width: 0.56, height: 38, color: strong },
    { y: 0.5, width: 0.38, height: 20, color: pale },
    { y: 0.56, width: 0.3, height: 20, color: pale },
  ]
  for (const { y, width, height, color } of bars) {
    const x = page.x + (page.width * (1 - width)) / 2
    fillRounded(surface, { x, y: page.y + page.height * y, width: page.width * width, height }, height / 2, color)
  }
}

function sheet(surface: Surface, page: Box) {
  const [columns, rows] = [8, 20]
  const [width, height] = [page.width / columns, page.height / rows]
  surface.fillStyle = pale
  surface.fillRect(page.x, page.y, page.width, height)
  surface.fillRect(page.x, page.y, width * 0.5, page.height)
  surface.fillStyle = strong
  for (let column = 0; column < columns; column++) {
    surface.fillRect(page.x + width * (column + 0.5), page.y, 2, page.height)
  }
  for (let row = 1; row < rows; row++) surface.fillRect(page.x, page.y + height * row, page.width, 2)
}
