// The table of renderers, one for every kind, and functions for objects of any kind.

import type { Box, Drawable, DrawableOf, Kind, Point } from './drawable.ts'
import { browser } from './kinds/browser.ts'
import { canvas } from './kinds/canvas.ts'
import { document } from './kinds/document.ts'
import { image } from './kinds/image.ts'
import { note } from './kinds/note.ts'
import { stroke } from './kinds/stroke.ts'
import { text } from './kinds/text.ts'
import { exactHit, type Frame, type Renderer } from './renderer.ts'

export const renderers = { note, text, image, document, browser, canvas, stroke } satisfies {
  [K in Kind]: Renderer<DrawableOf<K>>
}

/** The renderer of the object's own kind, which therefore accepts the object. */
export const rendererOf = (object: Drawable) => renderers[object.kind] as Renderer<Drawable>

/** The frame of an object on the board. An object that is drawn on another one needs that target. */
export function frameOf(object: Drawable, target: Drawable | null = null): Frame {
  const frame = rendererOf(object).frame(object)
  if (!target) return frame
  const below = rendererOf(target).frame(target)
  return {
    ...frame,
    x: below.x + frame.x * below.scale,
    y: below.y + frame.y * below.scale,
    scale: frame.scale * below.scale,
  }
}

export function bounds(object: Drawable, target: Drawable | null = null): Box {
  const { x, y, width, height, scale } = frameOf(object, target)
  return { x, y, width: width * scale, height: height * scale }
}

/** Everything that is painted, including shadows and overflowing text. */
export function paintedBounds(object: Drawable, target: Drawable | null = null): Box {
  const { x, y, width, height, scale } = frameOf(object, target)
  const { around = 0, above = 0, below = 0 } = rendererOf(object).overflow?.(object) ?? {}
  return {
    x: x - around * scale,
    y: y - (around + above) * scale,
    width: (width + 2 * around) * scale,
    height: (height + 2 * around + above + below) * scale,
  }
}

/** Whether a point of the board is on the object. */
export function hits(object: Drawable, point: Point, touch = exactHit, target: Drawable | null = null): boolean {
  const { x, y, scale } = frameOf(object, target)
  const there = { slack: touch.slack / scale, zoom: touch.zoom * scale }
  return rendererOf(object).hits(object, { x: (point.x - x) / scale, y: (point.y - y) / scale }, there)
}
