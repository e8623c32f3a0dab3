// Draws the strokes on the board or on one object. If one of them is an eraser, they are drawn on a separate layer first,
// so that the eraser removes ink and nothing else.

import { createSceneContext, drawObject, type SceneContext } from './draw-object.ts'
import type { Box, Drawable } from './drawable.ts'
import { paintedBounds, rendererOf } from './renderers.ts'
import { isInView, type View } from './view.ts'

export function drawInk(pen: SceneContext, strokes: readonly Drawable[], target: Drawable | null) {
  const inView = strokes.filter(stroke => isInView(paintedBounds(stroke, target), pen.options))
  if (inView.some(stroke => rendererOf(stroke).erases?.(stroke))) return drawOnLayer(pen, inView, target)
  for (const stroke of inView) drawObject(pen, stroke, target)
}

function drawOnLayer(pen: SceneContext, strokes: readonly Drawable[], target: Drawable | null) {
  const { surface, origin, options } = pen
  const area = pixelsOf(
    strokes.map(stroke => paintedBounds(stroke, target)),
    options,
    origin.a,
  )
  if (area.width <= 0 || area.height <= 0) return
  const layer = options.layer(area.width, area.height)
  layer.surface.save()
  layer.surface.setTransform(1, 0, 0, 1, 0, 0)
  layer.surface.clearRect(0, 0, area.width, area.height)
  const shifted = createSceneContext(layer.surface, options, { a: origin.a, d: origin.d, e: -area.x, f: -area.y })
  for (const stroke of strokes) drawObject(shifted, stroke, target)
  layer.surface.restore()
  surface.setTransform(1, 0, 0, 1, origin.e, origin.f)
  pen.isAtOrigin = false
  const { x, y, width, height } = area
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
