// A named area of the board: a quiet ground with a coloured border and its name on a tab in the corner. The name stays
// readable from afar, since that is how people find their way.

import type { CanvasObject, Font } from '../drawable.ts'
import { cssFont } from '../font.ts'
import { insideFrame, type Look } from '../look.ts'
import { canvasColors } from '../palette.ts'
import { fillRounded, strokeRounded } from '../shapes.ts'
import type { Surface } from '../surface.ts'
import { shorten } from '../text-layout.ts'
import { measureAdvance } from '../text-measure.ts'

const radius = 18
const border = 6
const tabFontSize = 30

export const canvas: Look<CanvasObject> = {
  layer: 'ground',
  frame: ({ x, y, width, height }) => ({ x, y, width, height, scale: 1 }),
  legibleFrom: () => 0,
  /** By its border or its tab, so that what happens inside it is not taken for a hold of the canvas. */
  hits(object, point, slack) {
    if (!insideFrame(object, point, slack)) return false
    const reach = border + slack
    const onBorder = Math.min(point.x, point.y, object.width - point.x, object.height - point.y) <= reach
    return onBorder || insideFrame(tabSize(object, tabFont(object, 1)), point, slack)
  },
  /** Only whole: who drags a box inside a canvas means what lies on it. */
  caughtBy: ({ width, height }, box) =>
    box.x <= 0 && box.y <= 0 && box.x + box.width >= width && box.y + box.height >= height,
  draw(surface, object, { zoom, theme }) {
    const { width, height } = object
    const corner = Math.min(radius, width / 2, height / 2)
    const colors = canvasColors[object.borderColor]
    fillRounded(surface, { x: 0, y: 0, width, height }, corner, theme.ground)
    const line = Math.min(Math.max(border, 1.5 / zoom), width / 4, height / 4)
    strokeRounded(surface, { x: 0, y: 0, width, height }, corner, { color: colors.fill, width: line })
    if (tabFont(object, zoom).fontSize <= tabFontSize) drawTab(surface, object, corner, zoom)
  },
  /** Enlarged, as names on a map are, the tab would be hidden by what lies on the canvas. */
  drawAbove(surface, object, { zoom }) {
    const isEnlarged = tabFont(object, zoom).fontSize > tabFontSize
    if (isEnlarged) drawTab(surface, object, Math.min(radius, object.width / 2, object.height / 2), zoom)
  },
}

function drawTab(surface: Surface, object: CanvasObject, corner: number, zoom: number) {
  const colors = canvasColors[object.borderColor]
  const font = tabFont(object, zoom)
  if (font.fontSize * zoom < 6) return
  const { fontSize } = font
  const tab = tabSize(object, font)
  fillRounded(surface, { x: 0, y: 0, ...tab }, [corner, 0, Math.min(corner, tab.height / 2), 0], colors.fill)
  surface.font = cssFont(font)
  surface.fillStyle = colors.ink
  surface.fillText(shorten(object.name, font, tab.width - fontSize * 1.2), fontSize * 0.6, tab.height * 0.68)
}

function tabFont({ width, height }: CanvasObject, zoom: number): Font {
  const fontSize = Math.min(Math.max(tabFontSize, 12 / zoom), width / 8, height / 6)
  return { fontFamily: 'Helvetica', fontSize, fontWeight: 'bold', fontStyle: 'normal' }
}

function tabSize({ name, width }: CanvasObject, font: Font) {
  return {
    width: Math.min(width, measureAdvance(name, font) + font.fontSize * 1.2),
    height: font.fontSize * 1.7,
  }
}
