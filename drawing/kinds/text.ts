// Text on a box of its background color. Text that does not fit the box overflows below it.

import type { TextObject } from '../drawable.ts'
import { cssFont } from '../font.ts'
import { memoizeByFields } from '../memoize.ts'
import { insideFrame, type Renderer } from '../renderer.ts'
import { fillRounded } from '../shapes.ts'
import type { Surface } from '../surface.ts'
import type { TextLayout } from '../text-layout.ts'
import { layOutInBox, textPadding } from '../text-size.ts'

export const text: Renderer<TextObject> = {
  layer: 'board',
  frame: ({ x, y, width, height, rotation = 0 }) => ({ x, y, width, height, scale: 1, rotation }),
  hits: insideFrame,
  minDetailZoom: ({ fontSize }) => 4 / fontSize,
  fill: ({ backgroundColor }) => backgroundColor,
  overflow: object => ({ below: Math.max(0, fullHeight(object) - object.height) }),
  draw(surface, object, { detail, zoom }) {
    const { width, height, fontSize, backgroundColor } = object
    if (detail === 'far') return drawFar(surface, object, fontSize * zoom >= 1)
    fillRounded(surface, { x: 0, y: 0, width, height }, fontSize * 0.14, backgroundColor)
    drawLines(surface, object)
  },
}

const layOut = memoizeByFields<TextObject, TextLayout>(
  ['text', 'width', 'fontFamily', 'fontSize', 'fontWeight', 'fontStyle', 'textTransform'],
  layOutInBox,
)

const fullHeight = (object: TextObject) => layOut(object).height + 2 * textPadding(object.fontSize).y

function drawLines(surface: Surface, object: TextObject) {
  const padding = textPadding(object.fontSize)
  surface.font = cssFont(object)
  surface.fillStyle = object.fontColor
  for (const line of layOut(object).lines) surface.fillText(line.text, padding.x + line.x, padding.y + line.y)
}

/** With bars instead of text, if they are large enough to be visible. */
function drawFar(surface: Surface, object: TextObject, hasBars: boolean) {
  surface.fillStyle = object.backgroundColor
  surface.fillRect(0, 0, object.width, object.height)
  if (!hasBars) return
  const padding = textPadding(object.fontSize)
  const barHeight = object.fontSize * 0.4
  surface.fillStyle = object.fontColor
  surface.globalAlpha = 0.6
  for (const { x, y, width } of layOut(object).lines) {
    surface.fillRect(padding.x + x, padding.y + y - barHeight, width, barHeight)
  }
  surface.globalAlpha = 1
}
