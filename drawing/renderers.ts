// The table of renderers, one for every kind, and functions for objects of any kind.

import type { TextLink } from './draw-text.ts'
import type { Box, Drawable, DrawableOf, Kind, Point } from './drawable.ts'
import { browser } from './kinds/browser.ts'
import { canvas } from './kinds/canvas.ts'
import { connector } from './kinds/connector.ts'
import { document } from './kinds/document.ts'
import { image } from './kinds/image.ts'
import { note } from './kinds/note.ts'
import { shape } from './kinds/shape.ts'
import { stroke } from './kinds/stroke.ts'
import { text } from './kinds/text.ts'
import { exactHit, type Frame, insideFrame, type Renderer } from './renderer.ts'
import { centerOf, rotatedBounds, rotatePoint } from './rotation.ts'

export const renderers = { note, text, image, document, browser, canvas, stroke, shape, connector } satisfies {
  [K in Kind]: Renderer<DrawableOf<K>>
}

/** The renderer of the object's own kind, which therefore accepts the object. */
export const rendererOf = (object: Drawable) => renderers[object.kind] as Renderer<Drawable>

/** The frame of an object on the board. An object that is drawn on another one needs that target. */
export function frameOf(object: Drawable, target: Drawable | null = null): Frame {
  const frame = rendererOf(object).frame(object)
  if (!target) return frame
  const below = rendererOf(target).frame(target)
  const placed = {
    ...frame,
    x: below.x + frame.x * below.scale,
    y: below.y + frame.y * below.scale,
    scale: frame.scale * below.scale,
  }
  if (!below.rotation) return placed
  // What is drawn on a rotated object turns about the middle of that object, not about its own.
  const middle = centerOf(unrotatedBox(placed))
  const turned = rotatePoint(middle, centerOf(unrotatedBox(below)), below.rotation)
  return { ...placed, x: placed.x + turned.x - middle.x, y: placed.y + turned.y - middle.y, rotation: below.rotation }
}

const unrotatedBox = ({ x, y, width, height, scale }: Frame): Box => ({
  x,
  y,
  width: width * scale,
  height: height * scale,
})

/** The upright box around the object, rotated as it is. */
export function bounds(object: Drawable, target: Drawable | null = null): Box {
  const frame = frameOf(object, target)
  return rotatedBounds(unrotatedBox(frame), frame.rotation ?? 0)
}

/** The same for a record, which does not contain its kind, where there are too many to copy each. */
export function recordBounds(kind: Kind, record: object): Box {
  const frame = (renderers[kind] as Renderer<Drawable>).frame(record as Drawable)
  return rotatedBounds(unrotatedBox(frame), frame.rotation ?? 0)
}

/** Everything that is painted, including shadows and overflowing text. */
export function paintedBounds(object: Drawable, target: Drawable | null = null): Box {
  const frame = frameOf(object, target)
  const { x, y, width, height, scale } = frame
  const { around = 0, above = 0, below = 0 } = rendererOf(object).overflow?.(object) ?? {}
  const painted = {
    x: x - around * scale,
    y: y - (around + above) * scale,
    width: (width + 2 * around) * scale,
    height: (height + 2 * around + above + below) * scale,
  }
  return frame.rotation ? rotatedBounds(painted, frame.rotation, centerOf(unrotatedBox(frame))) : painted
}

/** Whether a point of the board is on the object. */
export function hits(object: Drawable, point: Point, touch = exactHit, target: Drawable | null = null): boolean {
  const frame = frameOf(object, target)
  const there = { slack: touch.slack / frame.scale, zoom: touch.zoom * frame.scale }
  return rendererOf(object).hits(object, pointInFrame(point, frame), there)
}

/** The address of the link in an object's text at a point of the board. */
export function linkAt(object: Drawable, point: Point): string | null {
  const links = rendererOf(object).links?.(object) ?? []
  if (links.length === 0) return null
  const at = pointInFrame(point, frameOf(object))
  return links.find(({ box }) => insideFrame(box, { x: at.x - box.x, y: at.y - box.y }, exactHit))?.href ?? null
}

/** The links of an object: those in its text, or the web page that it stands for. Boxes are upright, on the board. */
export function listLinks(object: Drawable): TextLink[] {
  const { links, pageAddress } = rendererOf(object)
  if (pageAddress) return [{ href: pageAddress(object), box: bounds(object) }]
  const frame = frameOf(object)
  const center = centerOf(unrotatedBox(frame))
  return (links?.(object) ?? []).map(({ href, box }) => {
    const { x, y } = frame
    const placed = unrotatedBox({ ...box, x: x + box.x * frame.scale, y: y + box.y * frame.scale, scale: frame.scale })
    return { href, box: rotatedBounds(placed, frame.rotation ?? 0, center) }
  })
}

/** From the object's corner, unscaled and unrotated. */
function pointInFrame(point: Point, frame: Frame): Point {
  const { x, y, scale, rotation = 0 } = frame
  const at = rotatePoint(point, centerOf(unrotatedBox(frame)), -rotation)
  return { x: (at.x - x) / scale, y: (at.y - y) / scale }
}
