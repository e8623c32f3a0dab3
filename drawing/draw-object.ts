// Draws one object where the camera sees it, as fully as its size on the screen deserves.

import type { Drawable } from './drawable.ts'
import { type ThemeName, themes } from './palette.ts'
import type { Frame, RenderContext, Renderer } from './renderer.ts'
import { frameOf, rendererOf } from './renderers.ts'
import type { Layer, Picture, Surface, Transform } from './surface.ts'
import type { View } from './view.ts'

export interface SceneOptions extends View {
  readonly theme: ThemeName
  readonly background: 'grid' | 'plain' | 'none'
  /** A picture by its key, for being shown so many pixels wide; null while there is none. */
  readonly picture: (key: string, pixels: number) => Picture | null
  /** A surface of at least this many pixels to draw strokes on. The same one may be handed out every time. */
  readonly layer: (width: number, height: number) => Layer
}

/** What drawing any object of one scene needs. */
export interface SceneContext {
  readonly surface: Surface
  readonly options: SceneOptions
  /** The surface as it was handed over. */
  readonly origin: Transform
  readonly picture: RenderContext['picture']
  /** Whether the surface is in that state now; moving it for each of ten thousand specks would cost most of a frame. */
  isAtOrigin: boolean
}

export function createSceneContext(surface: Surface, options: SceneOptions, origin: Transform): SceneContext {
  const picture = (key: string, width: number) => options.picture(key, width * origin.a)
  return { surface, options, origin, picture, isAtOrigin: false }
}

/** Draws an object in its place, if any of it is in view. */
export function drawObject(pen: SceneContext, object: Drawable, target: Drawable | null = null) {
  const look = rendererOf(object)
  const frame = frameOf(object, target)
  if (!isFrameInView(look, object, frame, pen.options)) return
  const zoom = pen.options.camera.zoom * frame.scale
  const detail = zoom < look.minDetailZoom(object) ? 'far' : 'full'
  const color = frame.height * zoom < speckHeight ? look.tinyColor?.(object) : undefined
  if (color !== undefined) return drawSpeck(pen, frame, color)
  moveTo(pen, frame)
  look.draw(pen.surface, object, sceneFor(pen, zoom, detail, target === null))
}

/** Draws what of an object is to be seen above all of the ground. */
export function drawObjectLabel(pen: SceneContext, object: Drawable) {
  const look = rendererOf(object)
  const frame = frameOf(object)
  if (!look.drawLabel || !isFrameInView(look, object, frame, pen.options)) return
  moveTo(pen, frame)
  look.drawLabel(pen.surface, object, sceneFor(pen, pen.options.camera.zoom * frame.scale, 'full', true))
}

function moveToOrigin(pen: SceneContext) {
  const { a, d, e, f } = pen.origin
  if (!pen.isAtOrigin) pen.surface.setTransform(a, 0, 0, d, e, f)
  pen.isAtOrigin = true
}

const speckHeight = 9

function isFrameInView(look: Renderer<Drawable>, object: Drawable, frame: Frame, { camera, width, height }: View) {
  const { around = 0, above = 0, below = 0 } = look.overflow?.(object) ?? nothing
  const { x, y, scale } = frame
  return (
    x - around * scale < camera.x + width / camera.zoom &&
    y - (around + above) * scale < camera.y + height / camera.zoom &&
    x + (frame.width + around) * scale > camera.x &&
    y + (frame.height + around + below) * scale > camera.y
  )
}

const nothing: ReturnType<NonNullable<Renderer<Drawable>['overflow']>> = {}

function drawSpeck(pen: SceneContext, { x, y, width, height, scale }: Frame, color: string) {
  moveToOrigin(pen)
  const { camera } = pen.options
  const zoom = camera.zoom * scale
  const [left, top] = [(x - camera.x) * camera.zoom, (y - camera.y) * camera.zoom]
  pen.surface.fillStyle = color
  pen.surface.fillRect(left, top, Math.max(width * zoom, 1), Math.max(height * zoom, 1))
}

function moveTo(pen: SceneContext, { x, y, scale }: Frame) {
  const { a, d, e, f } = pen.origin
  const { camera } = pen.options
  const [perX, perY] = [camera.zoom * a, camera.zoom * d]
  const [left, top] = [e + (x - camera.x) * perX, f + (y - camera.y) * perY]
  pen.surface.setTransform(perX * scale, 0, 0, perY * scale, left, top)
  pen.isAtOrigin = false
}

const sceneFor = (
  { options, picture }: SceneContext,
  zoom: number,
  detail: RenderContext['detail'],
  onBoard: boolean,
): RenderContext => ({
  theme: themes[options.theme],
  detail,
  zoom,
  onBoard,
  picture,
})
