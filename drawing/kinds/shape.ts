// A shape with text in it.

import { drawText, listTextLinks } from '../draw-text.ts'
import type { LineStyle, Point, ShapeObject } from '../drawable.ts'
import { inkOnBoard } from '../ink-on-board.ts'
import { memoizeByFields } from '../memoize.ts'
import { distanceToLine, isInside, tracePath } from '../path.ts'
import { insideFrame, type Renderer } from '../renderer.ts'
import { shapeBoundary, shapeDetails, shapeOutline } from '../shape-outline.ts'
import { layOutShape } from '../shape-text.ts'
import type { Surface } from '../surface.ts'

export const shape: Renderer<ShapeObject> = {
  layer: 'board',
  frame: ({ x, y, width, height, rotation = 0 }) => ({ x, y, width, height, scale: 1, rotation }),
  outline: object => boundaryOf(object),
  hits(object, point, { slack }) {
    if (!insideFrame(object, point, { slack: slack + object.borderWidth / 2 })) return false
    const boundary = boundaryOf(object)
    // An empty shape can be grabbed by its border and its text only, so that what lies behind it can be reached.
    if (object.fill !== 'none' || object.text !== '') if (isInside(boundary, point)) return true
    return distanceToLine(boundary, point) <= object.borderWidth / 2 + slack
  },
  links(object) {
    const { lines, font } = layOutShape(object)
    return listTextLinks(lines, font)
  },
  minDetailZoom: ({ fontSize, text }) => (text === '' ? 0 : 4 / fontSize),
  fill: ({ fill }) => fill,
  overflow: ({ borderWidth }) => ({ around: borderWidth / 2 }),
  draw(surface, object, { detail, zoom, theme }) {
    const { form, fill, borderWidth } = object
    // A fill is the same in both themes. Without one, border and text lie on the board.
    const inkColor = (color: string) => (fill === 'none' ? inkOnBoard(color, theme) : color)
    const borderColor = inkColor(object.borderColor)
    surface.beginPath()
    tracePath(surface, shapeOutline(form, object))
    if (fill !== 'none') {
      surface.fillStyle = fill
      surface.fill()
    }
    const isTiny = Math.min(object.width, object.height) * zoom < 8
    if (borderColor !== 'none' && borderWidth > 0) {
      // The border of a tiny shape would be all of it, so it only tints the shape.
      if (isTiny) tint(surface, borderColor)
      else drawBorder(surface, object, borderColor, zoom)
    }
    if (object.text !== '') drawShapeText(surface, object, inkColor(object.fontColor), detail === 'far')
  },
}

function tint(surface: Surface, color: string) {
  surface.globalAlpha = 0.5
  surface.fillStyle = color
  surface.fill()
  surface.globalAlpha = 1
}

/** Strokes the current path. A thin border stays visible when zoomed out. */
function drawBorder(surface: Surface, object: ShapeObject, color: string, zoom: number) {
  const { form, borderWidth, borderStyle } = object
  surface.strokeStyle = color
  surface.lineJoin = 'round'
  surface.lineWidth = Math.max(borderWidth, 0.8 / zoom)
  surface.setLineDash(dashOf(borderStyle, surface.lineWidth))
  surface.lineCap = borderStyle === 'dotted' ? 'round' : 'butt'
  tracePath(surface, shapeDetails(form, object))
  surface.stroke()
  surface.setLineDash([])
}

export const dashOf = (style: LineStyle, width: number): number[] =>
  style === 'solid' ? [] : style === 'dashed' ? [width * 4, width * 2.5] : [0, width * 2.2]

const boundaryOf = memoizeByFields<ShapeObject, Point[]>(['form', 'width', 'height'], object =>
  shapeBoundary(object.form, object),
)

function drawShapeText(surface: Surface, object: ShapeObject, color: string, isFar: boolean) {
  const { font, lines } = layOutShape(object)
  if (!isFar) return drawText(surface, { lines, font, ink: color })
  surface.fillStyle = color
  surface.globalAlpha = 0.6
  for (const { x, y, width } of lines) surface.fillRect(x, y - font.fontSize * 0.4, width, font.fontSize * 0.4)
  surface.globalAlpha = 1
}
