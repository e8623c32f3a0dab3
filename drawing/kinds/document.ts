// A document: a frame with its type and title above the open page. Until there are pages, a blank page shows whether they
// are being processed or have failed.

import { blankPages } from '../blank-pages.ts'
import type { Box, DocumentObject, DocumentType, Font } from '../drawable.ts'
import { cssFont } from '../font.ts'
import { documentColors, paper, type Theme } from '../palette.ts'
import { insideFrame, type RenderContext, type Renderer } from '../renderer.ts'
import { fillRounded, shadowReach, softShadow, strokeRounded, warningGlyph } from '../shapes.ts'
import type { Picture, Surface } from '../surface.ts'
import { shorten } from '../text-layout.ts'
import { measureAdvance } from '../text-measure.ts'

const headerHeight = 72
const radius = 14
const badge = { x: 20, y: 16, width: 64, height: 40 }

/** The usual page of each type, and the header above it. */
const sizes: Readonly<Record<DocumentType, { width: number; height: number }>> = {
  pdf: { width: 816, height: 1056 + headerHeight },
  word: { width: 816, height: 1056 + headerHeight },
  powerpoint: { width: 1152, height: 648 + headerHeight },
  excel: { width: 1056, height: 816 + headerHeight },
}

const badges: Readonly<Record<DocumentType, string>> = { pdf: 'PDF', word: 'DOC', powerpoint: 'PPT', excel: 'XLS' }

export const document: Renderer<DocumentObject> = {
  layer: 'board',
  frame: ({ x, y, type, scale }) => ({ x, y, ...sizes[type], scale }),
  hits: (object, point, touch) => insideFrame(sizes[object.type], point, touch),
  minDetailZoom: ({ type }) => 90 / sizes[type].height,
  overflow: () => ({ around: shadowReach }),
  pictureKey,
  draw(surface, object, scene) {
    const { width, height } = sizes[object.type]
    const page = { x: 0, y: headerHeight, width, height: height - headerHeight }
    const picture = scene.picture(pictureKey(object), width * scene.zoom)
    if (scene.detail === 'far') return drawFar(surface, object, page, picture)
    softShadow(surface, sizes[object.type], radius, scene.theme.shadow, scene.zoom)
    fillRounded(surface, { x: 0, y: 0, width, height }, radius, scene.theme.panel)
    drawHeader(surface, object, width, scene.theme)
    drawPage(surface, object, page, picture, scene)
    strokeRounded(surface, { x: 0, y: 0, width, height }, radius, { color: scene.theme.line, width: 2 })
  },
}

/** Where the open page, of this size, is on the board. */
export function documentPageBox({ x, y, type, scale }: DocumentObject, page: { width: number; height: number }): Box {
  const { width, height } = sizes[type]
  const placed = placeWhole(page, { x: 0, y: headerHeight, width, height: height - headerHeight })
  return {
    x: x + placed.x * scale,
    y: y + placed.y * scale,
    width: placed.width * scale,
    height: placed.height * scale,
  }
}

function pictureKey({ id, page = 1 }: DocumentObject) {
  return `${id}/${page}`
}

function drawHeader(surface: Surface, object: DocumentObject, width: number, theme: Theme) {
  drawBadge(surface, object.type, badge)
  const pages = object.pages !== null && object.pages > 1 ? `${object.page ?? 1} / ${object.pages}` : ''
  const pagesWidth = measureAdvance(pages, counterFont)
  surface.fillStyle = theme.text
  surface.font = cssFont(titleFont)
  const left = badge.x + badge.width + 18
  surface.fillText(shorten(object.title, titleFont, width - left - pagesWidth - 44), left, 46)
  surface.fillStyle = theme.mutedText
  surface.font = cssFont(counterFont)
  surface.fillText(pages, width - pagesWidth - 22, 44)
}

function drawBadge(surface: Surface, type: DocumentType, box: Box) {
  const { fill, ink } = documentColors[type]
  const font: Font = { ...titleFont, fontSize: box.height * 0.52 }
  fillRounded(surface, box, box.height * 0.2, fill)
  surface.fillStyle = ink
  surface.font = cssFont(font)
  const left = box.x + (box.width - measureAdvance(badges[type], font)) / 2
  surface.fillText(badges[type], left, box.y + box.height * 0.69)
}

function drawPage(
  surface: Surface,
  object: DocumentObject,
  page: Box,
  picture: Picture | null,
  { theme }: RenderContext,
) {
  surface.save()
  surface.beginPath()
  surface.roundRect(page.x, page.y, page.width, page.height, [0, 0, radius, radius])
  surface.clip()
  surface.fillStyle = picture ? theme.placeholder : paper
  surface.fillRect(page.x, page.y, page.width, page.height)
  if (picture) drawWhole(surface, picture, page)
  else drawBlankPage(surface, object, page)
  surface.restore()
}

function drawWhole(surface: Surface, picture: Picture, area: Box) {
  const { x, y, width, height } = placeWhole(picture, area)
  surface.drawImage(picture, x, y, width, height)
}

function placeWhole(picture: { width: number; height: number }, area: Box): Box {
  const factor = Math.min(area.width / picture.width, area.height / picture.height)
  const [width, height] = [picture.width * factor, picture.height * factor]
  return { x: area.x + (area.width - width) / 2, y: area.y + (area.height - height) / 2, width, height }
}

function drawBlankPage(surface: Surface, { state, type }: DocumentObject, page: Box) {
  const [centerX, centerY] = [page.x + page.width / 2, page.y + page.height / 2]
  if (state === 'failed') warningGlyph(surface, centerX, centerY, 150, '#c9a227')
  else blankPages[type](surface, page)
}

function drawFar(surface: Surface, { type }: DocumentObject, page: Box, picture: Picture | null) {
  surface.fillStyle = paper
  surface.fillRect(page.x, page.y, page.width, page.height)
  if (picture) drawWhole(surface, picture, page)
  surface.fillStyle = documentColors[type].fill
  surface.fillRect(0, 0, page.width, page.y)
}

const titleFont: Font = { fontFamily: 'Helvetica', fontSize: 30, fontWeight: 'bold', fontStyle: 'normal' }
const counterFont: Font = { fontFamily: 'Helvetica', fontSize: 24, fontWeight: 'normal', fontStyle: 'normal' }
