// Draws a list of objects as the camera sees them: the background, the objects from bottom to top with the strokes on
// each, and the strokes on the board. Pictures and layers are passed in, because each platform creates them differently.

import { drawBackground } from './background.ts'
import { createSceneContext, drawObject, drawObjectLabel, type SceneOptions } from './draw-object.ts'
import { type DrawOrder, drawOrderOf } from './draw-order.ts'
import type { Drawable } from './drawable.ts'
import { drawInk } from './ink.ts'
import { themes } from './palette.ts'
import type { Surface } from './surface.ts'

export function drawScene(surface: Surface, objects: readonly Drawable[], options: SceneOptions) {
  drawInOrder(surface, drawOrderOf(objects), options)
}

/** For callers that have computed the draw order already. */
export function drawInOrder(surface: Surface, arrangement: DrawOrder, options: SceneOptions) {
  const { background, theme } = options
  surface.save()
  surface.textAlign = 'left'
  surface.textBaseline = 'alphabetic'
  const pen = createSceneContext(surface, options, surface.getTransform())
  if (background !== 'none') drawBackground(surface, options, themes[theme], background === 'grid')
  const { ground, objects, strokesOn, strokesOnBoard } = arrangement
  for (const object of ground) drawObject(pen, object)
  for (const object of ground) drawObjectLabel(pen, object)
  for (let index = ground.length; index < objects.length; index++) {
    const object = objects[index] as Drawable
    drawObject(pen, object)
    const strokes = strokesOn.get(object.id)
    if (strokes) drawInk(pen, strokes, object)
  }
  drawInk(pen, strokesOnBoard, null, objects)
  surface.restore()
}
