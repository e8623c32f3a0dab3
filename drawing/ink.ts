// Draws the strokes on the board or on one object. If one of them is an eraser, they are drawn on a separate layer first,
// so that the eraser removes ink and nothing else.

import { createSceneContext, drawObject, drawWithin, type SceneContext } from './draw-object.ts'
import type { Box, Drawable } from './drawable.ts'
import { type Theme, themes } from './palette.ts'
import { type Pens, pensAcross, pensOn } from './pens.ts'
import { bounds, paintedBounds, rendererOf } from './renderers.ts'
import { isInView, type View } from './view.ts'

/** `below` are the objects that strokes on the board cross. */
export function drawInk(
  pen: SceneContext,
  strokes: readonly Drawable[],
  target: Drawable | null,
  below: readonly Drawable[] = [],
) {
  const inView = strokes.filter(stroke => isInView(paintedBounds(stroke, target), pen.options))
  if (inView.some(stroke => rendererOf(stroke).erases?.(stroke))) return drawOnLayer(pen, inView, target, below)
  drawStrokes(pen, inView, target, below)
}

function drawStrokes(
  pen: SceneContext,
  strokes: readonly Drawable[],
  target: Drawable | null,
  below: readonly Drawable[],
) {
  const theme = themes[pen.options.theme]
  const pens = target ? pensOn(target, theme) : theme.pens
  const crossed = strokes.some(isFaint) ? listFilledObjects(below, theme, pen.options) : []
  for (const stroke of strokes) {
    drawObject(pen, stroke, target, pens)
    if (crossed.length > 0 && isFaint(stroke)) drawAcross(pen, stroke, crossed)
  }
}

interface FilledObject {
  readonly object: Drawable
  readonly pens: Pens
  readonly box: Box
}

/** Colors that are hard to see on a ground for which they were not chosen. A highlighter is translucent. */
const isFaint = (stroke: Drawable) =>
  'penColor' in stroke && stroke.brushType === 'Pen' && (stroke.penColor === 'White' || stroke.penColor === 'Yellow')

/** What covers the board, in drawing order; empty if the ink of the theme is right for all of it. */
function listFilledObjects(objects: readonly Drawable[], theme: Theme, view: View): FilledObject[] {
  const filled = objects.flatMap((object): FilledObject[] => {
    const pens = pensAcross(object, theme)
    const box = pens && bounds(object)
    return pens && box && isInView(box, view) ? [{ object, pens, box }] : []
  })
  return filled.some(({ pens }) => pens !== theme.pens) ? filled : []
}

/** Draws the stroke once more on each object that it crosses, in the ink for the color of that object. */
function drawAcross(pen: SceneContext, stroke: Drawable, filled: readonly FilledObject[]) {
  const box = bounds(stroke)
  const crossed = filled.filter(one => touches(one.box, box))
  const { pens: onBoard } = themes[pen.options.theme]
  if (crossed.every(({ pens }) => pens === onBoard)) return
  for (const { object, pens } of crossed) drawWithin(pen, object, () => drawObject(pen, stroke, null, pens))
}

const touches = (one: Box, other: Box) =>
  one.x < other.x + other.width &&
  other.x < one.x + one.width &&
  one.y < other.y + other.height &&
  other.y < one.y + one.height

function drawOnLayer(
  pen: SceneContext,
  strokes: readonly Drawable[],
  target: Drawable | null,
  below: readonly Drawable[],
) {
  const { surface, origin, options } = pen
  const { layerScale = 1 } = options
  const painted = strokes.map(stroke => paintedBounds(stroke, target))
  const area = pixelsOf(painted, options, origin.a * layerScale)
  if (area.width <= 0 || area.height <= 0) return
  const { x, y, width, height } = area
  const layer = options.layer(width, height)
  layer.surface.save()
  layer.surface.setTransform(1, 0, 0, 1, 0, 0)
  layer.surface.clearRect(0, 0, width, height)
  const pixels = { a: origin.a * layerScale, d: origin.d * layerScale, e: -x, f: -y }
  drawStrokes(createSceneContext(layer.surface, options, pixels), strokes, target, below)
  layer.surface.restore()
  surface.setTransform(1 / layerScale, 0, 0, 1 / layerScale, origin.e, origin.f)
  pen.isAtOrigin = false
  surface.drawImage(layer.picture, 0, 0, width, height, x, y, width, height)
}

/** The part of the view that contains the boxes, in whole pixels of the surface. */
function pixelsOf(boxes: readonly Box[], { camera, width, height }: View, ratio: number): Box {
  const perUnit = camera.zoom * ratio
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const box of boxes) {
    left = Math.min(left, box.x)
    top = Math.min(top, box.y)
    right = Math.max(right, box.x + box.width)
    bottom = Math.max(bottom, box.y + box.height)
  }
  const x = Math.max(0, Math.floor((left - camera.x) * perUnit))
  const y = Math.max(0, Math.floor((top - camera.y) * perUnit))
  return {
    x,
    y,
    width: Math.min(Math.ceil(width * ratio), Math.ceil((right - camera.x) * perUnit)) - x,
    height: Math.min(Math.ceil(height * ratio), Math.ceil((bottom - camera.y) * perUnit)) - y,
  }
}
