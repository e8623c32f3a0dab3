// A named area of the board: a plain area with a colored border and its name on a tab in the corner. The name stays
// readable when zoomed out, for orientation; the tab is then outside, where it covers nothing of the canvas.

import type { Box, CanvasObject, Font, Point } from '../drawable.ts'
import { cssFont } from '../font.ts'
import { canvasColors } from '../palette.ts'
import { type HitTolerance, insideFrame, type Renderer } from '../renderer.ts'
import { fillRounded, strokeRounded } from '../shapes.ts'
import type { Surface } from '../surface.ts'
import { shorten } from '../text-layout.ts'
import { measureAdvance } from '../text-measure.ts'

const radius = 18
const border = 6
const tabFontSize = 30
/** The font size on the screen when zoomed out. */
const farFontSize = 11
const farTabHeight = 1.45
const nearTabHeight = 1.7

export const canvas: Renderer<CanvasObject> = {
  layer: 'ground',
  swatches: canvasColors,
  frame: ({ x, y, width, height }) => ({ x, y, width, height, scale: 1 }),
  minDetailZoom: () => 0,
  /** Only the border and the tab, so that a drag inside the canvas does not move the canvas. */
  hits(object, point, touch) {
    const isZoomedOut = isFar(touch.zoom)
    if (isZoomedOut && isOnFarTab(object, point, touch)) return true
    if (!insideFrame(object, point, touch)) return false
    const reach = border + touch.slack
    const onBorder = Math.min(point.x, point.y, object.width - point.x, object.height - point.y) <= reach
    return onBorder || (!isZoomedOut && insideFrame(tabSize(object, nearFont(object), nearTabHeight), point, touch))
  },
  /** Only if the box contains it: a box drawn inside a canvas selects the objects on it. */
  isSelectedBy: ({ width, height }, box) =>
    box.x <= 0 && box.y <= 0 && box.x + box.width >= width && box.y + box.height >= height,
  draw(surface, object, { zoom, theme }) {
    const { width, height } = object
    const corner = Math.min(radius, width / 2, height / 2)
    const colors = canvasColors[object.borderColor]
    fillRounded(surface, { x: 0, y: 0, width, height }, corner, theme.ground)
    const line = Math.min(Math.max(border, 1.5 / zoom), width / 4, height / 4)
    strokeRounded(surface, { x: 0, y: 0, width, height }, corner, { color: colors.fill, width: line })
    if (!isFar(zoom)) drawTab(surface, object, corner, zoom)
  },
  overflow: object => ({ above: maxFontSize(object) * farTabHeight }),
  /** The tab lies below all objects of the board layer. */
  drawLabel(surface, object, { zoom }) {
    if (isFar(zoom)) drawFarTab(surface, object, zoom)
  },
}

export interface CanvasTab {
  readonly font: Font
  readonly box: Box
  readonly baseline: number
}

/** The tab and the baseline of the name, relative to the canvas's corner. */
export function canvasTab(object: CanvasObject, zoom: number): CanvasTab {
  const isZoomedOut = isFar(zoom)
  const font = isZoomedOut ? farFont(object, zoom) : nearFont(object)
  const tab = tabSize(object, font, isZoomedOut ? farTabHeight : nearTabHeight)
  if (isZoomedOut) return { font, box: { x: 0, y: -tab.height, ...tab }, baseline: tab.height * -0.27 }
  return { font, box: { x: 0, y: 0, ...tab }, baseline: tab.height * 0.68 }
}

/** Whether a tab of its usual size would be unreadable. */
const isFar = (zoom: number) => tabFontSize * zoom < farFontSize

function drawTab(surface: Surface, object: CanvasObject, corner: number, zoom: number) {
  const { font, box, baseline } = canvasTab(object, zoom)
  if (font.fontSize * zoom < minFontSize) return
  const corners = [corner, 0, Math.min(corner, box.height / 2), 0]
  fillRounded(surface, box, corners, canvasColors[object.borderColor].fill)
  drawName(surface, object, font, { width: box.width, baseline })
}

function drawFarTab(surface: Surface, object: CanvasObject, zoom: number) {
  const { font, box, baseline } = canvasTab(object, zoom)
  if (font.fontSize * zoom < minFontSize) return
  const round = font.fontSize * 0.3
  fillRounded(surface, box, [round, round, 0, 0], canvasColors[object.borderColor].fill)
  drawName(surface, object, font, { width: box.width, baseline })
}

function isOnFarTab(object: CanvasObject, point: Point, touch: HitTolerance): boolean {
  const font = farFont(object, touch.zoom)
  const tab = tabSize(object, font, farTabHeight)
  const isShown = font.fontSize * touch.zoom >= minFontSize
  return isShown && insideFrame(tab, { x: point.x, y: point.y + tab.height }, touch)
}

/** On the screen; smaller text cannot be read. */
const minFontSize = 6

function drawName(
  surface: Surface,
  { name, borderColor }: CanvasObject,
  font: Font,
  { width, baseline }: { width: number; baseline: number },
) {
  const { fontSize } = font
  surface.font = cssFont(font)
  surface.fillStyle = canvasColors[borderColor].ink
  surface.fillText(shorten(name, font, width - fontSize * 1.2), fontSize * 0.6, baseline)
}

/** At any zoom, a tab is a small part of its canvas. */
const maxFontSize = ({ width, height }: CanvasObject) => Math.min(width / 8, height / 6)

const nearFont = (object: CanvasObject) => boldFont(Math.min(tabFontSize, maxFontSize(object)))

const farFont = (object: CanvasObject, zoom: number) => boldFont(Math.min(farFontSize / zoom, maxFontSize(object)))

const boldFont = (fontSize: number): Font => ({
  fontFamily: 'Helvetica',
  fontSize,
  fontWeight: 'bold',
  fontStyle: 'normal',
})

const tabSize = ({ name, width }: CanvasObject, font: Font, heights: number) => ({
  width: Math.min(width, measureAdvance(name, font) + font.fontSize * 1.2),
  height: font.fontSize * heights,
})
