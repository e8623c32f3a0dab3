// Draws one object at its position in the view, with as much detail as its size on the screen allows.

import type { Drawable } from './drawable.ts'
import { type ThemeName, themes } from './palette.ts'
import type { Frame, RenderContext, Renderer } from './renderer.ts'
import { frameOf, rendererOf } from './renderers.ts'
import { centerOf, rotatedBounds } from './rotation.ts'
import type { Layer, Picture, Surface, Transform } from './surface.ts'
import type { View } from './view.ts'

export interface SceneOptions extends View {
  readonly theme: ThemeName
  readonly background: 'grid' | 'plain' | 'none'
  /** A picture by its key, to be shown at this width in pixels; null while there is none. */
  readonly picture: (key: string, pixels: number) => Picture | null
  /** A surface of at least this many pixels to draw strokes on. The same one may be returned every time. */
  readonly layer: (width: number, height: number) => Layer
  /** Pixels of a layer per unit of the surface, 1 by default. More for a surface whose units are points of paper. */
  readonly layerScale?: number
}

/** The state that is shared by all objects of one scene. */
export interface SceneContext {
  readonly surface: Surface
  readonly options: SceneOptions
  /** The transform of the surface as it was passed in. */
  readonly origin: Transform
  readonly picture: RenderContext['picture']
  /** Whether the surface has that transform now. Setting it for each of ten thousand tiny objects would be too slow. */
  isAtOrigin: boolean
}

export function createSceneContext(surface: Surface, options: SceneOptions, origin: Transform): SceneContext {
  const picture = (key: string, width: number) => options.picture(key, width * origin.a)
  return { surface, options, origin, picture, isAtOrigin: false }
}

/** Draws an object at its position, if any of it is in view. */
export function drawObject(
  pen: SceneContext,
  object: Drawable,
  target: Drawable | null = null,
  pens = themes[pen.options.theme].pens,
) {
  const renderer = rendererOf(object)
  const frame = frameOf(object, target)
  if (!isFrameInView(renderer, object, frame, pen.options)) return
  const zoom = pen.options.camera.zoom * frame.scale
  const detail = zoom < renderer.minDetailZoom(object) ? 'far' : 'full'
  const color = frame.height * zoom < tinyHeight && !frame.rotation ? renderer.tinyColor?.(object) : undefined
  if (color !== undefined) return drawTiny(pen, frame, color)
  transformTo(pen, frame)
  renderer.draw(pen.surface, object, sceneFor(pen, zoom, detail, pens))
}

/** Draws the label of an object, which lies above the whole ground layer. */
export function drawObjectLabel(pen: SceneContext, object: Drawable) {
  const renderer = rendererOf(object)
  const frame = frameOf(object)
  if (!renderer.drawLabel || !isFrameInView(renderer, object, frame, pen.options)) return
  transformTo(pen, frame)
  const { pens } = themes[pen.options.theme]
  renderer.drawLabel(pen.surface, object, sceneFor(pen, pen.options.camera.zoom * frame.scale, 'full', pens))
}

/** Draws only inside of the outline of an object. */
export function drawWithin(pen: SceneContext, object: Drawable, draw: () => void) {
  const { surface } = pen
  const frame = frameOf(object)
  surface.save()
  transformTo(pen, frame)
  surface.beginPath()
  const outline = rendererOf(object).outline?.(object)
  if (outline) for (const { x, y } of outline) surface.lineTo(x, y)
  else surface.rect(0, 0, frame.width, frame.height)
  surface.clip()
  draw()
  surface.restore()
  pen.isAtOrigin = false
}

function resetTransform(pen: SceneContext) {
  const { a, d, e, f } = pen.origin
  if (!pen.isAtOrigin) pen.surface.setTransform(a, 0, 0, d, e, f)
  pen.isAtOrigin = true
}

const tinyHeight = 9

function isFrameInView(renderer: Renderer<Drawable>, object: Drawable, frame: Frame, { camera, width, height }: View) {
  const { around = 0, above = 0, below = 0 } = renderer.overflow?.(object) ?? nothing
  const { x, y, scale } = frame
  if (frame.rotation) return isRotatedInView(frame, { around, above, below }, { camera, width, height })
  return (
    x - around * scale < camera.x + width / camera.zoom &&
    y - (around + above) * scale < camera.y + height / camera.zoom &&
    x + (frame.width + around) * scale > camera.x &&
    y + (frame.height + around + below) * scale > camera.y
  )
}

function isRotatedInView(
  frame: Frame,
  { around, above, below }: { around: number; above: number; below: number },
  { camera, width, height }: View,
): boolean {
  const { x, y, scale } = frame
  const painted = {
    x: x - around * scale,
    y: y - (around + above) * scale,
    width: (frame.width + 2 * around) * scale,
    height: (frame.height + 2 * around + above + below) * scale,
  }
  const center = centerOf({ x, y, width: frame.width * scale, height: frame.height * scale })
  const box = rotatedBounds(painted, frame.rotation ?? 0, center)
  return (
    box.x < camera.x + width / camera.zoom &&
    box.y < camera.y + height / camera.zoom &&
    box.x + box.width > camera.x &&
    box.y + box.height > camera.y
  )
}

const nothing: ReturnType<NonNullable<Renderer<Drawable>['overflow']>> = {}

function drawTiny(pen: SceneContext, { x, y, width, height, scale }: Frame, color: string) {
  resetTransform(pen)
  const { camera } = pen.options
  const zoom = camera.zoom * scale
  const [left, top] = [(x - camera.x) * camera.zoom, (y - camera.y) * camera.zoom]
  pen.surface.fillStyle = color
  pen.surface.fillRect(left, top, Math.max(width * zoom, 1), Math.max(height * zoom, 1))
}

function transformTo(pen: SceneContext, frame: Frame) {
  const { x, y, scale, rotation } = frame
  const { a, d, e, f } = pen.origin
  const { camera } = pen.options
  const [perX, perY] = [camera.zoom * a, camera.zoom * d]
  const [left, top] = [e + (x - camera.x) * perX, f + (y - camera.y) * perY]
  if (rotation) {
    const turn = (rotation * Math.PI) / 180
    const [cos, sin] = [Math.cos(turn), Math.sin(turn)]
    const [halfX, halfY] = [(frame.width * scale * perX) / 2, (frame.height * scale * perY) / 2]
    const [middleX, middleY] = [left + halfX, top + halfY]
    const [cornerX, cornerY] = [middleX - cos * halfX + sin * halfY, middleY - sin * halfX - cos * halfY]
    pen.surface.setTransform(
      perX * scale * cos,
      perX * scale * sin,
      -perY * scale * sin,
      perY * scale * cos,
      cornerX,
      cornerY,
    )
  } else pen.surface.setTransform(perX * scale, 0, 0, perY * scale, left, top)
  pen.isAtOrigin = false
}

const sceneFor = (
  { options, picture }: SceneContext,
  zoom: number,
  detail: RenderContext['detail'],
  pens: RenderContext['pens'],
): RenderContext => ({
  theme: themes[options.theme],
  detail,
  zoom,
  pens,
  picture,
})
