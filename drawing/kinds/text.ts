// Text on a box of its background color. Text that does not fit the box overflows below it.

import { drawText, listTextLinks } from '../draw-text.ts'
import type { TextObject } from '../drawable.ts'
import { inkOnBoard } from '../ink-on-board.ts'
import { memoizeByFields } from '../memoize.ts'
import type { Theme } from '../palette.ts'
import { insideFrame, type Renderer } from '../renderer.ts'
import { fillRounded } from '../shapes.ts'
import type { Surface } from '../surface.ts'
import type { TextLayout } from '../text-layout.ts'
import { layOutInBox, textPadding } from '../text-size.ts'

export const text: Renderer<TextObject> = {
  layer: 'board',
  frame: ({ x, y, width, height, rotation = 0 }) => ({ x, y, width, height, scale: 1, rotation }),
  hits: insideFrame,
  links: object => listTextLinks(layOut(object).lines, object, textPadding(object.fontSize)),
  minDetailZoom: ({ fontSize }) => 4 / fontSize,
  fill: ({ backgroundColor }) => backgroundColor,
  overflow: object => ({ below: Math.max(0, fullHeight(object) - object.height) }),
  draw(surface, object, { detail, zoom, theme }) {
    const { width, height, fontSize, backgroundColor } = object
    const ink = textInk(object, theme)
    if (detail === 'far') return drawFar(surface, object, ink, fontSize * zoom >= 1)
    if (!isTransparent(backgroundColor))
      fillRounded(surface, { x: 0, y: 0, width, height }, fontSize * 0.14, backgroundColor)
    drawText(surface, { lines: layOut(object).lines, font: object, ink, at: textPadding(fontSize) })
  },
}

/** Text without a background lies on the board, whose color depends on the theme. */
export const textInk = ({ fontColor, backgroundColor }: TextObject, theme: Theme): string =>
  isTransparent(backgroundColor) ? inkOnBoard(fontColor, theme) : fontColor

const isTransparent = (color: string) => /^#(?:.{3}0|.{6}00)$/.test(color)

const layOut = memoizeByFields<TextObject, TextLayout>(
  ['text', 'width', 'fontFamily', 'fontSize', 'fontWeight', 'fontStyle', 'textTransform'],
  layOutInBox,
)

const fullHeight = (object: TextObject) => layOut(object).height + 2 * textPadding(object.fontSize).y

/** Draws bars instead of text, if they are large enough to be visible. */
function drawFar(surface: Surface, object: TextObject, ink: string, hasBars: boolean) {
  if (!isTransparent(object.backgroundColor)) {
    surface.fillStyle = object.backgroundColor
    surface.fillRect(0, 0, object.width, object.height)
  }
  if (!hasBars) return
  const padding = textPadding(object.fontSize)
  const barHeight = object.fontSize * 0.4
  surface.fillStyle = ink
  surface.globalAlpha = 0.6
  for (const { x, y, width } of layOut(object).lines) {
    surface.fillRect(padding.x + x, padding.y + y - barHeight, width, barHeight)
  }
  surface.globalAlpha = 1
}
