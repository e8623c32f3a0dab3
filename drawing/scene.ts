// Draws a list of objects as a camera sees them: the board, the objects from the lowest up, the ink on each and on all.
// Pictures and layers are handed in, since every machine makes them its own way.

import { type Arrangement, arrange } from './draw-order.ts'
import { drawBackground } from './background.ts'
import type { Drawable } from './drawable.ts'
import { drawInk } from './ink.ts'
import { themes } from './palette.ts'
import { drawPlaced, drawPlacedLabel, type SceneOptions, takePen } from './draw-object.ts'
import type { Surface } from './surface.ts'

export function drawScene(surface: Surface, objects: readonly Drawable[], options: SceneOptions) {
  drawArrangement(surface, arrange(objects), options)
}

/** For who has found out already what lies above what. */
export function drawArrangement(surface: Surface, arrangement: Arrangement, options: SceneOptions) {
  const { background, theme } = options
  surface.save()
  surface.textAlign = 'left'
  surface.textBaseline = 'alphabetic'
  const pen = takePen(surface, options, surface.getTransform())
  if (background !== 'none') drawBackground(surface, options, themes[theme], background === 'grid')
  const { ground, objects, strokesOn, strokesOnBoard } = arrangement
  for (const object of ground) drawPlaced(pen, object)
  for (const object of ground) drawPlacedLabel(pen, object)
  for (let index = ground.length; index < objects.length; index++) {
    const object = objects[index] as Drawable
    drawPlaced(pen, object)
    const strokes = strokesOn.get(object.id)
    if (strokes) drawInk(pen, strokes, object)
  }
  drawInk(pen, strokesOnBoard, null)
  surface.restore()
}
